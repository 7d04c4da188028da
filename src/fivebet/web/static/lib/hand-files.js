/** Files of hands: their text, and parts of it that are small enough to be sent. */

const MOST_LETTERS = 400_000; // of a part, which is sent as JSON of at most a megabyte
const MOST_BYTES = 200_000_000;

const START = /^(?:[ \t*\ufeff]*PokerStars [^\n#]*#[0-9]+:|\[[0-9]+\][ \t\r]*$)/gm;

/** Return the text of a file, which may be packed by gzip or in UTF-16. @param {File} file @returns {Promise<string>} */
export async function readText(file) {
  if (file.size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES / 1e6} megabytes: split it, or use fivebet hands`);
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = start[0] === 0x1f && start[1] === 0x8b;
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const content = await new Response(stream).arrayBuffer().catch(() => {
    throw new Error(isPacked ? "it is packed by gzip and damaged: pack it again" : "this browser cannot read it: choose it again");
  });
  const mark = new Uint8Array(content.slice(0, 2));
  const encoding = mark[0] === 0xff && mark[1] === 0xfe ? "utf-16le" : mark[0] === 0xfe && mark[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(content);
}

/**
 * Split a text of hands into parts of whole hands; one hand that is too long is a part of its own.
 * @param {string} text
 * @param {number} most letters of a part
 * @returns {string[]}
 */
export function splitHands(text, most = MOST_LETTERS) {
  const starts = [...text.matchAll(START)].map((match) => match.index);
  const parts = [];
  let from = 0;
  for (let at = 0; at < starts.length; at++) {
    const end = starts[at + 1] ?? text.length;
    if (end - from > most && starts[at] > from) {
      parts.push(text.slice(from, starts[at]));
      from = starts[at];
    }
  }
  return [...parts, text.slice(from)].filter((part) => part.trim());
}
