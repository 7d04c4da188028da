/**
 * Where chairs stand around the table: the same distance from each other along its rim.
 *
 * Screens differ in shape, and so do tables: each has a layout of its own, and the style
 * sheet takes the one that fits.
 */

/** The shape of each layout's rim, as width by height. */
const SHAPES = { wide: 1.9, tall: 0.62, flat: 2.7 };
const STEPS = 720;
const MOST_BESIDE_BOARD = 7; // more chairs are small enough to stand beside the board
const [ABOVE, BELOW] = [-0.5, 0.36]; // the part of a tall table that the board takes

/** @typedef {{ x: number, y: number }} Point from -1 to 1 in both directions, y downwards */

/** @type {Map<string, Point[]>} */
const known = new Map();

/**
 * Return the chairs of a rim, clockwise from the bottom. The rim is an ellipse with its
 * corners drawn out, so that the sides of a table have room for chairs too.
 * @param {number} chairs
 * @param {number} shape
 */
export function rimPoints(chairs, shape) {
  const key = `${chairs}/${shape}`;
  const found = known.get(key);
  if (found) return found;
  const rim = Array.from({ length: STEPS + 1 }, (_, step) => rimPoint(Math.PI / 2 + (2 * Math.PI * step) / STEPS));
  const lengths = [0];
  for (let step = 1; step <= STEPS; step += 1) {
    const [from, to] = [rim[step - 1], rim[step]];
    lengths.push(lengths[step - 1] + Math.hypot((to.x - from.x) * shape, to.y - from.y));
  }
  const points = Array.from({ length: chairs }, (_, chair) => {
    const at = (chair / chairs) * lengths[STEPS];
    return rim[lengths.findIndex((length) => length >= at - 1e-9)];
  });
  known.set(key, points);
  return points;
}

/** @param {number} angle */
function rimPoint(angle) {
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  return { x: Math.sign(x) * Math.abs(x) ** 0.8, y: Math.sign(y) * Math.abs(y) ** 0.8 };
}

/** Return the height of a chair above or below the board of a tall table. @param {number} y */
function besideBoard(y) {
  return y <= ABOVE || y >= BELOW ? y : y > 0.01 ? BELOW : ABOVE;
}

/**
 * Return the style that puts something at a chair, in every layout; the first chair is at the
 * bottom.
 * @param {number} chair
 * @param {number} chairs
 * @returns {Record<string, string>}
 */
export function chairStyle(chair, chairs) {
  /** @type {Record<string, string>} */
  const style = {};
  for (const [layout, shape] of Object.entries(SHAPES)) {
    const { x, y: height } = rimPoints(chairs, shape)[((chair % chairs) + chairs) % chairs];
    const y = layout === "tall" && chairs <= MOST_BESIDE_BOARD ? besideBoard(height) : height;
    style[`--x-${layout}`] = x.toFixed(3);
    style[`--y-${layout}`] = y.toFixed(3);
  }
  return style;
}
