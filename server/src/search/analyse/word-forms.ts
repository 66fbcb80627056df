import { stemEnglish } from './porter2.ts'

/** The terms of one word: its stem, and its exact form where that differs (else an empty string). */
export interface WordForms {
  stem: string
  exact: string
}

/** Stands before an exact form, so that it never meets a stem: `networks` is `network` and `=networks`. */
const exactMark = '='

const longestTerm = 64

interface Known extends WordForms {
  word: string
}

/** A hash table of 2¹⁸ places for at most 120,000 words; when it is full it is emptied. */
const places = 1 << 18
const mostWords = 120_000
const none: Known = { word: '', stem: '', exact: '' }
const known: Known[] = new Array(places).fill(none)
let count = 0

/**
 * The terms of the word that stands at start..end of a folded text. Most words are known, and are recognised
 * without cutting them out.
 */
export function wordFormsAt(text: string, start: number, end: number): WordForms {
  let hash = end - start
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  let place = (hash ^ (hash >>> 15)) & (places - 1)
  while (true) {
    const forms = known[place] ?? none
    if (forms === none) return learn(place, text.slice(start, end))
    if (isAt(text, start, end, forms.word)) return forms
    place = (place + 1) & (places - 1)
  }
}

function isAt(text: string, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false
  return true
}

function learn(place: number, cut: string): WordForms {
  const word = copyOf(cut)
  const { stem, exact } = derive(word.slice(0, longestTerm))
  const forms = { word, stem: copyOf(stem), exact: copyOf(exact) }
  if (cut.length > longestTerm) return forms
  if (count === mostWords) {
    known.fill(none)
    count = 0
  }
  known[place] = forms
  count++
  return forms
}

/** A string of its own: what is cut out of a text may keep the whole text in memory. */
function copyOf(cut: string): string {
  return Object.keys({ [cut]: true })[0] ?? cut
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
