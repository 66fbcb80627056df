import type { OutlineEntry } from '../../document.ts'
import { anyOf } from '../../words/word-lists.ts'
import { headingsFromTags } from '../engine/tags.ts'
import type { BodyMetrics } from '../page/body-metrics.ts'
import { isSameSize } from '../page/lines.ts'
import { type FileHeadings, headingsFromOutline } from '../page/outline.ts'
import type { GlyphStyle } from '../page/page-content.ts'
import type { TextRow } from '../page/reading-order.ts'
import { isStructured } from '../page/tagged-lines.ts'
import { isLetterNumbered, isRomanNumbered, NumberChain, numberedLevel } from './heading-numbers.ts'

/** A heading: its rows (one or several lines) and its level, from 1. */
export interface Heading {
  rows: TextRow[]
  level: number
}

/** Level of a heading without a number until all headings are known. */
const UNKNOWN_LEVEL = 0

/** The numbering scheme of the headings of a document. */
interface NumberingScheme {
  /** Whether some are numbered 一、 */
  hasHan: boolean
  /** Whether some are numbered I. */
  hasRoman: boolean
}

/**
 * Finds the headings among the rows of running text, in reading order: by the outline or structure of the file, else
 * by their numbers and style. Rows with the usual name of a section are headings even where the file declares others.
 *
 * @param skip rows that belong to something else (the title, references)
 * @returns the headings in reading order, no row in two of them; levels are at most `MAX_LEVEL` unless the file or a
 * number says otherwise.
 */
export function findHeadings(
  rows: readonly TextRow[],
  outline: readonly OutlineEntry[],
  body: BodyMetrics,
  skip: ReadonlySet<TextRow>,
): Heading[] {
  const declared = fileHeadings(rows, outline)
  const headings: Heading[] = []
  /** Rows that belong to a heading already, or to something else. */
  const taken = new Set<TextRow>(skip)
  const scheme: NumberingScheme = {
    hasHan: rows.some(({ line }) => /^[一二三四五六七八九十]{1,3}[、.]/.test(line.text)),
    hasRoman: rows.some((row) => isRomanNumbered(row.line.text) && isNumberedHeading(row, body)),
  }
  const chain = new NumberChain()
  const typefaceHeadings = declared.isComplete ? new Set() : findTypefaceHeadings(rows, body)
  rows.forEach((row, at) => {
    if (taken.has(row)) return
    const declaredHeading = declared.levels.get(row)
    const looksLikeHeading = () =>
      isNumberedHeading(row, body) ||
      // The next number of the headings so far, which nothing else sets apart from the text.
      (isBareHeading(row, body) && chain.isNext(row.line.text)) ||
      typefaceHeadings.has(row) ||
      isStyledHeading(row, body)
    const isHeading =
      declaredHeading || isNamedHeading(row, body) || (!declared.isComplete && looksLikeHeading())
    if (!isHeading) return
    chain.add(row.line.text)
    const headingRows = declaredHeading?.rows ?? [row, ...continuationRows(rows, at, body)]
    for (const headingRow of headingRows) taken.add(headingRow)
    const level = declaredHeading?.level ?? numberLevel(row.line.text, scheme) ?? UNKNOWN_LEVEL
    headings.push({ rows: headingRows, level })
  })
  const levelByStyle = levelsByStyle(headings)
  return headings.map(({ rows, level }, at) => ({
    rows,
    level: level === UNKNOWN_LEVEL ? levelByStyle({ rows, level }, at) : level,
  }))
}

/** Returns the headings that the file itself declares, in its outline or else in its structure tree. */
function fileHeadings(rows: readonly TextRow[], outline: readonly OutlineEntry[]): FileHeadings {
  const outlined = headingsFromOutline(outline, rows)
  if (outlined.isComplete || !isStructured(rows.map(({ line }) => line))) return outlined
  const tagged = headingsFromTags(rows)
  return tagged.isComplete ? tagged : outlined
}

/** Bounds a numbered heading that only space sets apart, and one that ends with a full stop, in UTF-16 units. */
const MAX_UNSTYLED_HEADING_CHARS = 80
const MAX_STOPPED_HEADING_CHARS = 60
/** Minimum size of a numbered heading, as a share of the body size, and step to the row below, of the leading. */
const MIN_NUMBERED_RATIO = 0.9
const MIN_STEP_BELOW = 1.05

/** Returns whether a row is a heading with a number: short, no sentence, and set apart by its style or by space. */
function isNumberedHeading(row: TextRow, body: BodyMetrics): boolean {
  const { text } = row.line
  if (numberedLevel(text) === null || row.line.size < body.size * MIN_NUMBERED_RATIO || !isShortRow(row))
    return false
  if (/[。;,:!]$/.test(text) || (/\.$/.test(text) && text.length > MAX_STOPPED_HEADING_CHARS)) return false
  const hasSpaceBelow = row.below === null || row.below > body.leading * MIN_STEP_BELOW
  return (
    isStyled(row, body) ||
    (hasSpaceAbove(row, body) && hasSpaceBelow && text.length < MAX_UNSTYLED_HEADING_CHARS)
  )
}

/** Largest length of a heading, in UTF-16 units. */
const MAX_HEADING_CHARS = 180
/** Share of the width of its column that a short row leaves free at its end. */
const MIN_FREE_SHARE = 0.04

/** Returns whether a row is short enough for a heading and does not fill its column. */
const isShortRow = ({ line, column }: TextRow): boolean =>
  line.text.length <= MAX_HEADING_CHARS &&
  line.x1 < column.right - MIN_FREE_SHARE * (column.right - column.left)

/** Size from which a row is larger than the text, and below which it is small print, as shares of the body size. */
const MIN_LARGE_RATIO = 1.04
const MIN_HEADING_RATIO = 0.88

/** Returns whether a row differs in style from the body text: bold, larger or in another font. */
function isStyled({ line }: TextRow, { style, size }: BodyMetrics): boolean {
  if (line.size > size * MIN_LARGE_RATIO) return true
  if (line.size < size * MIN_HEADING_RATIO || style === null) return false
  return (line.style.bold && !style.bold) || line.style.font !== style.font
}

/** Size ratio to the body text from which a line needs no more space above it than its own height. */
const MIN_LARGER_RATIO = 1.3
/** Smallest leading, as a multiple of the size. */
const MIN_LEADING = 1.1
/** Step to the row above, as a multiple of the leading, above which there is space between the rows. */
const MAX_STEP = 1.18

/** Returns whether there is more space above a row than between lines of the text. */
function hasSpaceAbove(row: TextRow, body: BodyMetrics): boolean {
  const { size } = row.line
  const leading = Math.max(body.leading, size * MIN_LEADING)
  const maxStep = size > body.size * MIN_LARGER_RATIO ? size : leading * MAX_STEP
  return row.above === null || row.above > maxStep
}

/** Minimum headings in a typeface of their own, and their minimum share of all lines in it. */
const MIN_TYPEFACE_HEADINGS = 2
const MIN_TYPEFACE_SHARE = 0.6

/**
 * Returns rows in a typeface of their own that precede body text, where most rows in that typeface do so: headings
 * that are neither larger nor bold.
 */
function findTypefaceHeadings(rows: readonly TextRow[], body: BodyMetrics): Set<TextRow> {
  /** By the name of the font: the number of all rows in it, and those that may be headings. */
  const typefaces = new Map<string, { all: number; headings: TextRow[] }>()
  rows.forEach((row, at) => {
    if (!isInOtherTypeface(row, body)) return
    const typeface = typefaces.get(row.line.style.font) ?? { all: 0, headings: [] }
    typefaces.set(row.line.style.font, typeface)
    typeface.all++
    const next = rows[at + 1]
    const isOverText = next !== undefined && next.column === row.column && next.line.style === body.style
    if (isOverText && isBareHeading(row, body) && hasSpaceAbove(row, body)) typeface.headings.push(row)
  })
  const headingTypefaces = [...typefaces.values()].filter(
    ({ all, headings }) =>
      headings.length >= MIN_TYPEFACE_HEADINGS && headings.length >= all * MIN_TYPEFACE_SHARE,
  )
  return new Set(headingTypefaces.flatMap(({ headings }) => headings))
}

/**
 * How far the size of such headings may differ from the body size, as a share of it: of bare ones, and of those in a
 * typeface of their own.
 */
const MAX_BARE_DIFFERENCE = 0.1
const MAX_TYPEFACE_DIFFERENCE = 0.06

/** Returns whether a row as a whole is set in another font or slant than the body text, in about the same size. */
function isInOtherTypeface(row: TextRow, { style, size }: BodyMetrics): boolean {
  const { line } = row
  const isOther = style !== null && (line.style.italic !== style.italic || line.style.font !== style.font)
  return (
    isOther &&
    Math.abs(line.size - size) < MAX_TYPEFACE_DIFFERENCE * size &&
    !line.style.mono &&
    line.words.every((word) => word.style.font === line.style.font)
  )
}

/** Bounds headings that only their number or typeface identifies, in UTF-16 units. */
const MAX_BARE_HEADING_CHARS = 70
/** Matches the end of a sentence or of a clause. */
const PUNCTUATION_END = /[。.;,:!、]$/

/** Returns whether a row can be a heading by its number or typeface alone: short, in body size, and no sentence. */
const isBareHeading = (row: TextRow, body: BodyMetrics): boolean =>
  row.line.text.length < MAX_BARE_HEADING_CHARS &&
  !PUNCTUATION_END.test(row.line.text) &&
  !isWordlessText(row.line.text) &&
  isShortRow(row) &&
  Math.abs(row.line.size - body.size) < MAX_BARE_DIFFERENCE * body.size

/**
 * Returns whether a text has no word, that is two ideographs or three letters, and so makes no sense as a heading:
 * formulas, numbers, a single letter.
 */
const isWordlessText = (text: string): boolean => !/\p{Script=Han}{2}|\p{L}{3}/u.test(text)

/** Minimum size of a heading without a number, as a share of the body size: of a bold one, and of any other. */
const MIN_BOLD_RATIO = 0.95
const MIN_UNNUMBERED_RATIO = 1.08

/**
 * Returns whether a row without a number is a heading: bold or larger than the text, separated from it, and no
 * sentence.
 */
function isStyledHeading(row: TextRow, body: BodyMetrics): boolean {
  const { line } = row
  if (
    PUNCTUATION_END.test(line.text) ||
    isWordlessText(line.text) ||
    !isShortRow(row) ||
    !hasSpaceAbove(row, body)
  )
    return false
  const isBolder = line.style.bold && body.style?.bold !== true && line.size > body.size * MIN_BOLD_RATIO
  const isLarger = line.size > body.size * MIN_UNNUMBERED_RATIO
  return (
    (isBolder || isLarger) &&
    line.words.every(({ style }) => style.bold === line.style.bold || style.size < line.size)
  )
}

/** Matches the usual names of sections without a number. */
const NAMED_HEADING = new RegExp(`^${anyOf('sections/headings')}$`, 'i')

/** Returns whether a row has the usual name of a section and is set apart by its style or by space. */
function isNamedHeading(row: TextRow, body: BodyMetrics): boolean {
  return NAMED_HEADING.test(row.line.text.trim()) && (isStyled(row, body) || hasSpaceAbove(row, body))
}

/** Largest number of lines of a heading after its first. */
const MAX_CONTINUATION_ROWS = 3

/** Returns the rows that continue the heading at `at`; none for one that its style does not set apart. */
function continuationRows(rows: readonly TextRow[], at: number, body: BodyMetrics): TextRow[] {
  const first = rows[at]
  const continuations: TextRow[] = []
  if (!first || !isStyled(first, body)) return continuations
  let before = first
  for (const row of rows.slice(at + 1, at + 1 + MAX_CONTINUATION_ROWS)) {
    if (!continuesHeading(row, before, first)) break
    continuations.push(row)
    before = row
  }
  return continuations
}

/** Largest step between the lines of a heading, in ems. */
const MAX_HEADING_STEP_EM = 1.6

/** Returns whether a row continues a heading: close below a long line, in the same style, without a number. */
function continuesHeading(row: TextRow, before: TextRow, first: TextRow): boolean {
  const { left, right } = first.column
  if (row.column !== first.column || row.above === null || row.above > first.line.size * MAX_HEADING_STEP_EM)
    return false
  // A line that ends before the middle is the last of its heading.
  if (before.line.x1 < left + (right - left) / 2) return false
  if (NAMED_HEADING.test(row.line.text.trim())) return false
  return hasSameStyle(row.line.style, first.line.style) && numberedLevel(row.line.text) === null
}

/** Returns whether two rows have the same font and weight and about the same size. */
const hasSameStyle = (a: GlyphStyle, b: GlyphStyle): boolean =>
  a.font === b.font && a.bold === b.bold && isSameSize(a.size, b.size)

/** Level of headings numbered 1. in a document with headings numbered 一、 and （一）. */
const DIGIT_LEVEL_BELOW_HAN = 3

/**
 * Returns the level that a number implies, null without one. `1.` is deeper than `一、` when both occur, and `A.` is
 * deeper than `I.`.
 */
function numberLevel(text: string, { hasHan, hasRoman }: NumberingScheme): number | null {
  const level = numberedLevel(text)
  if (level === null) return null
  if (hasRoman && isLetterNumbered(text)) return level + 1
  return hasHan && level === 1 && /^\d/.test(text) ? DIGIT_LEVEL_BELOW_HAN : level
}

/** Deepest level of headings without a number. */
const MAX_LEVEL = 4
/** Difference in prominence above which one heading stands out more than another, in points. */
const MIN_PROMINENCE_GAP = 0.2

/**
 * Returns a function that assigns a level to a heading without a number: the level of numbered headings in the same
 * style, else one below the deepest numbered headings that stand out more; without any numbered headings, its rank by
 * size. Between numbered headings of level 1 it gets at least level 2, unless its name is that of a usual section.
 */
function levelsByStyle(headings: readonly Heading[]): (heading: Heading, at: number) => number {
  const styles = numberedStyles(headings)
  const unnumbered = headings.filter(({ level }) => level === UNKNOWN_LEVEL)
  const ranks = [...new Set(unnumbered.map(({ rows: [first] }) => first?.line.size ?? 0))].toSorted(
    (a, b) => b - a,
  )
  /** Indices of the numbered headings of level 1 in `headings`. */
  const chapters = headings.flatMap(({ level }, at) => (level === 1 ? [at] : []))
  return ({ rows: [first] }, at) => {
    if (!first) return 1
    const { style, text, size } = first.line
    if (styles.size === 0) return Math.min(MAX_LEVEL, ranks.indexOf(size) + 1)
    const [sameStyleLevel] = [...styles].find(([, other]) => hasSameStyle(other, style)) ?? []
    const strongerLevels = [...styles].flatMap(([level, other]) =>
      prominence(other) > prominence(style) + MIN_PROMINENCE_GAP ? [level] : [],
    )
    const level = sameStyleLevel ?? Math.max(0, ...strongerLevels) + 1
    const isInside =
      chapters.length > 1 &&
      at > (chapters[0] ?? 0) &&
      at < (chapters.at(-1) ?? 0) &&
      !NAMED_HEADING.test(text.trim())
    return Math.min(MAX_LEVEL, isInside ? Math.max(2, level) : level)
  }
}

/** Returns the most prominent style of the headings with a known level, by level. */
function numberedStyles(headings: readonly Heading[]): Map<number, GlyphStyle> {
  const styles = new Map<number, GlyphStyle>()
  for (const { rows, level } of headings) {
    const line = rows[0]?.line
    const known = styles.get(level)
    if (line && level !== UNKNOWN_LEVEL && (!known || prominence(line.style) > prominence(known)))
      styles.set(level, line.style)
  }
  return styles
}

/** By how many points larger a bold heading counts than one that is not. */
const BOLD_POINTS = 0.5

/** Returns how much a heading stands out, in points. */
const prominence = ({ size, bold }: GlyphStyle): number => size + (bold ? BOLD_POINTS : 0)
