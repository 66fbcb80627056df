import { joinPieces } from '../blocks/join-text.ts'
import type { TextRow } from '../page/reading-order.ts'
import { findAuthors } from './authors.ts'
import { joinDirectly, repeatedFrontRows, rowsBeforeText } from './text-start.ts'
import { findTitleRows, type TitleContext } from './title-rows.ts'

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
