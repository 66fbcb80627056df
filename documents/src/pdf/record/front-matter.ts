import { letterKey } from '../../structure/text-forms.ts'
import { anyOf } from '../../words/word-lists.ts'
import { joinPieces } from '../blocks/join-text.ts'
import { splitRunInHeading } from '../blocks/run-in.ts'
import type { BodyMetrics } from '../page/body-metrics.ts'
import type { TextRow } from '../page/reading-order.ts'
import { findAuthors, INSTITUTE_WORD, isAuthorRow } from './authors.ts'
import { findTitleRows, MAX_LINE_DISTANCE, type TitleContext } from './title-rows.ts'

/** Title and authors of a document, with the rows of the first pages that precede its text. */
export interface FrontMatter {
  title: string
  authors: string[]
  titleRows: TextRow[]
  /** Rows with authors, affiliations and classification, which belong to no passage. */
  otherRows: TextRow[]
}

/** Matches titles that programs write into the metadata: their own name, or that of a file. */
const PLACEHOLDER_TITLE =
  /^(?:untitled|未命名|microsoft word|document\d*|无标题|slide|powerpoint)|\.(?:docx?|tex|dvi|pdf|eps|indd|txt|qxd|ps)\b/i
/** Bounds of the length of a title in the metadata, in UTF-16 units. */
const MIN_METADATA_CHARS = 6
const MAX_METADATA_CHARS = 299

/** Returns the title in the metadata of the file if it can be one, else ''. */
export const titleFromMetadata = (title: string): string =>
  title.length >= MIN_METADATA_CHARS && title.length <= MAX_METADATA_CHARS && !PLACEHOLDER_TITLE.test(title)
    ? title
    : ''

/** Largest number of characters of a first page that counts as a cover. */
const MAX_COVER_CHARS = 1_000

/**
 * Finds title, authors and everything else that precedes the text on the first page. All fields are empty when no row
 * can be the title.
 *
 * @param rows those of all pages: a title on a cover may be repeated on one of the next
 */
export function findFrontMatter(rows: readonly TextRow[], context: TitleContext): FrontMatter {
  const firstPage = rows.filter(({ line }) => line.page === 1)
  const titleRows = findTitleRows(firstPage, context)
  const last = titleRows.at(-1)
  if (!last) return { title: '', authors: [], titleRows: [], otherRows: [] }
  const { text: title } = joinPieces(
    titleRows.map(({ line }) => line),
    context.vocabulary,
  )
  const isInText = ({ column }: TextRow) => !column.isMargin
  const before = firstPage.slice(0, firstPage.indexOf(titleRows[0] ?? last)).filter(isInText)
  const after = firstPage.slice(firstPage.indexOf(last) + 1).filter(isInText)
  const isCover = joinDirectly(firstPage).length <= MAX_COVER_CHARS
  // On a cover no text begins: all of it precedes the text.
  const between = rowsBeforeText(after, context) ?? (isCover ? after : [])
  const repeated =
    between.length === after.length && isCover ? repeatedFrontRows(rows, titleRows, context) : []
  return {
    title,
    authors: findAuthors(between, last.line.size),
    titleRows,
    otherRows: [...before, ...between, ...repeated],
  }
}

/** Joins the texts of rows without anything between, for comparison. */
const joinDirectly = (rows: readonly TextRow[]): string => rows.map(({ line }) => line.text).join('')

/** Returns the rows before the text begins, or null when no text begins. */
function rowsBeforeText(rows: readonly TextRow[], { body, headings }: TitleContext): TextRow[] | null {
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
function repeatedFrontRows(
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
