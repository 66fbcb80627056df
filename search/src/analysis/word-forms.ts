import { conflateEnglish } from './conflation.ts'

/** The terms of a word: its stem, and its exact form where that differs (otherwise an empty string). */
export interface WordForms {
  readonly stem: string
  readonly exact: string
}

/** Marks an exact form, so that it never equals a stem: `networks` is `network` and `=networks`. */
const EXACT_MARK = '='

/** Longer words are truncated and not cached. */
export const MAX_WORD_CHARS = 64

/** Returns the terms of a folded word as strings of their own: a slice of a text would keep all of it in memory. */
export function makeWordForms(folded: string): WordForms {
  const word = folded.slice(0, MAX_WORD_CHARS)
  const stem = wordStem(spellGreek(word))
  return { stem: copyString(stem), exact: stem === word ? '' : copyString(EXACT_MARK + word) }
}

/** V8 copies strings shorter than this when they are sliced or joined. */
const MIN_SLICE_CHARS = 13
/** Holds a word with its Greek letter spelled out, behind the exact mark. */
const unitBuffer = new Uint16Array(MAX_WORD_CHARS + 16)

function copyString(text: string): string {
  if (text.length < MIN_SLICE_CHARS) return text
  for (let at = 0; at < text.length; at += 1) unitBuffer[at] = text.charCodeAt(at)
  return String.fromCharCode(...unitBuffer.subarray(0, text.length))
}

function wordStem(word: string): string {
  return /^[a-z]+$/.test(word) ? conflateEnglish(word) : word
}

const GREEK_LETTER_NAMES = new Map(
  Object.entries({
    α: 'alpha',
    β: 'beta',
    γ: 'gamma',
    δ: 'delta',
    ε: 'epsilon',
    ζ: 'zeta',
    η: 'eta',
    θ: 'theta',
    ι: 'iota',
    κ: 'kappa',
    λ: 'lambda',
    μ: 'mu',
    ν: 'nu',
    ξ: 'xi',
    ο: 'omicron',
    π: 'pi',
    ρ: 'rho',
    σ: 'sigma',
    τ: 'tau',
    υ: 'upsilon',
    φ: 'phi',
    χ: 'chi',
    ψ: 'psi',
    ω: 'omega',
  }),
)

/** Spells out a single Greek letter, alone or within a Latin word: `tnfα` and `tnfalpha` have one stem. */
function spellGreek(word: string): string {
  const letters = word.match(/[α-ω]/g)
  if (letters?.length !== 1 || /^μ[a-z]/.test(word)) return word
  return word.replace(/[α-ω]/, (letter) => GREEK_LETTER_NAMES.get(letter) ?? letter)
}
