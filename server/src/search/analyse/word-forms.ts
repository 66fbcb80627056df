import { stemEnglish } from './porter2.ts'

/** The terms of one word: its stem, and its exact form where that differs (else an empty string). */
export interface WordForms {
  stem: string
  exact: string
}

/** Stands before an exact form, so that it never meets a stem: `networks` is `network` and `=networks`. */
export const exactMark = '='

const generationSize = 150_000
const longestTerm = 64
let young = new Map<string, WordForms>()
let old = new Map<string, WordForms>()

/** The terms of a folded word. Two generations of at most 150,000 words are remembered. */
export function wordForms(word: string): WordForms {
  const known = young.get(word)
  return known ?? remember(word)
}

function remember(word: string): WordForms {
  const forms = old.get(word) ?? derive(word.slice(0, longestTerm))
  if (young.size >= generationSize) {
    old = young
    young = new Map()
  }
  young.set(word, forms)
  return forms
}

function derive(word: string): WordForms {
  const stem = stemOf(spellGreek(word))
  return { stem, exact: stem === word ? '' : exactMark + word }
}

function stemOf(word: string): string {
  return /^[a-z]+$/.test(word) ? stemEnglish(word) : word
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
