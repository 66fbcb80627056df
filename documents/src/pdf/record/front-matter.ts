import { letterKey } from '../../structure/text-forms.ts'
import { usableTitle } from '../../usable-title.ts'
import { anyOf } from '../../words/word-lists.ts'
import { numberedLevel } from '../blocks/heading-numbers.ts'
import { joinPieces, type Vocabulary } from '../blocks/join-text.ts'
import { splitRunInHeading } from '../blocks/run-in.ts'
import type { BodyMetrics } from '../page/body-metrics.ts'
import { maxOf } from '../page/extremes.ts'
import type { PdfPage } from '../page/page.ts'
import type { Area } from '../page/page-content.ts'
import type { TextRow } from '../page/reading-order.ts'
import { findAuthors, INSTITUTE_WORD, isAuthorRow } from './authors.ts'

/** Title and authors of a document, with the rows of the first pages that precede its text. */
export interface FrontMatter {
  title: string
  authors: string[]
  titleRows: TextRow[]
  /** Rows with authors, affiliations and classification, which belong to no passage. */
  otherRows: TextRow[]
}

/** Matches the heading of a first section, which may be as large as the title. */
export const FIRST_SECTION =
  /^(?:(?:1\.?|I\.|一、)\s*)?(?:abstract|introduction|摘\s*要|引\s*言|前\s*言|绪\s*论)$/i
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

/** What is known of a document when its title is searched. */
interface TitleContext {
  body: BodyMetrics
  /** The first page. */
  page: Pick<PdfPage, 'height' | 'drawn'>
  vocabulary: Vocabulary
  /** The title in the metadata of the file, '' when that can be none. */
  metadataTitle: string
  /** First rows of the headings at which the text may begin. */
  headings: ReadonlySet<TextRow>
}

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

/** Consecutive rows in one large style, which may be the title. */
interface TitleCandidate {
  rows: TextRow[]
  text: string
}

/** Returns the rows of the title on the first page of a document, [] when nothing can be the title. */
function findTitleRows(rows: readonly TextRow[], context: TitleContext): TextRow[] {
  const candidates = titleCandidates(rows, context)
  const largestSize = maxOf(candidates, ({ rows: [first] }) => first?.line.size ?? 0)
  let best: TitleCandidate | null = null
  let bestWeight = Number.NEGATIVE_INFINITY
  for (const candidate of candidates) {
    const weight = titleWeight(candidate, rows, context, largestSize)
    if (weight > bestWeight) [best, bestWeight] = [candidate, weight]
  }
  return best?.rows ?? []
}

/** A larger distance between baselines, as a factor of the size, separates a title or running text from other rows. */
const MAX_LINE_DISTANCE = 2
/** Largest number of candidates that are compared. */
const MAX_CANDIDATES = 50
/** Largest number of lines of a title. */
const MAX_TITLE_ROWS = 6
/** Zones as shares of the page height from the top: titles begin in the first, most of them in the second. */
const TITLE_ZONE_SHARE = 0.55
const UPPER_ZONE_SHARE = 1 / 3
/** Size above which a line may begin a title, as a share of the body size. */
const MIN_TITLE_RATIO = 1.12

/** Returns groups of consecutive rows of one look, larger than the body text; one of them may be the title. */
function titleCandidates(rows: readonly TextRow[], { body, page }: TitleContext): TitleCandidate[] {
  const groups: TextRow[][] = []
  let before: TextRow | null = null
  for (const row of rows) {
    const { line, column } = row
    const last = groups.at(-1)
    const first = last?.[0]
    const continuesGroup =
      first &&
      before === last?.at(-1) &&
      hasSameLook(row, first) &&
      line.y - before.line.y <= first.line.size * MAX_LINE_DISTANCE
    const mayBeginTitle =
      line.y < page.height * TITLE_ZONE_SHARE &&
      !column.isMargin &&
      hasWords(line.text) &&
      line.size > body.size * MIN_TITLE_RATIO
    if (continuesGroup && last.length < MAX_TITLE_ROWS) last.push(row)
    else if (mayBeginTitle) groups.push([row])
    before = row
  }
  return groups.slice(0, MAX_CANDIDATES).map((group) => ({
    rows: group,
    text: joinWithSpaces(group),
  }))
}

/** Difference in size up to which rows look the same, the larger of: in points, and as a share of the size. */
const SIZE_TOLERANCE = 0.4
const SIZE_TOLERANCE_SHARE = 0.05

/** Returns whether two rows are of about the same size and equally bold. */
const hasSameLook = (a: TextRow, b: TextRow): boolean =>
  Math.abs(a.line.size - b.line.size) < Math.max(SIZE_TOLERANCE, SIZE_TOLERANCE_SHARE * a.line.size) &&
  a.line.style.bold === b.line.style.bold

/** Returns whether a text has two letters in a row or an ideograph. */
const hasWords = (text: string): boolean => /\p{L}{2}|\p{Script=Han}/u.test(text)

/** Joins the texts of rows by spaces. */
const joinWithSpaces = (rows: readonly TextRow[]): string => rows.map(({ line }) => line.text).join(' ')

/** Largest number of drawings in which candidates are looked for. */
const MAX_DRAWINGS = 50
/** Matches volume, issue and address, which are printed next to the name of a journal. */
const ISSUE_LINE =
  /(?:\b(?:vol(?:ume)?|no|issue|issn|isbn|pp)\b|第|年|月|总).{0,12}\d|\d\s*[卷期]|https?:|www\.|\bdoi\b/i
/**
 * Matches texts of at least four words, or of eight characters in Chinese; shorter ones are more often names than
 * titles.
 */
const LONG_TITLE = /^(?:\S+ ){3}|^.*\p{Script=Han}.{7}/u

/**
 * Weights of the evidence that a candidate is the title, chosen on the kinds of first pages that bench/layouts draws.
 * Titles and names of journals differ in what is printed next to them; without other evidence the largest letters win.
 */
const TITLE_WEIGHTS = {
  /** For the largest size of all candidates; a smaller size counts in proportion. */
  size: 4,
  /** Authors or an institution in one of the rows just below. */
  authorsBelow: 1.5,
  /** An issue line just above or below. */
  issueLine: -1,
  longText: 0.7,
  /** The letters are those of the title in the metadata. */
  metadata: 3,
  /** It is inside a drawing. */
  drawing: -1.5,
  /** It is below the upper third of the page. */
  lowOnPage: -0.7,
}

/** Number of rows below a candidate in which authors are looked for. */
const ROWS_BELOW = 2

/**
 * Returns the sum of the weights of a candidate, minus infinity when its text cannot be a title.
 *
 * @param all the rows of the first page
 * @param largestSize the largest size of all candidates, in points
 */
function titleWeight(
  { rows, text }: TitleCandidate,
  all: readonly TextRow[],
  { page, metadataTitle }: TitleContext,
  largestSize: number,
): number {
  const [first] = rows
  if (!first || usableTitle(text) === '' || isSectionHeading(first.line.text)) return Number.NEGATIVE_INFINITY
  const at = all.indexOf(first)
  const below = all.slice(at + rows.length, at + rows.length + ROWS_BELOW)
  const neighbors = [all[at - 1], below[0]]
  let weight = (TITLE_WEIGHTS.size * first.line.size) / largestSize
  if (below.some((row) => isAuthorRow(row) || INSTITUTE_WORD.test(row.line.text)))
    weight += TITLE_WEIGHTS.authorsBelow
  if (neighbors.some((row) => row && ISSUE_LINE.test(row.line.text))) weight += TITLE_WEIGHTS.issueLine
  if (LONG_TITLE.test(text)) weight += TITLE_WEIGHTS.longText
  if (metadataTitle !== '' && letterKey(metadataTitle) === letterKey(text)) weight += TITLE_WEIGHTS.metadata
  if (page.drawn.slice(0, MAX_DRAWINGS).some((area) => isInArea(first, area))) weight += TITLE_WEIGHTS.drawing
  if (first.line.y >= page.height * UPPER_ZONE_SHARE) weight += TITLE_WEIGHTS.lowOnPage
  return weight
}

/** Matches names of sections that are set in large letters on first pages. */
const SECTION_TITLE = /^(?:目\s*录|contents|参\s*考\s*文\s*献|references|abstract|摘\s*要|致\s*谢)$/i

/**
 * Returns whether a row is the heading of a section, such as a table of contents or a chapter, and not of the paper.
 */
const isSectionHeading = (text: string): boolean =>
  SECTION_TITLE.test(text) ||
  (numberedLevel(text) !== null && (/^第|^\d+\.\d/.test(text) || FIRST_SECTION.test(text)))

/** Returns whether the center of a row, on its baseline, is inside an area. */
const isInArea = ({ line }: TextRow, { x0, x1, y0, y1 }: Area): boolean =>
  (line.x0 + line.x1) / 2 > x0 && (line.x0 + line.x1) / 2 < x1 && line.y > y0 && line.y < y1

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
