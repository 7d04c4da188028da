import { read, write } from "./settings.js";

/** What stands for the person at this browser: a token that nobody else knows. */

const KEY = "fivebet.person";
const BYTES = 24;

/** Return the person's token; one is made the first time. @returns {string} */
export function personToken() {
  const known = read(KEY);
  if (typeof known === "string" && known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const token = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  write(KEY, token);
  return token;
}
