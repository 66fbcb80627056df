import { stemEnglish } from './porter2.ts'

/** The terms of one word: its stem, and its exact form where that differs (else an empty string). */
export interface WordForms {
  readonly stem: string
  readonly exact: string
  /** For whoever numbers terms: when the numbers were given, and what they are. */
  epoch: number
  stem_number: number
  exact_number: number
}

/** Stands before an exact form, so that it never meets a stem: `networks` is `network` and `=networks`. */
const exactMark = '='

const longestTerm = 64

interface Known extends WordForms {
  readonly word: string
  /** Whether it came again since the table was last full. */
  again: boolean
}

/** A hash table of 2¹⁸ places for at most 120,000 words; when it is full, words that never came again are forgotten. */
const places = 1 << 18
const mostWords = 120_000
const none = knownWord('', '', '')
let known: Known[] = new Array(places).fill(none)
/** Two hashes of the word in each place. With the place itself they tell words apart: nothing else has to be read. */
const hashes = new Uint32Array(places * 2)
let count = 0

function knownWord(word: string, stem: string, exact: string): Known {
  return { word, stem, exact, epoch: 0, stem_number: 0, exact_number: 0, again: false }
}

/**
 * The terms of the word that stands at start..end of a folded text. Most words are known, and are recognised
 * without cutting them out.
 */
export function wordFormsAt(text: string, start: number, end: number): WordForms {
  hash(text, start, end)
  let place = placeOf()
  while (true) {
    const forms = known[place] ?? none
    if (forms === none) return learn(place, text.slice(start, end))
    if (hashes[place * 2] === first && hashes[place * 2 + 1] === second) {
      forms.again = true
      return forms
    }
    place = (place + 1) & (places - 1)
  }
}

let first = 0
let second = 0

/** FNV-1a and a polynomial over the same characters: 64 bits, in which no two words of a library meet. */
function hash(text: string, start: number, end: number): void {
  let [one, two] = [end - start, 0x9e3779b9 ^ (end - start)]
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    two = (Math.imul(two, 0x85ebca6b) + code) | 0
  }
  first = one >>> 0
  second = two >>> 0
}

const placeOf = () => (first ^ (first >>> 15)) & (places - 1)

/** Puts the forms of the word that was hashed last. */
function put(place: number, forms: Known): void {
  known[place] = forms
  hashes[place * 2] = first
  hashes[place * 2 + 1] = second
}

function learn(place: number, cut: string): WordForms {
  const word = copyOf(cut)
  const { stem, exact } = derive(word.slice(0, longestTerm))
  const forms = knownWord(word, copyOf(stem), copyOf(exact))
  if (cut.length > longestTerm) return forms
  if (count === mostWords) forget()
  else put(place, forms)
  count++
  return forms
}

/** Keeps the words that came again, unless those fill the table. */
function forget(): void {
  const kept = known.filter((forms) => forms.again)
  known = new Array(places).fill(none)
  count = 0
  if (kept.length > mostWords / 2) return
  for (const forms of kept) {
    hash(forms.word, 0, forms.word.length)
    let place = placeOf()
    while (known[place] !== none) place = (place + 1) & (places - 1)
    put(place, forms)
    forms.again = false
    count++
  }
}

/** Shorter strings than this are copied when they are cut. */
const shortest = 13

/** A string of its own: what is cut out of a text may keep the whole text in memory. */
function copyOf(cut: string): string {
  return cut.length < shortest ? cut : (Object.keys({ [cut]: true })[0] ?? cut)
}

function derive(word: string): Pick<WordForms, 'stem' | 'exact'> {
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
