import type { TextSpan } from './sentences.ts'

/**
 * Returns the letters and digits of a text in NFKC and lower case, and for each of their units its offset in the text.
 */
function comparableText(text: string): { letters: string; offsets: number[] } {
  let letters = ''
  const offsets: number[] = []
  let at = 0
  for (const character of text) {
    const folded = character.normalize('NFKC').toLowerCase()
    for (const each of folded)
      if (/[\p{L}\p{N}]/u.test(each)) {
        letters += each
        for (let unit = 0; unit < each.length; unit += 1) offsets.push(at)
      }
    at += character.length
  }
  return { letters, offsets }
}

/** The least part of a quote that the source must have in one run for an inexact match. */
const MIN_SHARED_SHARE = 0.5
/** The least number of letters and digits of an inexact match. */
const MIN_QUOTE_CHARS = 8
/** The last code point that takes one UTF-16 unit. */
const LAST_SINGLE_UNIT = 0xffff

/**
 * Finds a quote in its source, ignoring differences in width, case, spaces, line breaks, hyphens and punctuation.
 * Returns null when the source neither has the whole quote nor, in one run, at least half of it and `MIN_QUOTE_CHARS`
 * letters.
 */
export function locateQuote(quote: string, source: string): TextSpan | null {
  const sought = comparableText(quote).letters
  const { letters, offsets } = comparableText(source)
  if (sought === '') return null
  const whole = letters.indexOf(sought)
  const found = whole >= 0 ? { from: whole, length: sought.length } : longestSharedRun(sought, letters)
  if (found.length < Math.max(MIN_QUOTE_CHARS, sought.length * MIN_SHARED_SHARE) && whole < 0) return null
  const last = offsets[found.from + found.length - 1] ?? 0
  const unitsOfLast = (source.codePointAt(last) ?? 0) > LAST_SINGLE_UNIT ? 2 : 1
  return { start: offsets[found.from] ?? 0, end: last + unitsOfLast }
}

/**
 * Finds the longest run that a quote shares with a source, as far as the run covers half the quote. Every such run
 * holds one of the two middle letters of the quote, so only the runs around these are measured: O(quote + source).
 */
function longestSharedRun(sought: string, letters: string): { from: number; length: number } {
  const half = Math.ceil(sought.length * MIN_SHARED_SHARE)
  /**
   * The longest run so far, `from` in the source and `quoteStart` in the quote; of equals, the first in the
   * quote.
   */
  let best = { quoteStart: 0, from: 0, length: 0 }
  for (const middle of [half - 1, half]) {
    const matchedAfter = prefixMatchLengths(sought.slice(middle), letters)
    const matchedBefore = prefixMatchLengths(reversed(sought.slice(0, middle)), reversed(letters))
    for (const [place, after] of matchedAfter.entries()) {
      // `before` and `after` letters agree on both sides of the place.
      const before = matchedBefore[letters.length - place] ?? 0
      const length = after === 0 ? 0 : before + after
      const quoteStart = middle - before
      const isEarlier = length === best.length && length > 0 && quoteStart < best.quoteStart
      if (length > best.length || isEarlier) best = { quoteStart, from: place - before, length }
    }
  }
  return best
}

const reversed = (text: string) => text.split('').reverse().join('')

/** Returns for each position of a text how many characters of `beginning` match there (Z algorithm, one pass). */
function prefixMatchLengths(beginning: string, text: string): Uint32Array {
  const joined = `${beginning}\0${text}`
  const shared = new Uint32Array(joined.length)
  /** The matching stretch that reaches furthest. */
  let from = 0
  let until = 0
  for (let at = 1; at < joined.length; at += 1) {
    let length = at < until ? Math.min(until - at, shared[at - from] ?? 0) : 0
    while (at + length < joined.length && joined.charCodeAt(length) === joined.charCodeAt(at + length))
      length += 1
    shared[at] = length
    if (at + length > until) [from, until] = [at, at + length]
  }
  return shared.subarray(beginning.length + 1)
}
