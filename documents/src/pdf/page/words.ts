import type { Glyph, GlyphStyle, StructureTag } from './page-content.ts'

/**
 * Adjacent glyphs of one style. A change of style inside a written word gives two words, of which the second is not
 * `spaced`.
 */
export interface Word {
  /** The text in the compared form, see `comparableForm` of `structure/text-forms.ts`. */
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

/** Returns a text as the page prints it. */
export const writtenText = ({ text, written }: { text: string; written?: string | undefined }): string =>
  written ?? text

/** In ems: bounds the distance between the baselines of an accent and its letter. */
const ACCENT_RISE_EM = 0.4
const SOFT_HYPHEN = '\u00AD'

/** Groups glyphs into words, in painting order. */
export function groupWords(glyphs: readonly Glyph[]): Word[] {
  const words: Word[] = []
  let word: Word | null = null
  let space: Glyph | null = null
  for (const glyph of mergeAccents(glyphs)) {
    const isBlank = glyph.text.trim() === ''
    if (isBlank) space = glyph
    if (isBlank || glyph.text === SOFT_HYPHEN) continue
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
 * Merges accents that old fonts paint as separate glyphs into the letters below them. The engine has read the accents
 * as combining marks.
 */
function mergeAccents(glyphs: readonly Glyph[]): Glyph[] {
  const merged: Glyph[] = []
  /** An accent painted before its letter; dropped when the next glyph is not that letter. */
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

/** Returns whether a text is a single accent that combines with a letter. */
const isCombiningMark = (text: string): boolean => /^\p{M}$/u.test(text)

/** In ems: bounds the distance of the middle of an accent from that of its letter. */
const ACCENT_OFFSET_EM = 0.3

/** Returns whether an accent is above or below a letter, about in its middle. */
const isOverLetter = (mark: Glyph, letter: Glyph): boolean =>
  /^\p{L}$/u.test(letter.text) &&
  Math.abs((mark.x0 + mark.x1) / 2 - (letter.x0 + letter.x1) / 2) < letter.style.size * ACCENT_OFFSET_EM &&
  Math.abs(mark.y - letter.y) < letter.style.size * ACCENT_RISE_EM

/** Returns the letter with its accent as one glyph. */
function accentedGlyph(letter: Glyph, mark: Glyph): Glyph {
  // Old fonts paint í with a dotless i.
  const base = letter.text === 'ı' ? 'i' : letter.text
  // The written form of the merged character equals its compared form.
  return { ...letter, text: (base + mark.text).normalize('NFC'), written: undefined }
}

/** In ems: up to this width a space counts as one without width. */
const MAX_ZERO_WIDTH_EM = 0.02
/** In ems: a glyph whose baseline is farther from that of a space is on another line, or raised or lowered. */
const MAX_SPACE_RISE_EM = 0.5
/** In ems: a glyph that begins farther before a space has been painted elsewhere. */
const MAX_BACKWARD_EM = 1
/** Share of a space's width up to which the next glyph must begin to cover the space. */
const MAX_UNCOVERED_SHARE = 0.4

/**
 * Returns whether a painted space separates words. It does when the next glyph is elsewhere on the page. Otherwise a
 * space that the next glyph covers, or that has no width, only marks where a hyphen is possible.
 */
function separatesWords(space: Glyph, next: Glyph): boolean {
  const { size } = space.style
  const spaceWidth = space.x1 - space.x0
  const isOnOtherLine = Math.abs(next.y - space.y) > MAX_SPACE_RISE_EM * size
  const jumpsBack = next.x0 < space.x0 - MAX_BACKWARD_EM * size
  const hasWidth = spaceWidth > MAX_ZERO_WIDTH_EM * size
  const isUncovered = next.x0 > space.x0 + spaceWidth * MAX_UNCOVERED_SHARE
  return isOnOtherLine || jumpsBack || (hasWidth && isUncovered)
}

/** In ems: a wider gap separates words. */
const WORD_GAP_EM = 0.16
const IDEOGRAPH_GAP_EM = 0.5
/** In ems: bounds the overlap of neighboring glyphs by kerning. */
const MAX_KERN_EM = 0.35
/** In ems: baselines within this distance are one. */
const BASELINE_TOLERANCE_EM = 0.08
/** Matches a Chinese character, kana, Chinese punctuation or a full-width form at the end of a text. */
const IDEOGRAPH_END = /[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF\u3000-\u303F]$/

/**
 * Returns whether a glyph belongs to the word painted before it. Between two ideographs, which are set apart in
 * justified text, the gap may be wider.
 */
function continuesWord(word: Word, glyph: Glyph): boolean {
  const { size } = glyph.style
  if (word.style !== glyph.style || word.artifact !== glyph.artifact) return false
  if (Math.abs(word.y - glyph.y) > BASELINE_TOLERANCE_EM * size) return false
  const gap = glyph.x0 - word.x1
  const areIdeographs = IDEOGRAPH_END.test(word.text) && IDEOGRAPH_END.test(glyph.text)
  const maxGap = (areIdeographs ? IDEOGRAPH_GAP_EM : WORD_GAP_EM) * size
  return gap >= -MAX_KERN_EM * size && gap <= maxGap
}

/** Appends a glyph to a word. */
function addGlyph(word: Word, glyph: Glyph): void {
  if (word.written ?? glyph.written) word.written = writtenText(word) + writtenText(glyph)
  word.text += glyph.text
  word.x1 = Math.max(word.x1, glyph.x1)
}

/**
 * Returns whether a space belongs between two words of a line. Chinese has none, nor is one written between an
 * ideograph and a Latin word, even where the gap is wide enough to divide words (`continuesWord`).
 */
export function needsSpace(before: Word, after: Word): boolean {
  if (after.spaced) return true
  if (IDEOGRAPH_END.test(before.text) || IDEOGRAPH_END.test(after.text.slice(0, 1))) return false
  return after.x0 - before.x1 > WORD_GAP_EM * Math.max(before.style.size, after.style.size)
}
