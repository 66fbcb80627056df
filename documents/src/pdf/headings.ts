import type { OutlineEntry } from '../document.ts'
import type { BodyMetrics } from './body-metrics.ts'
import { maxOf } from './extremes.ts'
import { isLetterNumbered, isRomanNumbered, NumberChain, numberedLevel } from './heading-numbers.ts'
import { type FileHeadings, headingsFromOutline } from './outline.ts'
import type { GlyphStyle } from './page-content.ts'
import type { TextRow } from './reading-order.ts'
import { isStructured } from './tagged-lines.ts'
import { headingsFromTags } from './tags.ts'

/** A heading: its rows (one or several lines) and its level, from 1. */
export interface Heading {
  rows: TextRow[]
  level: number
}

const MAX_HEADING_CHARS = 180
/** Bounds headings that only their number or typeface identifies, in UTF-16 units. */
const MAX_BARE_HEADING_CHARS = 70
/** Minimum headings in one typeface, and their minimum share of all lines in it. */
const MIN_FACED_HEADINGS = 2
const MIN_FACED_SHARE = 0.6
const NAMED_HEADING =
  /^(?:abstract|summary|introduction|background|methods?|results?|discussion|conclusions?|references|bibliography|acknowledge?ments?|appendix|contents|摘\s*要|引\s*言|绪\s*论|前\s*言|结\s*论|结\s*语|讨\s*论|致\s*谢|附\s*录|参\s*考\s*文\s*献|目\s*录)$/i
/** Bounds the level of headings without a number. */
const MAX_LEVEL = 4
const PUNCTUATION_END = /[。.;,:!、]$/

/** Returns whether a row is set apart from the body text: bold, larger or in another font. */
function isStyled({ line }: TextRow, { style, size }: BodyMetrics): boolean {
  if (line.size > size * 1.04) return true
  if (line.size < size * 0.88 || style === null) return false
  return (line.style.bold && !style.bold) || line.style.font !== style.font
}

/** Size ratio to the body text from which a line needs no more space above it than its own height. */
const MIN_LARGER_RATIO = 1.3

function hasSpaceAbove(row: TextRow, body: BodyMetrics): boolean {
  const { size } = row.line
  const step = size > body.size * MIN_LARGER_RATIO ? size : Math.max(body.leading, size * 1.1) * 1.18
  return row.above === null || row.above > step
}

const isShortRow = ({ line, column }: TextRow): boolean =>
  line.text.length <= MAX_HEADING_CHARS && line.x1 < column.right - 0.04 * (column.right - column.left)

/** Returns whether a text makes no sense as a heading: formulas, numbers, a single letter. */
const isWordlessText = (text: string): boolean => !/\p{Script=Han}{2}|\p{L}{3}/u.test(text)

function isNumberedHeading(row: TextRow, body: BodyMetrics): boolean {
  const { text } = row.line
  if (numberedLevel(text) === null || row.line.size < body.size * 0.9 || !isShortRow(row)) return false
  if (/[。;,:!]$/.test(text) || (/\.$/.test(text) && text.length > 60)) return false
  const styled = isStyled(row, body)
  const below = row.below === null || row.below > body.leading * 1.05
  return styled || (hasSpaceAbove(row, body) && below && text.length < 80)
}

/** Returns whether a row can be a heading by its number or typeface alone: short, in body size, and no sentence. */
const isBareHeading = (row: TextRow, body: BodyMetrics): boolean =>
  row.line.text.length < MAX_BARE_HEADING_CHARS &&
  !PUNCTUATION_END.test(row.line.text) &&
  !isWordlessText(row.line.text) &&
  isShortRow(row) &&
  Math.abs(row.line.size - body.size) < 0.1 * body.size

/** Returns whether a row as a whole is set in another font or slant than the body text, in about the same size. */
function isSetApart(row: TextRow, { style, size }: BodyMetrics): boolean {
  const { line } = row
  const isOther = style !== null && (line.style.italic !== style.italic || line.style.font !== style.font)
  return (
    isOther &&
    Math.abs(line.size - size) < 0.06 * size &&
    !line.style.mono &&
    line.words.every((word) => word.style.font === line.style.font)
  )
}

/**
 * Returns rows in a typeface of their own that precede body text, where most rows in that typeface do so: headings
 * that are neither larger nor bold.
 */
function findFacedHeadings(rows: readonly TextRow[], body: BodyMetrics): Set<TextRow> {
  const faces = new Map<string, { all: number; headings: TextRow[] }>()
  rows.forEach((row, at) => {
    if (!isSetApart(row, body)) return
    const face = faces.get(row.line.style.font) ?? { all: 0, headings: [] }
    faces.set(row.line.style.font, face)
    face.all++
    const next = rows[at + 1]
    const isOverText = next !== undefined && next.column === row.column && next.line.style === body.style
    if (isOverText && isBareHeading(row, body) && hasSpaceAbove(row, body)) face.headings.push(row)
  })
  const found = [...faces.values()].filter(
    ({ all, headings }) => headings.length >= MIN_FACED_HEADINGS && headings.length >= all * MIN_FACED_SHARE,
  )
  return new Set(found.flatMap(({ headings }) => headings))
}

function isNamedHeading(row: TextRow, body: BodyMetrics): boolean {
  return NAMED_HEADING.test(row.line.text.trim()) && (isStyled(row, body) || hasSpaceAbove(row, body))
}

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
  const bolder = line.style.bold && body.style?.bold !== true && line.size > body.size * 0.95
  const larger = line.size > body.size * 1.08
  return (
    (bolder || larger) &&
    line.words.every(({ style }) => style.bold === line.style.bold || style.size < line.size)
  )
}

const hasSameStyle = (a: GlyphStyle, b: GlyphStyle): boolean =>
  a.font === b.font && a.bold === b.bold && Math.abs(a.size - b.size) < 0.3

/** Returns whether a row continues a heading: close below a long line, in the same style, without a number. */
function continuesHeading(row: TextRow, before: TextRow, first: TextRow): boolean {
  const { left, right } = first.column
  if (row.column !== first.column || row.above === null || row.above > first.line.size * 1.6) return false
  if (before.line.x1 < left + 0.5 * (right - left)) return false
  if (NAMED_HEADING.test(row.line.text.trim())) return false
  return hasSameStyle(row.line.style, first.line.style) && numberedLevel(row.line.text) === null
}

/** Returns the rows that continue the heading at `at`. */
function continuationRows(rows: readonly TextRow[], at: number, body: BodyMetrics): TextRow[] {
  const first = rows[at]
  const found: TextRow[] = []
  if (!first || !isStyled(first, body)) return found
  let before = first
  for (const row of rows.slice(at + 1, at + 4)) {
    if (!continuesHeading(row, before, first)) break
    found.push(row)
    before = row
  }
  return found
}

/** Returns how much a heading stands out, in points: its size, plus half a point when bold. */
const prominence = ({ size, bold }: GlyphStyle): number => size + (bold ? 0.5 : 0)

/** Returns the most prominent style of the numbered headings of each level. */
function numberedStyles(headings: readonly Heading[]): Map<number, GlyphStyle> {
  const looks = new Map<number, GlyphStyle>()
  for (const { rows, level } of headings) {
    const line = rows[0]?.line
    const known = looks.get(level)
    if (line && level > 0 && (!known || prominence(line.style) > prominence(known)))
      looks.set(level, line.style)
  }
  return looks
}

/**
 * Returns a function that assigns levels to headings without a number: that of numbered headings in the same style,
 * else one below the headings that stand out more, else by rank of size. Between numbered headings of level 1 such a
 * heading is at least of level 2, unless its name is that of a usual section.
 */
function levelsByStyle(headings: readonly Heading[]): (heading: Heading, at: number) => number {
  const looks = numberedStyles(headings)
  const unnumbered = headings.filter(({ level }) => level === 0)
  const ranks = [...new Set(unnumbered.map(({ rows: [first] }) => first?.line.size ?? 0))].toSorted(
    (a, b) => b - a,
  )
  const tops = headings.flatMap(({ level }, at) => (level === 1 ? [at] : []))
  return ({ rows: [first] }, at) => {
    if (!first) return 1
    const { style, text, size } = first.line
    if (looks.size === 0) return Math.min(MAX_LEVEL, ranks.indexOf(size) + 1)
    const alike = [...looks].find(([, look]) => hasSameStyle(look, style))
    const stronger = [...looks].filter(([, look]) => prominence(look) > prominence(style) + 0.2)
    const level = alike?.[0] ?? maxOf([[0] as const, ...stronger], ([each]) => each) + 1
    const isInside =
      tops.length > 1 && at > (tops[0] ?? 0) && at < (tops.at(-1) ?? 0) && !NAMED_HEADING.test(text.trim())
    return Math.min(MAX_LEVEL, isInside ? Math.max(2, level) : level)
  }
}

/** The numbering scheme of the headings of a document. */
interface NumberingScheme {
  /** Numbered 一、 */
  han: boolean
  /** Numbered I. */
  roman: boolean
}

/** Returns the level that a number implies; 1. is deeper than 一、 when both occur, and A. deeper than I. */
function numberLevel(text: string, { han, roman }: NumberingScheme): number | null {
  const level = numberedLevel(text)
  if (level === null) return null
  if (roman && isLetterNumbered(text)) return level + 1
  return han && level === 1 && /^\d/.test(text) ? 3 : level
}

/** Returns the headings that the file itself declares, in its outline or else in its structure tree. */
function fileHeadings(rows: readonly TextRow[], outline: readonly OutlineEntry[]): FileHeadings {
  const taught = headingsFromOutline(outline, rows)
  if (taught.complete || !isStructured(rows.map(({ line }) => line))) return taught
  const tagged = headingsFromTags(rows)
  return tagged.complete ? tagged : taught
}

/**
 * Finds the headings among the rows of running text: by the outline or structure of the file, else by their numbers
 * and style.
 *
 * @param skip rows that belong to something else (the title, references)
 */
export function findHeadings(
  rows: readonly TextRow[],
  outline: readonly OutlineEntry[],
  body: BodyMetrics,
  skip: ReadonlySet<TextRow>,
): Heading[] {
  const taught = fileHeadings(rows, outline)
  const headings: Heading[] = []
  const taken = new Set<TextRow>(skip)
  const counting = {
    han: rows.some(({ line }) => /^[一二三四五六七八九十]{1,3}[、.]/.test(line.text)),
    roman: rows.some((row) => isRomanNumbered(row.line.text) && isNumberedHeading(row, body)),
  }
  const chain = new NumberChain()
  const faced = taught.complete ? new Set() : findFacedHeadings(rows, body)
  rows.forEach((row, at) => {
    if (taken.has(row)) return
    const lesson = taught.levels.get(row)
    const numbered = isNumberedHeading(row, body)
    const next = isBareHeading(row, body) && chain.goesOn(row.line.text)
    const isOwn = numbered || next || faced.has(row) || isStyledHeading(row, body)
    const found = lesson || isNamedHeading(row, body) || (!taught.complete && isOwn)
    if (!found) return
    chain.add(row.line.text)
    const all = lesson?.rows ?? [row, ...continuationRows(rows, at, body)]
    for (const each of all) taken.add(each)
    headings.push({ rows: all, level: lesson?.level ?? numberLevel(row.line.text, counting) ?? 0 })
  })
  const levelOf = levelsByStyle(headings)
  return headings.map((heading, at) => ({
    rows: heading.rows,
    level: heading.level || levelOf(heading, at),
  }))
}
