import type { Span } from './sentences.ts'

/** A text as quotes are compared: letters and digits alone, each with its place in the original. */
function bare(text: string): { letters: string; places: number[] } {
  let letters = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const folded = character.normalize('NFKC').toLowerCase()
    for (const each of folded)
      if (/[\p{L}\p{N}]/u.test(each)) {
        letters += each
        for (let unit = 0; unit < each.length; unit += 1) places.push(at)
      }
    at += character.length
  }
  return { letters, places }
}

const LEAST = 0.5
const GRAM = 8

/**
 * Where a quote stands in its source, whatever became of width, case, spaces, line breaks and hyphens on the way; null
 * where less than half of it is there in one stretch.
 */
export function locate(quote: string, source: string): Span | null {
  const wanted = bare(quote).letters
  const { letters, places } = bare(source)
  if (wanted === '') return null
  const whole = letters.indexOf(wanted)
  const found = whole >= 0 ? { from: whole, length: wanted.length } : longestShared(wanted, letters)
  if (found.length < wanted.length * LEAST) return null
  const last = places[found.from + found.length - 1] ?? 0
  const width = (source.codePointAt(last) ?? 0) > 0xffff ? 2 : 1
  return { start: places[found.from] ?? 0, end: last + width }
}

/** The longest stretch of the quote that the source has, from any of its beginnings. */
function longestShared(wanted: string, letters: string): { from: number; length: number } {
  let best = { from: 0, length: 0 }
  for (let at = 0; at + Math.max(GRAM, best.length) <= wanted.length; at += 1) {
    const gram = wanted.slice(at, at + Math.max(GRAM, best.length + 1))
    for (let from = letters.indexOf(gram); from >= 0; from = letters.indexOf(gram, from + 1)) {
      let length = gram.length
      while (at + length < wanted.length && wanted[at + length] === letters[from + length]) length += 1
      if (length > best.length) best = { from, length }
    }
  }
  return best
}
