/**
 * Copy a text to the clipboard. Browsers allow it only on pages that came by TLS or from the
 * same machine.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new Error("this browser does not let pages copy: mark the text and copy it");
  }
}
