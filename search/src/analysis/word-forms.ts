// The terms of words: stems, and exact forms that differ from them.
import { conflateEnglish } from './conflation.ts'

/** The terms of a word: its stem, and its exact form where that differs (otherwise an empty string). */
export interface WordForms {
  readonly stem: string
  readonly exact: string
}

/** Marks an exact form, so that it never equals a stem: `networks` is `network` and `=networks`. */
export const EXACT_MARK = '='

/** Returns whether a term is the exact form of a word, as opposed to a stem. */
export const isExactForm = (term: string): boolean => term.startsWith(EXACT_MARK)

/** Length at which words are cut, in UTF-16 units; words that are cut are not cached (`word-table.ts`). */
export const MAX_WORD_CHARS = 64

/**
 * Returns the terms of a folded word (`fold.ts`) as strings of their own: a slice of a text would keep all of
 * it in memory.
 */
export function makeWordForms(folded: string): WordForms {
  const word = folded.slice(0, MAX_WORD_CHARS)
  const stem = wordStem(spellGreek(word))
  return { stem: copyString(stem), exact: stem === word ? '' : copyString(EXACT_MARK + word) }
}

/** Returns the stem of an English word; any other word is its own stem. */
function wordStem(word: string): string {
  return /^[a-z]+$/.test(word) ? conflateEnglish(word) : word
}

/** English names of the Greek letters. */
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

/**
 * Spells out a single Greek letter, alone or within a Latin word: `tnfα` and `tnfalpha` have one stem. A `μ`
 * before a Latin letter stays, as in the unit `μm`.
 */
function spellGreek(word: string): string {
  const letters = word.match(/[α-ω]/g)
  if (letters?.length !== 1 || /^μ[a-z]/.test(word)) return word
  return word.replace(/[α-ω]/, (letter) => GREEK_LETTER_NAMES.get(letter) ?? letter)
}

/** V8 copies strings shorter than this when they are sliced or joined. */
const MIN_SLICE_CHARS = 13
/** Holds a cut word behind the exact mark, or with its Greek letter spelled out, up to 6 units longer. */
const formUnits = new Uint16Array(MAX_WORD_CHARS + 16)

/** Returns a copy of a string that shares no memory with the text it was sliced from. */
function copyString(text: string): string {
  if (text.length < MIN_SLICE_CHARS) return text
  for (let at = 0; at < text.length; at += 1) formUnits[at] = text.charCodeAt(at)
  return String.fromCharCode(...formUnits.subarray(0, text.length))
}
