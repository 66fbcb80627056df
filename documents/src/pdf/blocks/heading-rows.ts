// Tells by text, style and space whether a row is a heading.
import type { BodyMetrics } from '../page/body-metrics.ts'
import type { TextRow } from '../page/reading-order.ts'
import { NAMED_HEADING } from './heading-levels.ts'
import { numberedLevel } from './heading-numbers.ts'

/** Bounds a numbered heading that only space sets apart, and one that ends with a full stop, in UTF-16 units. */
const MAX_UNSTYLED_HEADING_CHARS = 80
const MAX_STOPPED_HEADING_CHARS = 60
/** Minimum size of a numbered heading, as a share of the body size, and step to the row below, of the leading. */
const MIN_NUMBERED_RATIO = 0.9
const MIN_STEP_BELOW = 1.05

/** Returns whether a row is a heading with a number: short, no sentence, and set apart by its style or by space. */
export function isNumberedHeading(row: TextRow, body: BodyMetrics): boolean {
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
export function isStyled({ line }: TextRow, { style, size }: BodyMetrics): boolean {
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
export function findTypefaceHeadings(rows: readonly TextRow[], body: BodyMetrics): Set<TextRow> {
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
export const isBareHeading = (row: TextRow, body: BodyMetrics): boolean =>
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
export function isStyledHeading(row: TextRow, body: BodyMetrics): boolean {
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

/** Returns whether a row has the usual name of a section and is set apart by its style or by space. */
export function isNamedHeading(row: TextRow, body: BodyMetrics): boolean {
  return NAMED_HEADING.test(row.line.text.trim()) && (isStyled(row, body) || hasSpaceAbove(row, body))
}
