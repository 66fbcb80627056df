// Restores ligatures (fi, ffl) to which a font gives no meaning in Unicode: such glyphs become placeholders while a
// page is read, and are identified by their widths and neighbors when all pages are known.
import type { PdfLine } from '../page/lines.ts'
import type { PdfPage } from '../page/page.ts'
import type { Word } from '../page/words.ts'
import type { FontFacts } from './fonts.ts'

/**
 * Placeholders in the private use area for glyphs without a meaning in Unicode: the n-th of a document has the code
 * `FIRST_PLACEHOLDER_CODE` + n.
 */
const FIRST_PLACEHOLDER_CODE = 0xf0000
const MAX_UNKNOWN_GLYPHS = 1_000
/** Bounds of the width of a ligature relative to the sum of its letters: as wide or slightly narrower. */
const MIN_WIDTH_RATIO = 0.88
const MAX_WIDTH_RATIO = 1.02

/** A glyph without a meaning in Unicode. */
interface UnknownGlyph {
  font: FontFacts
  /** Relative to the size of the font. */
  width: number
  /** The text that the file assigns to the glyph. */
  text: string
}

/** Glyphs of a document without a meaning in Unicode, and the widths of the letters that may form them. */
export class UnknownGlyphs {
  readonly #unknown: UnknownGlyph[] = []
  /** Placeholders by font and glyph code. */
  readonly #placeholders = new Map<FontFacts, Map<number, string>>()
  /** Widths of f, i and l by the name of their font. */
  readonly #letterWidths = new Map<string, Map<string, number>>()

  /** Records the width of a letter of a font, relative to its size; only f, i and l matter. */
  learnWidth({ name }: FontFacts, letter: string, width: number): void {
    if (letter !== 'f' && letter !== 'i' && letter !== 'l') return
    const widths = this.#letterWidths.get(name) ?? new Map<string, number>()
    this.#letterWidths.set(name, widths.set(letter, width))
  }

  /**
   * Returns the placeholder for a glyph code of a font, or null when there are too many.
   *
   * @param width relative to the size of the font
   * @param text the text that the file assigns to the glyph
   */
  placeholderFor(font: FontFacts, code: number, width: number, text: string): string | null {
    const byCode = this.#placeholders.get(font) ?? new Map<number, string>()
    const known = byCode.get(code)
    if (known) return known
    if (this.#unknown.length >= MAX_UNKNOWN_GLYPHS) return null
    const placeholder = String.fromCodePoint(FIRST_PLACEHOLDER_CODE + this.#unknown.length)
    this.#unknown.push({ font, width, text })
    this.#placeholders.set(font, byCode.set(code, placeholder))
    return placeholder
  }

  /** Returns whether a glyph declared to be a space is as wide as a ligature of its font. */
  isFalseSpace = (font: FontFacts, width: number): boolean => this.#ligatures(font, width).length > 0

  /** Returns the ligatures (`fi`, `ffl`, …) that the glyph of a placeholder can be according to its width. */
  candidates(placeholder: string): string[] {
    const glyph = this.#glyphOf(placeholder)
    return glyph ? this.#ligatures(glyph.font, glyph.width) : []
  }

  /** Returns the text that the file assigns to a glyph, or U+FFFD when that is a space. */
  declaredText(placeholder: string): string {
    const text = this.#glyphOf(placeholder)?.text ?? ''
    return text.trim() === '' ? '\uFFFD' : text
  }

  #glyphOf = (placeholder: string): UnknownGlyph | undefined =>
    this.#unknown[(placeholder.codePointAt(0) ?? 0) - FIRST_PLACEHOLDER_CODE]

  /** Returns the ligatures of a font that are as wide as `width`; [] when the widths of its letters are unknown. */
  #ligatures({ name }: FontFacts, width: number): string[] {
    const widths = this.#letterWidths.get(name)
    const [f, i, l] = ['f', 'i', 'l'].map((letter) => widths?.get(letter))
    if (f === undefined || i === undefined) return []
    const sums = { ff: 2 * f, fi: f + i, fl: f + (l ?? i), ffi: 2 * f + i, ffl: 2 * f + (l ?? i) }
    return Object.entries(sums)
      .filter(([, sum]) => width <= sum * MAX_WIDTH_RATIO && width >= sum * MIN_WIDTH_RATIO)
      .map(([letters]) => letters)
  }
}

/** Matches the `MAX_UNKNOWN_GLYPHS` placeholders. */
const PLACEHOLDER = /[\u{F0000}-\u{F03E7}]/gu

/**
 * Replaces the placeholders in the lines and asides of pages: by the letters of a ligature where it is certain, else
 * by the text that the file assigns. Updates the counts `broken` and `unmapped` of the pages.
 */
export function restoreLigatures(pages: readonly PdfPage[], unknown: UnknownGlyphs): void {
  const known = new Map<string, string>()
  for (const [placeholder, context] of collectContexts(pages.flatMap(({ lines }) => lines))) {
    const ligature = identifyLigature(unknown.candidates(placeholder), context)
    if (ligature) known.set(placeholder, ligature)
  }
  const restore = (text: string) =>
    text.replace(PLACEHOLDER, (placeholder) => known.get(placeholder) ?? unknown.declaredText(placeholder))
  for (const page of pages) {
    for (const line of page.lines) {
      page.broken += countUnresolved(line.text, known)
      page.unmapped -= (line.text.match(PLACEHOLDER) ?? []).filter((placeholder) =>
        known.has(placeholder),
      ).length
      replaceInWords([line, ...line.words], restore)
    }
    for (const aside of page.asides) aside.text = restore(aside.text)
  }
}

/** Where a glyph occurs in a document. */
interface GlyphContext {
  /** The letters after it, in lower case. */
  next: Set<string>
  /** Whether it begins a word anywhere. */
  beginsWord: boolean
}

/** Returns the contexts of all placeholders in the lines of a document. */
function collectContexts(lines: readonly PdfLine[]): Map<string, GlyphContext> {
  const found = new Map<string, GlyphContext>()
  for (const { text } of lines)
    for (const { 0: placeholder, index } of text.matchAll(PLACEHOLDER)) {
      const context = found.get(placeholder) ?? { next: new Set(), beginsWord: false }
      context.next.add(text.slice(index + placeholder.length, index + placeholder.length + 1).toLowerCase())
      context.beginsWord ||= text[index - 1] === ' '
      found.set(placeholder, context)
    }
  return found
}

/**
 * Returns the ligature that a glyph certainly is: by its width, the letters after it and whether it begins a word. No
 * consonant follows fl, no u and o follow fi, and no word begins with a double f. Returns null when more than one is
 * possible.
 */
function identifyLigature(candidates: readonly string[], { next, beginsWord }: GlyphContext): string | null {
  const hasConsonant = [...next].some((letter) => /[b-df-hj-np-tvwxz]/.test(letter))
  const hasRound = next.has('u') || next.has('o')
  const possible = candidates.filter(
    (letters) =>
      !(hasConsonant && letters.endsWith('l')) &&
      !(hasRound && letters.endsWith('i')) &&
      !(beginsWord && letters.startsWith('ff')),
  )
  return possible.length === 1 ? (possible[0] ?? null) : null
}

/** Counts placeholders between lower-case letters that remain unknown. */
const countUnresolved = (text: string, known: ReadonlyMap<string, string>): number =>
  [...text.matchAll(PLACEHOLDER)].filter(
    ({ 0: placeholder, index }) =>
      !known.has(placeholder) &&
      /\p{Ll}/u.test(text[index - 1] ?? '') &&
      /\p{Ll}/u.test(text[index + placeholder.length] ?? ''),
  ).length

/** Replaces the placeholders in the texts of lines and words, in place. */
function replaceInWords(
  parts: readonly Pick<Word, 'text' | 'written'>[],
  restore: (text: string) => string,
): void {
  for (const part of parts) {
    part.text = restore(part.text)
    if (part.written !== undefined) part.written = restore(part.written)
  }
}
