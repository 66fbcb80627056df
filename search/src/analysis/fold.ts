import { simplifyCharacter } from './traditional.ts'

/**
 * A text in its search form. Unit i of `text` stems from the units `starts[i]` to `ends[i]` of the original; without
 * the two arrays the offsets are equal.
 */
export interface FoldedText {
  text: string
  starts: Int32Array | null
  ends: Int32Array | null
}

/**
 * For each UTF-16 unit what it folds to, computed on first use: `UNKNOWN_UNIT` before that, one of the marks below, or
 * the one unit that `foldCharacter` returns for it.
 */
const foldTable = new Uint16Array(0x10000)
/** Mark: what the unit folds to has not been computed. */
const UNKNOWN_UNIT = 0
/** Mark: the unit folds to none or several units, or is half of a surrogate pair. */
const IRREGULAR_UNIT = 1
/** Mark: the unit is a combining mark, which folds together with its base. */
const COMBINING_UNIT = 2
/** Folds of characters that are not in the table, such as letters with combining marks; further ones are not cached. */
const longFolds = new Map<string, string>()
/** Number of folds that are cached. */
const MAX_LONG_FOLDS = 20_000
/** Maximum length of a cached character with its marks, in UTF-16 units. */
const MAX_CACHED_UNITS = 4
/** Number of units of room beyond the length of a text: a character may fold to several. */
const SPARE_UNITS = 32

// Buffers for one fold at a time, which grow as needed: the folded units, and where each begins and ends in the
// original.
let units = new Uint16Array(1 << 16)
let unitBytes = Buffer.from(units.buffer)
let sources = new Int32Array(0)
let sourceEnds = new Int32Array(0)

/**
 * Folds a text to its search form: lower case, without diacritics and in simplified characters, see `foldCharacter`.
 * With `mapped` the result includes the offsets in the original, unless they are equal. Not reentrant: it writes to the
 * buffers of this module.
 */
export function fold(text: string, mapped: boolean): FoldedText {
  if (/^[\0-\x7f]*$/.test(text)) return { text: text.toLowerCase(), starts: null, ends: null }
  reserveUnits(text.length + SPARE_UNITS, mapped)
  if (mapped && foldByUnit(text))
    return { text: unitBytes.toString('utf16le', 0, 2 * text.length), starts: null, ends: null }
  const length = foldUnits(text, mapped)
  const folded = unitBytes.toString('utf16le', 0, 2 * length)
  if (!mapped) return { text: folded, starts: null, ends: null }
  return { text: folded, starts: sources.slice(0, length), ends: sourceEnds.slice(0, length) }
}

/** Writes the folded text to `units` while each unit folds to one; returns whether all do. */
function foldByUnit(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = foldTable[text.charCodeAt(at)] || learnUnit(text.charCodeAt(at))
    if (unit <= COMBINING_UNIT) return false
    units[at] = unit
  }
  return true
}

/**
 * Writes the folded text to `units` and returns its length. A combining mark is folded together with its base: the base
 * is written at once, and written anew when a mark follows.
 */
function foldUnits(text: string, mapped: boolean): number {
  let length = 0
  /** The last base, by its offset in the original and in `units`. */
  let base = 0
  let baseLength = 0
  for (let at = 0; at < text.length; ) {
    const unit = foldTable[text.charCodeAt(at)] || learnUnit(text.charCodeAt(at))
    if (unit > COMBINING_UNIT) {
      base = at
      baseLength = length
      if (mapped) {
        sources[length] = at
        sourceEnds[length] = at + 1
      }
      units[length++] = unit
      at++
      continue
    }
    if (unit === IRREGULAR_UNIT) {
      base = at
      baseLength = length
    }
    const end = characterEnd(text, at)
    length = writeCharacter(text, base, end, baseLength, mapped)
    at = end
  }
  return length
}

/** Returns the end of the unit or surrogate pair at `at` with the combining marks behind it. */
function characterEnd(text: string, at: number): number {
  let end = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if ((foldTable[code] || learnUnit(code)) !== COMBINING_UNIT) break
    end++
  }
  return end
}

/** Writes the fold of the character from `start` to `end` after the first `length` units; returns the new length. */
function writeCharacter(text: string, start: number, end: number, length: number, mapped: boolean): number {
  const folded = cachedFold(text.slice(start, end))
  reserveUnits(length + folded.length + text.length - end + SPARE_UNITS, mapped)
  for (let i = 0; i < folded.length; i++) {
    if (mapped) {
      sources[length + i] = start
      sourceEnds[length + i] = end
    }
    units[length + i] = folded.charCodeAt(i)
  }
  return length + folded.length
}

/** Returns whether a unit by itself is its own search form. */
export const foldsToItself = (code: number): boolean => (foldTable[code] || learnUnit(code)) === code

/** Returns the result of `foldCharacter`, from the cache if possible. */
function cachedFold(character: string): string {
  const cached = longFolds.get(character)
  if (cached !== undefined) return cached
  const folded = foldCharacter(character)
  if (longFolds.size < MAX_LONG_FOLDS && character.length <= MAX_CACHED_UNITS)
    longFolds.set(character, folded)
  return folded
}

/** Computes the entry of a unit in the table, and returns it. */
function learnUnit(code: number): number {
  const unit = foldedUnit(code)
  foldTable[code] = unit
  return unit
}

/**
 * Returns what a unit folds to, or one of the marks. NUL and a low surrogate without its pair become a space (0x20).
 */
function foldedUnit(code: number): number {
  if (code === UNKNOWN_UNIT || (code >= 0xdc00 && code <= 0xdfff)) return 0x20
  if (code >= 0xd800 && code <= 0xdbff) return IRREGULAR_UNIT
  const character = String.fromCharCode(code)
  if (/[\p{M}\u1160-\u11ff\uff9e\uff9f]/u.test(character)) return COMBINING_UNIT
  const folded = foldCharacter(character)
  return folded.length === 1 && folded.charCodeAt(0) > COMBINING_UNIT ? folded.charCodeAt(0) : IRREGULAR_UNIT
}

/** Makes room for `length` folded units in the buffers; those of the offsets are needed only if `mapped`. */
function reserveUnits(length: number, mapped: boolean): void {
  if (units.length < length) {
    const grown = new Uint16Array(2 * length)
    grown.set(units)
    units = grown
    unitBytes = Buffer.from(units.buffer)
  }
  if (!mapped || sources.length >= length) return
  const starts = new Int32Array(2 * length)
  const ends = new Int32Array(2 * length)
  starts.set(sources)
  ends.set(sourceEnds)
  sources = starts
  sourceEnds = ends
}

/** Matches a Chinese or Japanese character. */
const CJK_CHARACTER = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u
/** Letters that Unicode does not decompose, with what searchers type for them. */
const LETTER_EXPANSIONS = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' }),
)

/**
 * Returns the search form of one character, a base with its combining marks: NFKC, lower case, Latin and Greek letters
 * without diacritics, traditional characters simplified, one kind of hyphen and apostrophe. Symbols that NFKC would
 * turn into letters (™) become a space, and invisible characters are removed.
 */
function foldCharacter(character: string): string {
  if (/^[©®™℠…\u200b]/.test(character)) return ' '
  const visible = character.replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
  return Array.from(stripDiacritics(visible.normalize('NFKC').toLowerCase()), foldLetter).join('')
}

/** Removes the diacritics of Latin and Greek letters; those of other scripts distinguish letters. */
function stripDiacritics(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text
  const stripped = text.normalize('NFD').replace(/([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, '$1')
  return stripped.normalize('NFC')
}

/** Returns the search form of one letter or sign that is in NFKC and lower case. */
function foldLetter(letter: string): string {
  if (CJK_CHARACTER.test(letter)) return simplifyCharacter(letter)
  // Hyphens, the en dash and the minus sign; then quotation marks and primes that stand for an apostrophe.
  if (/[\u2010-\u2013\u2212]/.test(letter)) return '-'
  if (/[\u2018\u2019\u02bc\u2032]/.test(letter)) return "'"
  // Symbols beyond the basic multilingual plane, such as emoji.
  if (/[\ud800-\udfff]/.test(letter) && /[^\p{L}\p{N}\p{M}]/u.test(letter)) return ' '
  return LETTER_EXPANSIONS.get(letter) ?? letter
}
