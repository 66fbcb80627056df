import { stemOfEnglish } from './conflation.ts'

/** The terms of one word: its stem, and its exact form where that differs (else an empty string). */
export interface WordForms {
  readonly stem: string
  readonly exact: string
}

/** Stands before an exact form, so that it never meets a stem: `networks` is `network` and `=networks`. */
const exactMark = '='

/** Longer words are cut, and are not kept. */
export const LONGEST_WORD = 64

/** Makes the terms of a folded word, as strings of their own: what is cut out of a text keeps all of it in memory. */
export function formsOf(folded: string): WordForms {
  const word = folded.slice(0, LONGEST_WORD)
  const stem = stemOf(spellGreek(word))
  return { stem: copyOf(stem), exact: stem === word ? '' : copyOf(exactMark + word) }
}

/** Shorter strings than this are copied when they are cut or joined. */
const SHORTEST_PART = 13
/** A word whose Greek letter is spelled out, behind its mark. */
const units = new Uint16Array(LONGEST_WORD + 16)

function copyOf(text: string): string {
  if (text.length < SHORTEST_PART) return text
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at)
  return String.fromCharCode(...units.subarray(0, text.length))
}

function stemOf(word: string): string {
  return /^[a-z]+$/.test(word) ? stemOfEnglish(word) : word
}

const greekNames = new Map(
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

/** A single Greek letter, alone or within a Latin word, is spelled out: `tnfα` and `tnfalpha` are one stem. */
function spellGreek(word: string): string {
  const letters = word.match(/[α-ω]/g)
  if (letters?.length !== 1 || /^μ[a-z]/.test(word)) return word
  return word.replace(/[α-ω]/, (letter) => greekNames.get(letter) ?? letter)
}
