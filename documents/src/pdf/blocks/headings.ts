import type { OutlineEntry } from '../../document.ts'
import { headingsFromTags } from '../engine/tags.ts'
import type { BodyMetrics } from '../page/body-metrics.ts'
import { type FileHeadings, headingsFromOutline } from '../page/outline.ts'
import type { TextRow } from '../page/reading-order.ts'
import { isStructured } from '../page/tagged-lines.ts'
import {
  type Heading,
  hasSameStyle,
  levelsByStyle,
  NAMED_HEADING,
  type NumberingScheme,
  numberLevel,
  UNKNOWN_LEVEL,
} from './heading-levels.ts'
import { isRomanNumbered, NumberChain, numberedLevel } from './heading-numbers.ts'
import {
  findTypefaceHeadings,
  isBareHeading,
  isNamedHeading,
  isNumberedHeading,
  isStyled,
  isStyledHeading,
} from './heading-rows.ts'

/**
 * Finds the headings among the rows of running text, in reading order: by the outline or structure of the file, else
 * by their numbers and style. Rows with the usual name of a section are headings even where the file declares others.
 *
 * @param skip rows that belong to something else (the title, references)
 * @returns the headings in reading order, no row in two of them; levels are at most `MAX_LEVEL` (heading-levels.ts)
 * unless the file or a number says otherwise.
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
