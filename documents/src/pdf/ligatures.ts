import type { FontFacts } from './fonts.ts'
import type { PdfLine } from './lines.ts'
import type { PdfPage } from './page.ts'
import type { Word } from './words.ts'

/** Stand-ins for glyphs that the file's map to Unicode does not tell, one for each glyph of a font. */
const FIRST_PLACEHOLDER_CODE = 0xf0000
const MAX_UNKNOWN_GLYPHS = 1_000
const PLACEHOLDER = /[\u{F0000}-\u{F03E7}]/gu
/** Ligatures are as wide as their letters or a little less. */
const MIN_WIDTH_RATIO = 0.88
const MAX_WIDTH_RATIO = 1.02

interface UnknownGlyph {
  font: FontFacts
  width: number
  /** What the file says that it is. */
  text: string
}

/** Glyphs of a document without a meaning in Unicode, and how wide the letters are that they may be made of. */
export class UnknownGlyphs {
  readonly #unknown: UnknownGlyph[] = []
  readonly #codes = new Map<FontFacts, Map<number, string>>()
  readonly #letters = new Map<string, Map<string, number>>()

  /** Keeps the width of a letter of a font, as a share of its size. */
  learn({ name }: FontFacts, letter: string, width: number): void {
    if (letter !== 'f' && letter !== 'i' && letter !== 'l') return
    const widths = this.#letters.get(name) ?? new Map<string, number>()
    this.#letters.set(name, widths.set(letter, width))
  }

  /** Returns the stand-in for a glyph of this code; null where there are too many. */
  standIn(font: FontFacts, code: number, width: number, text: string): string | null {
    const codes = this.#codes.get(font) ?? new Map<number, string>()
    const known = codes.get(code)
    if (known) return known
    if (this.#unknown.length >= MAX_UNKNOWN_GLYPHS) return null
    const sign = String.fromCodePoint(FIRST_PLACEHOLDER_CODE + this.#unknown.length)
    this.#unknown.push({ font, width, text })
    this.#codes.set(font, codes.set(code, sign))
    return sign
  }

  /** Returns whether what is said to be a space is as wide as a ligature of its font. */
  isFalseSpace = (font: FontFacts, width: number): boolean => this.#ligatures(font, width).length > 0

  /** Returns the ligatures that a glyph can be by its width. */
  candidates(sign: string): string[] {
    const unknown = this.#of(sign)
    return unknown ? this.#ligatures(unknown.font, unknown.width) : []
  }

  /** Returns what the file says that a glyph is; a space that is none has no meaning. */
  saidOf(sign: string): string {
    const said = this.#of(sign)?.text ?? ''
    return said.trim() === '' ? '\uFFFD' : said
  }

  #of = (sign: string): UnknownGlyph | undefined =>
    this.#unknown[(sign.codePointAt(0) ?? 0) - FIRST_PLACEHOLDER_CODE]

  #ligatures({ name }: FontFacts, width: number): string[] {
    const widths = this.#letters.get(name)
    const [f, i, l] = ['f', 'i', 'l'].map((letter) => widths?.get(letter))
    if (f === undefined || i === undefined) return []
    const sums = { ff: 2 * f, fi: f + i, fl: f + (l ?? i), ffi: 2 * f + i, ffl: 2 * f + (l ?? i) }
    return Object.entries(sums)
      .filter(([, sum]) => width <= sum * MAX_WIDTH_RATIO && width >= sum * MIN_WIDTH_RATIO)
      .map(([letters]) => letters)
  }
}

/** Where a glyph stands: what letters follow it, and whether a word begins with it. */
interface GlyphContext {
  next: Set<string>
  begins: boolean
}

function collectContexts(lines: readonly PdfLine[]): Map<string, GlyphContext> {
  const found = new Map<string, GlyphContext>()
  for (const { text } of lines)
    for (const { 0: sign, index } of text.matchAll(PLACEHOLDER)) {
      const around = found.get(sign) ?? { next: new Set(), begins: false }
      around.next.add(text.slice(index + sign.length, index + sign.length + 1).toLowerCase())
      around.begins ||= text[index - 1] === ' '
      found.set(sign, around)
    }
  return found
}

/**
 * Returns which ligature a glyph is, where that is certain: by its width, by what follows and by whether a word begins
 * with it. No consonant follows fl, no u and o follow fi, and no word begins with a double f. Null where more than one
 * is possible.
 */
function identifyLigature(candidates: readonly string[], { next, begins }: GlyphContext): string | null {
  const hasConsonant = [...next].some((letter) => /[b-df-hj-np-tvwxz]/.test(letter))
  const hasRound = next.has('u') || next.has('o')
  const possible = candidates.filter(
    (letters) =>
      !(hasConsonant && letters.endsWith('l')) &&
      !(hasRound && letters.endsWith('i')) &&
      !(begins && letters.startsWith('ff')),
  )
  return possible.length === 1 ? (possible[0] ?? null) : null
}

/** Puts letters in the place of ligatures without a meaning, and counts what stays unknown between small letters. */
export function restoreLigatures(pages: readonly PdfPage[], unknown: UnknownGlyphs): void {
  const known = new Map<string, string>()
  for (const [sign, around] of collectContexts(pages.flatMap(({ lines }) => lines))) {
    const ligature = identifyLigature(unknown.candidates(sign), around)
    if (ligature) known.set(sign, ligature)
  }
  const mend = (text: string) => text.replace(PLACEHOLDER, (sign) => known.get(sign) ?? unknown.saidOf(sign))
  for (const page of pages) {
    for (const line of page.lines) {
      page.broken += countUnresolved(line.text, known)
      page.unmapped -= (line.text.match(PLACEHOLDER) ?? []).filter((sign) => known.has(sign)).length
      replaceInWords([line, ...line.words], mend)
    }
    for (const aside of page.asides) aside.text = mend(aside.text)
  }
}

function replaceInWords(
  parts: readonly Pick<Word, 'text' | 'written'>[],
  mend: (text: string) => string,
): void {
  for (const part of parts) {
    part.text = mend(part.text)
    if (part.written !== undefined) part.written = mend(part.written)
  }
}

/** Glyphs between small letters that stay unknown. */
const countUnresolved = (text: string, known: ReadonlyMap<string, string>): number =>
  [...text.matchAll(PLACEHOLDER)].filter(
    ({ 0: sign, index }) =>
      !known.has(sign) &&
      /\p{Ll}/u.test(text[index - 1] ?? '') &&
      /\p{Ll}/u.test(text[index + sign.length] ?? ''),
  ).length
