import { greekLetters } from '@scinav/contract/greek'

const LIGHT_TAG = /<\/?(?:sub|sup|i)>/gi

/** Inline mathematics as Pandoc reads it, so that prices such as `$5 and $10` stay what they are. */
const FORMULA = /\$(?!\s)([^$\n]*[^$\s\\])\$(?!\d)/g

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

function plainFormula(formula: string): string {
  return formula
    .replace(/\\([A-Za-z]+) ?/g, (_, name: string) => FORMULA_COMMANDS[name] ?? '')
    .replace(/\\(.)/g, '$1')
    .replace(/[{}^_]/g, '')
    .trim()
}

/**
 * A title without its light mark-up: `<sub>`, `<sup>` and `<i>` go, `$…$` becomes its letters and signs.
 * Every other character stays.
 */
export function stripMarkup(text: string): string {
  return text.replace(LIGHT_TAG, '').replace(FORMULA, (_, formula: string) => plainFormula(formula))
}

/** A title as styles print it: plain, and without a full stop or comma at its end, for they set their own. */
export function printedTitle(title: string | undefined): string {
  return stripMarkup(title ?? '')
    .trim()
    .replace(/(?<![.\p{Lu}])[.,;:]$/u, '')
}
