import { formsOf, LONGEST_WORD, type WordForms } from './word-forms.ts'

/**
 * The words that came before, so that their terms are not made again: a hash table of 2¹⁸ places for at most 120,000
 * words; when it is full, words that never came again are forgotten.
 *
 * Four numbers a place, side by side since reading memory is what takes the time: two hashes of the word, which together
 * with the place tell it from all others, and those that an index gave to its terms.
 */
const entries = new Int32Array((1 << 18) * 4 + 4)
const ENTRY = 4
const SECOND_HASH = 1
const STEM_NUMBER = 2
const EXACT_NUMBER = 3
/** Words that are not kept are here, each until the next one comes. */
const PASSING = entries.length - ENTRY
const MOST_WORDS = 120_000

/** The bit of the last number that says whether the word came again since the table was last full. */
const AGAIN = 1 << 31
/** What is kept of a term's number is more by one and by two, so that 0 is none; 1 is that of a term there is not. */
const STEM_FIRST = 1
const EXACT_FIRST = 2

const nothing: WordForms = { stem: '', exact: '' }
const known: WordForms[] = new Array(entries.length / ENTRY).fill(nothing)
let count = 0

/** Both terms of a word by its entry, which holds until the next word is looked for. */
export const formsAt = (entry: number): WordForms => known[entry / ENTRY] ?? nothing

let first = 0
let second = 0
const FIRST_SEED = 0x811c9dc5 | 0
const SECOND_SEED = 0x9e3779b9 | 0
const FIRST_FACTOR = 0x01000193
const SECOND_FACTOR = 0x85ebca6b | 0

/** FNV-1a and a polynomial over the same characters: 64 bits, in which no two words of a library meet. */
function hash(units: Uint16Array, start: number, end: number): void {
  let [one, two] = [FIRST_SEED, SECOND_SEED]
  for (let at = start; at < end; at += 1) {
    const code = units[at] ?? 0
    one = Math.imul(one ^ code, FIRST_FACTOR)
    two = (Math.imul(two, SECOND_FACTOR) + code) | 0
  }
  first = one
  second = two
}

const own = new Uint16Array(1 << 8)

/** The entry of a word in a folded text whose units nobody has at hand. */
export function entryOf(text: string, start = 0, end: number = text.length): number {
  const length = Math.min(end - start, own.length)
  for (let at = 0; at < length; at += 1) own[at] = text.charCodeAt(start + at)
  return entryAt(text.slice(start, start + length), own, 0, length)
}

/** The entry of the word at start..end of a folded text, whose units are given too: known words need not be cut out. */
export function entryAt(text: string, units: Uint16Array, start: number, end: number): number {
  hash(units, start, end)
  for (let entry = firstEntry(); ; entry = entryAfter(entry)) {
    const one = entries[entry] ?? 0
    if (one === first && entries[entry + SECOND_HASH] === second) {
      const number = entries[entry + EXACT_NUMBER] ?? 0
      if (number >= 0) entries[entry + EXACT_NUMBER] = number | AGAIN
      return entry
    }
    if (one === 0 && formsAt(entry) === nothing) return learn(entry, text.slice(start, end))
  }
}

const firstEntry = () => (((first ^ (first >>> 15)) << 2) & (PASSING - 1)) >>> 0
const entryAfter = (entry: number) => (entry + ENTRY) & (PASSING - 1)

/** Puts the forms of the word that was hashed last. */
function put(entry: number, forms: WordForms): void {
  known[entry / ENTRY] = forms
  entries[entry] = first
  entries[entry + SECOND_HASH] = second
  entries[entry + STEM_NUMBER] = 0
  entries[entry + EXACT_NUMBER] = 0
}

function learn(entry: number, word: string): number {
  const isFull = count === MOST_WORDS
  const place = isFull || word.length > LONGEST_WORD ? PASSING : entry
  if (isFull) forget()
  put(place, formsOf(word))
  if (place !== PASSING) count += 1
  return place
}

/** Keeps the words that came again, unless those fill the table. */
function forget(): void {
  const kept: { forms: WordForms; hashes: readonly [number, number] }[] = []
  for (let entry = 0; entry < PASSING; entry += ENTRY)
    if ((entries[entry + EXACT_NUMBER] ?? 0) < 0)
      kept.push({ forms: formsAt(entry), hashes: [entries[entry] ?? 0, entries[entry + SECOND_HASH] ?? 0] })
  known.fill(nothing)
  entries.fill(0)
  count = 0
  if (kept.length > MOST_WORDS / 2) return
  for (const { forms, hashes } of kept) {
    first = hashes[0]
    second = hashes[1]
    let entry = firstEntry()
    while (formsAt(entry) !== nothing) entry = entryAfter(entry)
    put(entry, forms)
    count += 1
  }
}

/** The number of a word's stem, -1 where it was not given one. */
export const stemNumber = (entry: number) => (entries[entry + STEM_NUMBER] ?? 0) - STEM_FIRST

/** The number of a word's exact form, negative where there is none. Of a word that was given its numbers. */
export const exactNumber = (entry: number) => ((entries[entry + EXACT_NUMBER] ?? 0) & ~AGAIN) - EXACT_FIRST

/** Words that were given numbers; of more than these it is not kept which. */
const numbered = new Int32Array(1 << 10)
let numberedCount = 0

/** Gives a word the numbers of its terms; -1 for an exact form that it does not have. */
export function giveNumbers(entry: number, stem: number, exact: number): void {
  entries[entry + STEM_NUMBER] = stem + STEM_FIRST
  entries[entry + EXACT_NUMBER] = ((entries[entry + EXACT_NUMBER] ?? 0) & AGAIN) | (exact + EXACT_FIRST)
  if (numberedCount < numbered.length) numbered[numberedCount] = entry
  numberedCount += 1
}

/** Takes all numbers back, for the next index that gives some. */
export function takeNumbersBack(): void {
  const isAll = numberedCount > numbered.length
  const length = isAll ? entries.length / ENTRY : numberedCount
  for (let at = 0; at < length; at += 1) {
    const entry = isAll ? at * ENTRY : (numbered[at] ?? 0)
    entries[entry + STEM_NUMBER] = 0
    entries[entry + EXACT_NUMBER] = (entries[entry + EXACT_NUMBER] ?? 0) & AGAIN
  }
  numberedCount = 0
}
