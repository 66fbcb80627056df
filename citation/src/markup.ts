import { greekLetters } from '@scinav/contract/greek'

const LIGHT_TAG = /<\/?(?:sub|sup|i)>/gi

/** Matches inline mathematics by Pandoc's rule, so that prices such as `$5 and $10` are not changed. */
const FORMULA = /\$(?!\s)([^$\n]*[^$\s\\])\$(?!\d)/g

/** The sign that replaces a command of TeX, by its name; a command without one is omitted. */
const FORMULA_COMMANDS: Readonly<Record<string, string>> = {
  ...greekLetters,
  varphi: 'φ',
  times: '×',
  cdot: '·',
  pm: '±',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  neq: '≠',
  approx: '≈',
  sim: '∼',
  infty: '∞',
  to: '→',
  rightarrow: '→',
  circ: '°',
  ell: 'ℓ',
}

/** Returns the letters and signs of a formula: `\alpha_{2} \times x` → `α2 ×x`. */
function plainFormula(formula: string): string {
  return formula
    .replace(/\\([A-Za-z]+) ?/g, (_, name: string) => FORMULA_COMMANDS[name] ?? '')
    .replace(/\\(.)/g, '$1')
    .replace(/[{}^_]/g, '')
    .trim()
}

/**
 * Removes light markup from a text: `<sub>`, `<sup>` and `<i>` are dropped, `$…$` is replaced by its letters and signs.
 * Every other character is kept.
 */
export function stripMarkup(text: string): string {
  return text.replace(LIGHT_TAG, '').replace(FORMULA, (_, formula: string) => plainFormula(formula))
}

/**
 * Returns a title as styles print it: without markup, and without a full stop, comma, colon or semicolon at its end,
 * because styles add their own. A mark after a capital letter or another full stop stays, since it ends an abbreviation
 * or an ellipsis: `… in the U.S.`.
 */
export function printedTitle(title: string | undefined): string {
  return stripMarkup(title ?? '')
    .trim()
    .replace(/(?<![.\p{Lu}])[.,;:]$/u, '')
}
