import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleColour, shareGradient } from "../../src/fivebet/web/static/elements/actions.js";

test("shares of all actions fill a square, and those of one leave the rest empty", () => {
  assert.equal(shareGradient([0.25, 0.75], ["red", "blue"]), "linear-gradient(to right, red 0.00% 25.00%, blue 25.00% 100.00%)");
  assert.equal(shareGradient([0, 0.4], ["red", "blue"]), "linear-gradient(to right, blue 0.00% 40.00%, transparent 40.00% 100%)");
  assert.equal(shareGradient([0, 0], ["red", "blue"]), "none");
});

test("colours of a map go from the least value to the most", () => {
  assert.match(scaleColour(5, 5, 9), /heat-bad/);
  assert.match(scaleColour(9, 5, 9), /heat-good/);
  assert.equal(scaleColour(7, 7, 7), scaleColour(0.5, 0, 1));
});
