// Finds the title of a document on its first page.
import { letterKey } from '../../structure/text-forms.ts'
import { usableTitle } from '../../usable-title.ts'
import { numberedLevel } from '../blocks/heading-numbers.ts'
import type { Vocabulary } from '../blocks/join-text.ts'
import type { BodyMetrics } from '../page/body-metrics.ts'
import { maxOf } from '../page/extremes.ts'
import type { PdfPage } from '../page/page.ts'
import type { Area } from '../page/page-content.ts'
import type { TextRow } from '../page/reading-order.ts'
import { INSTITUTE_WORD, isAuthorRow } from './authors.ts'

/** Matches the heading of a first section, which may be as large as the title. */
export const FIRST_SECTION =
  /^(?:(?:1\.?|I\.|一、)\s*)?(?:abstract|introduction|摘\s*要|引\s*言|前\s*言|绪\s*论)$/i

/** What is known of a document when its title is searched. */
export interface TitleContext {
  body: BodyMetrics
  /** The first page. */
  page: Pick<PdfPage, 'height' | 'drawn'>
  vocabulary: Vocabulary
  /** The title in the metadata of the file, '' when that can be none. */
  metadataTitle: string
  /** First rows of the headings at which the text may begin. */
  headings: ReadonlySet<TextRow>
}

/** Consecutive rows in one large style, which may be the title. */
interface TitleCandidate {
  rows: TextRow[]
  text: string
}

/** Returns the rows of the title on the first page of a document, [] when nothing can be the title. */
export function findTitleRows(rows: readonly TextRow[], context: TitleContext): TextRow[] {
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
export const MAX_LINE_DISTANCE = 2
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
