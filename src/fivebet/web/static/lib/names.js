/** What players are called on this screen. */

/** Return a player's name on this screen: oneself is "You", and nobody else is. @param {string} name @param {boolean} isMe */
export function nameOnScreen(name, isMe) {
  if (isMe) return "You";
  return name.toLowerCase() === "you" ? "Guest" : name;
}

/**
 * Return everyone's name on this screen, by place.
 * @param {{ place: number, name: string }[]} seats
 * @param {number | null} you
 */
export function namesOnScreen(seats, you) {
  return new Map(seats.map(({ place, name }) => [place, nameOnScreen(name, place === you)]));
}
