// Finds where the text of a document begins, on its first page or behind a cover that is repeated.
import { letterKey } from '../../structure/text-forms.ts'
import { anyOf } from '../../words/word-lists.ts'
import { splitRunInHeading } from '../blocks/run-in.ts'
import type { BodyMetrics } from '../page/body-metrics.ts'
import type { TextRow } from '../page/reading-order.ts'
import { INSTITUTE_WORD, isAuthorRow } from './authors.ts'
import { MAX_LINE_DISTANCE, type TitleContext } from './title-rows.ts'

/** Joins the texts of rows without anything between, for comparison. */
export const joinDirectly = (rows: readonly TextRow[]): string => rows.map(({ line }) => line.text).join('')

/** Returns the rows before the text begins, or null when no text begins. */
export function rowsBeforeText(rows: readonly TextRow[], { body, headings }: TitleContext): TextRow[] | null {
  const text = rows.findIndex((row, at) => beginsText(row, rows[at + 1], body, headings))
  return text < 0 ? null : rows.slice(0, text)
}

/** Matches an institution, whose numbered lines are no headings. */
const ADDRESS_LINE = new RegExp(anyOf('front-matter/addresses'), 'i')
/** Minimum length of the first two lines of running text, in UTF-16 units, and width of their column, in points. */
const MIN_TEXT_LINE_CHARS = 40
const MIN_TEXT_COLUMN_WIDTH = 150
/** Minimum size of running text, as a share of the body size, and of its first two lines, as shares of the column. */
const MIN_TEXT_RATIO = 0.85
const MIN_FIRST_LINE_SHARE = 0.85
const MIN_NEXT_LINE_SHARE = 0.7

/** Returns whether the text of the paper begins at a row: with the abstract, a heading or running text. */
function beginsText(
  row: TextRow,
  next: TextRow | undefined,
  body: BodyMetrics,
  headings: ReadonlySet<TextRow>,
): boolean {
  if (
    splitRunInHeading(row.line) ||
    (headings.has(row) && !isAuthorRow(row) && !ADDRESS_LINE.test(row.line.text))
  )
    return true
  if (next === undefined || next.above === null || next.above > row.line.size * MAX_LINE_DISTANCE)
    return false
  const isWide = ({ line, column }: TextRow, share: number) =>
    line.x1 - line.x0 > share * (column.right - column.left) && line.text.length > MIN_TEXT_LINE_CHARS
  return (
    row.line.size >= body.size * MIN_TEXT_RATIO &&
    row.column.right - row.column.left > MIN_TEXT_COLUMN_WIDTH &&
    isWide(row, MIN_FIRST_LINE_SHARE) &&
    isWide(next, MIN_NEXT_LINE_SHARE) &&
    !isNamesRow(row)
  )
}

/** Mean length of a name with its separator up to which a row is a list of names, in UTF-16 units. */
const MAX_CHARS_PER_NAME = 22

/** Returns whether a row holds institutions, addresses, or as many separators as lists of names have. */
const isNamesRow = ({ line: { text } }: TextRow): boolean =>
  INSTITUTE_WORD.test(text) ||
  /@/.test(text) ||
  (text.match(/[,;、]/g)?.length ?? 0) > text.length / MAX_CHARS_PER_NAME

/** Number of the last page on which the title of a cover may be repeated, and the rows over which it may then run. */
const MAX_TITLE_PAGE = 4
const MAX_REPEATED_TITLE_ROWS = 3

/** Returns the rows before the text on the first page after a cover that repeats the title, [] when none does. */
export function repeatedFrontRows(
  rows: readonly TextRow[],
  titleRows: readonly TextRow[],
  context: TitleContext,
): TextRow[] {
  const title = letterKey(joinDirectly(titleRows))
  for (let page = 2; page <= MAX_TITLE_PAGE; page++) {
    const pageRows = rows.filter(({ line, column }) => line.page === page && !column.isMargin)
    for (const [at, { line }] of pageRows.entries()) {
      if (!title.startsWith(letterKey(line.text))) continue
      const end = titleEnd(pageRows, at, title)
      if (end !== null)
        return [...pageRows.slice(0, end), ...(rowsBeforeText(pageRows.slice(end), context) ?? [])]
    }
  }
  return []
}

/** Returns the index after the rows from `at` on whose letters are those of a title, or null. */
function titleEnd(rows: readonly TextRow[], at: number, title: string): number | null {
  for (let end = at + 1; end <= at + MAX_REPEATED_TITLE_ROWS; end++)
    if (letterKey(joinDirectly(rows.slice(at, end))) === title) return end
  return null
}
