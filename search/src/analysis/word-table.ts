import { MAX_WORD_CHARS, makeWordForms, type WordForms } from './word-forms.ts'

/**
 * The words that came before, so that their terms are not made again: a hash table of 2¹⁸ places for at most 120,000
 * words; when it is full, words that never came again are forgotten.
 *
 * Four numbers a place, side by side since reading memory is what takes the time: two hashes of the word, which together
 * with the place tell it from all others, and those that an index gave to its terms.
 */
const entries = new Int32Array((1 << 18) * 4 + 4)
const ENTRY_SIZE = 4
const SECOND_HASH = 1
const STEM_NUMBER = 2
const EXACT_NUMBER = 3
/** Words that are not kept are here, each until the next one comes. */
const TRANSIENT_ENTRY = entries.length - ENTRY_SIZE
const MAX_WORDS = 120_000

/** The bit of the last number that says whether the word came again since the table was last full. */
const REUSED_BIT = 1 << 31
/** What is kept of a term's number is more by one and by two, so that 0 is none; 1 is that of a term there is not. */
const STEM_OFFSET = 1
const EXACT_OFFSET = 2

const NO_FORMS: WordForms = { stem: '', exact: '' }
const knownForms: WordForms[] = new Array(entries.length / ENTRY_SIZE).fill(NO_FORMS)
let wordCount = 0

/** Both terms of a word by its entry, which holds until the next word is looked for. */
export const formsAt = (entry: number): WordForms => knownForms[entry / ENTRY_SIZE] ?? NO_FORMS

let firstHash = 0
let secondHash = 0
const FIRST_SEED = 0x811c9dc5 | 0
const SECOND_SEED = 0x9e3779b9 | 0
const FIRST_FACTOR = 0x01000193
const SECOND_FACTOR = 0x85ebca6b | 0

/** FNV-1a and a polynomial over the same characters: 64 bits, in which no two words of a library meet. */
function hashWord(units: Uint16Array, start: number, end: number): void {
  let [one, two] = [FIRST_SEED, SECOND_SEED]
  for (let at = start; at < end; at += 1) {
    const code = units[at] ?? 0
    one = Math.imul(one ^ code, FIRST_FACTOR)
    two = (Math.imul(two, SECOND_FACTOR) + code) | 0
  }
  firstHash = one
  secondHash = two
}

const unitBuffer = new Uint16Array(1 << 8)

/** The entry of a word in a folded text whose units nobody has at hand. */
export function findWordEntry(text: string, start = 0, end: number = text.length): number {
  const length = Math.min(end - start, unitBuffer.length)
  for (let at = 0; at < length; at += 1) unitBuffer[at] = text.charCodeAt(start + at)
  return wordEntryAt(text.slice(start, start + length), unitBuffer, 0, length)
}

/** The entry of the word at start..end of a folded text, whose units are given too: known words need not be cut out. */
export function wordEntryAt(text: string, units: Uint16Array, start: number, end: number): number {
  hashWord(units, start, end)
  for (let entry = firstEntry(); ; entry = entryAfter(entry)) {
    const one = entries[entry] ?? 0
    if (one === firstHash && entries[entry + SECOND_HASH] === secondHash) {
      const number = entries[entry + EXACT_NUMBER] ?? 0
      if (number >= 0) entries[entry + EXACT_NUMBER] = number | REUSED_BIT
      return entry
    }
    if (one === 0 && formsAt(entry) === NO_FORMS) return learnWord(entry, text.slice(start, end))
  }
}

const firstEntry = () => (((firstHash ^ (firstHash >>> 15)) << 2) & (TRANSIENT_ENTRY - 1)) >>> 0
const entryAfter = (entry: number) => (entry + ENTRY_SIZE) & (TRANSIENT_ENTRY - 1)

/** Puts the forms of the word that was hashed last. */
function storeForms(entry: number, forms: WordForms): void {
  knownForms[entry / ENTRY_SIZE] = forms
  entries[entry] = firstHash
  entries[entry + SECOND_HASH] = secondHash
  entries[entry + STEM_NUMBER] = 0
  entries[entry + EXACT_NUMBER] = 0
}

function learnWord(entry: number, word: string): number {
  const isFull = wordCount === MAX_WORDS
  const place = isFull || word.length > MAX_WORD_CHARS ? TRANSIENT_ENTRY : entry
  if (isFull) evictWords()
  storeForms(place, makeWordForms(word))
  if (place !== TRANSIENT_ENTRY) wordCount += 1
  return place
}

/** Keeps the words that came again, unless those fill the table. */
function evictWords(): void {
  const kept: { forms: WordForms; hashes: readonly [number, number] }[] = []
  for (let entry = 0; entry < TRANSIENT_ENTRY; entry += ENTRY_SIZE)
    if ((entries[entry + EXACT_NUMBER] ?? 0) < 0)
      kept.push({ forms: formsAt(entry), hashes: [entries[entry] ?? 0, entries[entry + SECOND_HASH] ?? 0] })
  knownForms.fill(NO_FORMS)
  entries.fill(0)
  wordCount = 0
  if (kept.length > MAX_WORDS / 2) return
  for (const { forms, hashes } of kept) {
    firstHash = hashes[0]
    secondHash = hashes[1]
    let entry = firstEntry()
    while (formsAt(entry) !== NO_FORMS) entry = entryAfter(entry)
    storeForms(entry, forms)
    wordCount += 1
  }
}

/** The number of a word's stem, -1 where it was not given one. */
export const stemNumber = (entry: number) => (entries[entry + STEM_NUMBER] ?? 0) - STEM_OFFSET

/** The number of a word's exact form, negative where there is none. Of a word that was given its numbers. */
export const exactNumber = (entry: number) =>
  ((entries[entry + EXACT_NUMBER] ?? 0) & ~REUSED_BIT) - EXACT_OFFSET

/** Words that were given numbers; of more than these it is not kept which. */
const numberedWords = new Int32Array(1 << 10)
let numberedCount = 0

/** Gives a word the numbers of its terms; -1 for an exact form that it does not have. */
export function assignNumbers(entry: number, stem: number, exact: number): void {
  entries[entry + STEM_NUMBER] = stem + STEM_OFFSET
  entries[entry + EXACT_NUMBER] = ((entries[entry + EXACT_NUMBER] ?? 0) & REUSED_BIT) | (exact + EXACT_OFFSET)
  if (numberedCount < numberedWords.length) numberedWords[numberedCount] = entry
  numberedCount += 1
}

/** Takes all numbers back, for the next index that gives some. */
export function clearWordNumbers(): void {
  const isAll = numberedCount > numberedWords.length
  const length = isAll ? entries.length / ENTRY_SIZE : numberedCount
  for (let at = 0; at < length; at += 1) {
    const entry = isAll ? at * ENTRY_SIZE : (numberedWords[at] ?? 0)
    entries[entry + STEM_NUMBER] = 0
    entries[entry + EXACT_NUMBER] = (entries[entry + EXACT_NUMBER] ?? 0) & REUSED_BIT
  }
  numberedCount = 0
}
