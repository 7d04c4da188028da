import { html } from "../lib/html.js";

/**
 * @typedef {{ vpip: number, pfr: number, aggression: number | null }} Style
 * @typedef {{ eye: number, brow: number, mouth: string, hue: number }} Features
 */

const NEUTRAL = { vpip: 0.5, pfr: 0.25, aggression: 1 };
const CALM = 1; // as many bets as calls
const WILD = 5;

/**
 * Return the features of a face: the more hands somebody plays the wider the eyes, the more it bets
 * for each call the steeper the brows, and the more of its hands it raises the broader the smile.
 * @param {string} name
 * @param {Style | null} style
 * @returns {Features}
 */
export function features(name, style) {
  const { vpip, pfr, aggression } = style ?? NEUTRAL;
  const drive = Math.min(aggression ?? WILD, WILD);
  const slant = drive >= CALM ? (drive - CALM) / (WILD - CALM) : drive - CALM;
  const smile = style ? (vpip ? pfr / vpip : 0) - 0.35 : 0;
  const bend = Math.round(24 * Math.max(-0.35, Math.min(smile, 0.65)));
  return {
    eye: Number((2 + 5 * vpip).toFixed(1)),
    brow: Math.round(7 * slant),
    mouth: `M36 68 Q50 ${68 + bend} 64 68`,
    hue: [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7),
  };
}

/**
 * Draw an agent's portrait from its style; glasses show that it remembers.
 * @param {string} name
 * @param {Style | null} style
 * @param {boolean} remembers
 */
export function portraitView(name, style, remembers) {
  const { eye, brow, mouth, hue } = features(name, style);
  const words = style
    ? `plays ${Math.round(100 * style.vpip)} % of its hands, raises ${Math.round(100 * style.pfr)} %`
    : "its style is not known yet";
  return html`<svg class="portrait" viewBox="0 0 100 100" role="img" aria-label=${`Portrait of ${name}: ${words}`} style=${{ "--hue": String(hue) }}>
    <rect class="ground" x="0" y="0" width="100" height="100" rx="24"/>
    <path class="body" d="M14 100 Q16 80 50 80 Q84 80 86 100 Z"/>
    <circle class="face" cx="50" cy="48" r="33"/>
    <ellipse class="white" cx="37" cy="46" rx="8" ry=${eye}/>
    <ellipse class="white" cx="63" cy="46" rx="8" ry=${eye}/>
    <circle class="pupil" cx="38" cy="46" r=${Math.min(3.4, eye)}/>
    <circle class="pupil" cx="62" cy="46" r=${Math.min(3.4, eye)}/>
    <path class="line" d=${`M27 ${33 - brow} L45 ${33 + brow}`}/>
    <path class="line" d=${`M73 ${33 - brow} L55 ${33 + brow}`}/>
    <path class="line" d=${mouth}/>
    <g class="glasses" visibility=${remembers ? "visible" : "hidden"}>
      <circle cx="37" cy="46" r="12"/><circle cx="63" cy="46" r="12"/><path d="M49 46 L51 46"/>
    </g>
  </svg>`;
}
