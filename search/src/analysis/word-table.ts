import { MAX_WORD_CHARS, makeWordForms, type WordForms } from './word-forms.ts'

/**
 * Cache of words, so that their terms need not be computed again: a hash table of 2¹⁸ slots for at most 120,000 words;
 * when it is full, words that have not recurred are evicted.
 *
 * A slot is four adjacent numbers, because memory access dominates the time: two hashes, which together with the slot
 * distinguish the word from all others, and the numbers that an index has assigned to its terms. An entry is the index
 * of the first of them.
 */
const ENTRY_SIZE = 4
const SLOTS = 1 << 18
const entries = new Int32Array((SLOTS + 1) * ENTRY_SIZE)

/** The forms of what is no word. */
const NO_FORMS: WordForms = { stem: '', exact: '' }
/** The terms of the cached words, by entry divided by `ENTRY_SIZE`. */
const knownForms: WordForms[] = new Array(SLOTS + 1).fill(NO_FORMS)

/** Returns both terms of a word by its entry, which is valid until the next lookup. */
export const formsAt = (entry: number): WordForms => knownForms[entry / ENTRY_SIZE] ?? NO_FORMS

/** Holds the units of a word that is looked up by `findWordEntry`; a longer word is cut. */
const unitBuffer = new Uint16Array(1 << 8)

/** Does the same as `wordEntryAt` for a text whose units are not available. */
export function findWordEntry(text: string, start = 0, end: number = text.length): number {
  const length = Math.min(end - start, unitBuffer.length)
  for (let at = 0; at < length; at += 1) unitBuffer[at] = text.charCodeAt(start + at)
  return wordEntryAt(text.slice(start, start + length), unitBuffer, 0, length)
}

/** Offsets in an entry; the first hash is at 0. */
const SECOND_HASH = 1
const STEM_NUMBER = 2
const EXACT_NUMBER = 3
/** Bit of the last number that records whether the word has recurred since the table was last full. */
const REUSED_BIT = 1 << 31
/** The hashes of the word that was looked up last, as `hashWord` leaves them: returning a pair would allocate it. */
let firstHash = 0
let secondHash = 0

/**
 * Returns the entry of the word from `start` to `end` of a folded text, computing its terms on first use; the entry is
 * valid until the next lookup. Takes the units of the text as well, so that known words need not be sliced.
 */
export function wordEntryAt(text: string, units: Uint16Array, start: number, end: number): number {
  hashWord(units, start, end)
  for (let entry = firstEntry(); ; entry = entryAfter(entry)) {
    const hash = entries[entry] ?? 0
    if (hash === firstHash && entries[entry + SECOND_HASH] === secondHash) {
      const number = entries[entry + EXACT_NUMBER] ?? 0
      if (number >= 0) entries[entry + EXACT_NUMBER] = number | REUSED_BIT
      return entry
    }
    if (hash === 0 && formsAt(entry) === NO_FORMS) return learnWord(entry, text.slice(start, end))
  }
}

/** Constants of the two hashes: where they begin, and what they are multiplied by for each unit. */
const FIRST_SEED = 0x811c9dc5 | 0
const SECOND_SEED = 0x9e3779b9 | 0
const FIRST_FACTOR = 0x01000193
const SECOND_FACTOR = 0x85ebca6b | 0

/**
 * Sets `firstHash` to the FNV-1a hash of a word and `secondHash` to a polynomial one: 64 bits together, in which no two
 * words of a library collide.
 */
function hashWord(units: Uint16Array, start: number, end: number): void {
  let [first, second] = [FIRST_SEED, SECOND_SEED]
  for (let at = start; at < end; at += 1) {
    const code = units[at] ?? 0
    first = Math.imul(first ^ code, FIRST_FACTOR)
    second = (Math.imul(second, SECOND_FACTOR) + code) | 0
  }
  firstHash = first
  secondHash = second
}

/** Entry of the last word that is not cached, behind all slots; a power of two. */
const TRANSIENT_ENTRY = SLOTS * ENTRY_SIZE

/**
 * Returns the entry at which the search for the word that was hashed last begins: the lower bits of its mixed hash,
 * times `ENTRY_SIZE`, which is a shift by 2.
 */
const firstEntry = () => (((firstHash ^ (firstHash >>> 15)) << 2) & (TRANSIENT_ENTRY - 1)) >>> 0

/** Returns the next entry; the first one follows the last. */
const entryAfter = (entry: number) => (entry + ENTRY_SIZE) & (TRANSIENT_ENTRY - 1)

/** Largest number of cached words: under half of the slots, so that chains stay short. */
const MAX_WORDS = 120_000
/** Number of cached words. */
let wordCount = 0

/** Computes the terms of the word that was hashed last and stores them, at `entry` if the word can be cached. */
function learnWord(entry: number, word: string): number {
  const isFull = wordCount === MAX_WORDS
  const target = isFull || word.length > MAX_WORD_CHARS ? TRANSIENT_ENTRY : entry
  if (isFull) evictWords()
  storeForms(target, makeWordForms(word))
  if (target !== TRANSIENT_ENTRY) wordCount += 1
  return target
}

/** Removes the words that have not recurred, or all words when more than half have. */
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

/** Stores the forms of the word that was hashed last. */
function storeForms(entry: number, forms: WordForms): void {
  knownForms[entry / ENTRY_SIZE] = forms
  entries[entry] = firstHash
  entries[entry + SECOND_HASH] = secondHash
  entries[entry + STEM_NUMBER] = 0
  entries[entry + EXACT_NUMBER] = 0
}

/** Offsets of stored term numbers, so that 0 means none; for exact forms 1 means that the word has none. */
const STEM_OFFSET = 1
const EXACT_OFFSET = 2

/**
 * Returns the number that the index under construction has assigned to a word's stem, -1 if none is assigned.
 */
export const stemNumber = (entry: number) => (entries[entry + STEM_NUMBER] ?? 0) - STEM_OFFSET

/** Returns the number of a word's exact form, negative if there is none. The word must have its numbers assigned. */
export const exactNumber = (entry: number) =>
  ((entries[entry + EXACT_NUMBER] ?? 0) & ~REUSED_BIT) - EXACT_OFFSET

/** Entries of the words with assigned numbers, as many as fit; `numberedCount` counts all of them. */
const numberedWords = new Int32Array(1 << 10)
/** Number of calls of `assignNumbers` since the numbers were cleared. */
let numberedCount = 0

/** Assigns the term numbers of a word, from 0; −1 for `exact` when it has no exact form. */
export function assignNumbers(entry: number, stem: number, exact: number): void {
  entries[entry + STEM_NUMBER] = stem + STEM_OFFSET
  entries[entry + EXACT_NUMBER] = ((entries[entry + EXACT_NUMBER] ?? 0) & REUSED_BIT) | (exact + EXACT_OFFSET)
  if (numberedCount < numberedWords.length) numberedWords[numberedCount] = entry
  numberedCount += 1
}

/** Removes all assigned numbers, for the next index that assigns some. */
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
