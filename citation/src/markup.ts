const TAG = /<\/?(?:sub|sup|i)>/gi

/** Inline mathematics as Pandoc reads it, so that prices such as `$5 and $10` stay what they are. */
const FORMULA = /\$(?!\s)([^$\n]*[^$\s\\])\$(?!\d)/g

const COMMANDS: Record<string, string> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  zeta: 'ζ',
  eta: 'η',
  theta: 'θ',
  kappa: 'κ',
  lambda: 'λ',
  mu: 'μ',
  nu: 'ν',
  xi: 'ξ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  tau: 'τ',
  phi: 'φ',
  varphi: 'φ',
  chi: 'χ',
  psi: 'ψ',
  omega: 'ω',
  Gamma: 'Γ',
  Delta: 'Δ',
  Theta: 'Θ',
  Lambda: 'Λ',
  Pi: 'Π',
  Sigma: 'Σ',
  Phi: 'Φ',
  Psi: 'Ψ',
  Omega: 'Ω',
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
    .replace(/\\([A-Za-z]+) ?/g, (_, name: string) => COMMANDS[name] ?? '')
    .replace(/\\(.)/g, '$1')
    .replace(/[{}^_]/g, '')
    .trim()
}

/**
 * A title without its light mark-up: `<sub>`, `<sup>` and `<i>` go, `$…$` becomes its letters and signs.
 * Every other character stays.
 */
export function plainText(text: string): string {
  return text.replace(TAG, '').replace(FORMULA, (_, formula: string) => plainFormula(formula))
}

/** A title as styles print it: plain, and without a full stop or comma at its end, for they set their own. */
export function printedTitle(title: string | undefined): string {
  return plainText(title ?? '')
    .trim()
    .replace(/(?<![.\p{Lu}])[.,;:]$/u, '')
}
