import type { Glyph, GlyphStyle, StructureTag } from './page-content.ts'

/**
 * Adjacent glyphs of one style. A change of style inside a written word gives two words, of which the second is not
 * `spaced`.
 */
export interface Word {
  /** The text in the compared form, see `comparableForm`. */
  text: string
  /** The text as the page prints it, with the same number of characters; absent when equal to `text`. */
  written?: string | undefined
  x0: number
  x1: number
  /** Of the baseline. */
  y: number
  style: GlyphStyle
  /** Whether a space was painted before the word; otherwise the gap decides. */
  spaced: boolean
  artifact: boolean
  tag?: StructureTag | undefined
}

/** In ems: a wider gap separates words. */
const WORD_GAP_EM = 0.16
const IDEOGRAPH_GAP_EM = 0.5
/** In ems: bounds the overlap of neighboring glyphs by kerning. */
const MAX_KERN_EM = 0.35
/** In ems: baselines within this distance are one. */
const BASELINE_TOLERANCE_EM = 0.08
/** In ems: up to this width a space has no width. */
const MAX_ZERO_WIDTH_EM = 0.02
const SOFT_HYPHEN = '\u00AD'

/** Matches a wide character or Chinese punctuation at the end of a text. */
const IDEOGRAPH_END = /[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF\u3000-\u303F]$/
const isCombiningMark = (text: string): boolean => /^\p{M}$/u.test(text)

/** Merges accents that old fonts paint as separate glyphs into the letters below them. */
function mergeAccents(glyphs: readonly Glyph[]): Glyph[] {
  const merged: Glyph[] = []
  /** An accent painted before its letter. */
  let pending: Glyph | null = null
  for (const glyph of glyphs) {
    const before = merged.at(-1)
    if (isCombiningMark(glyph.text)) {
      if (before && isOverLetter(glyph, before)) merged[merged.length - 1] = accentedGlyph(before, glyph)
      else pending = glyph
      continue
    }
    merged.push(pending && isOverLetter(pending, glyph) ? accentedGlyph(glyph, pending) : glyph)
    pending = null
  }
  return merged
}

/** Bounds the distance of an accent from its letter, in ems: of their middles, and of their baselines. */
const ACCENT_OFFSET_EM = 0.3
const ACCENT_RISE_EM = 0.4

const isOverLetter = (mark: Glyph, letter: Glyph): boolean =>
  /^\p{L}$/u.test(letter.text) &&
  Math.abs((mark.x0 + mark.x1) / 2 - (letter.x0 + letter.x1) / 2) < letter.style.size * ACCENT_OFFSET_EM &&
  Math.abs(mark.y - letter.y) < letter.style.size * ACCENT_RISE_EM

function accentedGlyph(letter: Glyph, mark: Glyph): Glyph {
  // Old fonts paint í with a dotless i.
  const base = letter.text === 'ı' ? 'i' : letter.text
  return { ...letter, text: (base + mark.text).normalize('NFC'), written: undefined }
}

/** Returns a text as the page prints it. */
export const writtenText = ({ text, written }: { text: string; written?: string | undefined }): string =>
  written ?? text

/** Appends a glyph to a word. */
function addGlyph(word: Word, glyph: Glyph): void {
  if (word.written ?? glyph.written) word.written = writtenText(word) + writtenText(glyph)
  word.text += glyph.text
  word.x1 = Math.max(word.x1, glyph.x1)
}

/** Groups glyphs into words, in painting order. */
export function groupWords(glyphs: readonly Glyph[]): Word[] {
  const words: Word[] = []
  let word: Word | null = null
  let space: Glyph | null = null
  for (const glyph of mergeAccents(glyphs)) {
    if (glyph.text.trim() === '') space = glyph
    if (glyph.text.trim() === '' || glyph.text === SOFT_HYPHEN) continue
    const spaced: boolean = space !== null && separatesWords(space, glyph)
    space = null
    if (word && !spaced && continuesWord(word, glyph)) {
      addGlyph(word, glyph)
      continue
    }
    const { text, written, x0, x1, y, style, artifact, tag } = glyph
    word = { text, written, x0, x1, y, style, spaced, artifact, tag }
    words.push(word)
  }
  return words
}

/**
 * Returns whether a painted space separates words. A space that the next glyph covers, or that has no width, only
 * marks where a hyphen is possible.
 */
const separatesWords = (space: Glyph, next: Glyph): boolean =>
  Math.abs(next.y - space.y) > 0.5 * space.style.size ||
  next.x0 < space.x0 - space.style.size ||
  (space.x1 - space.x0 > MAX_ZERO_WIDTH_EM * space.style.size &&
    next.x0 > space.x0 + (space.x1 - space.x0) * 0.4)

/** Returns whether a glyph belongs to the word painted before it. */
function continuesWord(word: Word, glyph: Glyph): boolean {
  const { size } = glyph.style
  if (word.style !== glyph.style || word.artifact !== glyph.artifact) return false
  if (Math.abs(word.y - glyph.y) > BASELINE_TOLERANCE_EM * size) return false
  const gap = glyph.x0 - word.x1
  const areIdeographs = IDEOGRAPH_END.test(word.text) && IDEOGRAPH_END.test(glyph.text)
  const maxGap = (areIdeographs ? IDEOGRAPH_GAP_EM : WORD_GAP_EM) * size
  return gap >= -MAX_KERN_EM * size && gap <= maxGap
}

/** Returns whether a space belongs between two words of a line. */
export function needsSpace(before: Word, after: Word): boolean {
  if (after.spaced) return true
  if (IDEOGRAPH_END.test(before.text) || IDEOGRAPH_END.test(after.text.slice(0, 1))) return false
  return after.x0 - before.x1 > WORD_GAP_EM * Math.max(before.style.size, after.style.size)
}
