/** SHA-256: browsers offer their own only to pages that came by TLS, or from this machine. */

const K = new Uint32Array(64);
const START = new Uint32Array(8);

// The constants of SHA-256: fractional parts of roots of the first primes.
for (let candidate = 2, found = 0; found < 64; candidate++) {
  let prime = true;
  for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) prime = false;
  if (!prime) continue;
  if (found < 8) START[found] = fraction(Math.sqrt(candidate));
  K[found++] = fraction(Math.cbrt(candidate));
}

/** Return the first 32 bits of a root's fractional part. @param {number} root */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

/**
 * Return the SHA-256 of a text, as bytes.
 * @param {string} text
 */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const length = ((bytes.length + 8) >> 6) * 64 + 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setUint32(length - 4, bytes.length * 8);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  const view = new DataView(padded.buffer);
  for (let block = 0; block < length; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getUint32(block + 4 * at);
    for (let at = 16; at < 64; at++) {
      const a = words[at - 15];
      const b = words[at - 2];
      const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      words[at] = words[at - 16] + s0 + words[at - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at++) {
      const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[at] + words[at]) | 0;
      const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] += word));
  }
  const digest = new Uint8Array(32);
  state.forEach((word, at) => new DataView(digest.buffer).setUint32(4 * at, word));
  return digest;
}

/** Rotate a word to the right. @param {number} word @param {number} by */
function rotate(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** Write bytes as hexadecimal digits. @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
