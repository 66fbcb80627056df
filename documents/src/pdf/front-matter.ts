import { usableTitle } from '../usable-title.ts'
import { findAuthors, INSTITUTE_WORD, isAuthorRow } from './authors.ts'
import { maxOf } from './extremes.ts'
import type { TextRow } from './items.ts'
import { joinPieces, type Vocabulary } from './join-text.ts'
import type { BodyMetrics } from './metrics.ts'
import { numberedLevel } from './numbering.ts'
import type { PdfPage } from './page.ts'
import type { Area } from './page-content.ts'
import { splitRunInHeading } from './run-in.ts'

export interface FrontMatter {
  title: string
  authors: string[]
  titleRows: TextRow[]
  /** Authors, affiliations, classification: of no passage. */
  otherRows: TextRow[]
}

/** What is known of a document when its title is looked for. */
interface TitleContext {
  body: BodyMetrics
  /** The first. */
  page: Pick<PdfPage, 'height' | 'drawn'>
  known: Vocabulary
  /** As the file's own data say it. */
  info: string
  headings: ReadonlySet<TextRow>
}

const SECTION_TITLE = /^(?:目\s*录|contents|参\s*考\s*文\s*献|references|abstract|摘\s*要|致\s*谢)$/i
const PLACEHOLDER_TITLE =
  /^(?:untitled|未命名|microsoft word|document\d*|无标题|slide|powerpoint)|\.(?:docx?|tex|dvi|pdf|eps|indd|txt|qxd|ps)\b/i

/** What the file says of its title, where it can be one. */
export const titleFromInfo = (title: string): string =>
  title.length > 5 && title.length < 300 && !PLACEHOLDER_TITLE.test(title) ? title : ''

const hasWords = (text: string): boolean => /\p{L}{2}|\p{Script=Han}/u.test(text)

const hasSameLook = (a: TextRow, b: TextRow): boolean =>
  Math.abs(a.line.size - b.line.size) < Math.max(0.4, 0.05 * a.line.size) &&
  a.line.style.bold === b.line.style.bold

const isInArea = ({ line }: TextRow, { x0, x1, y0, y1 }: Area): boolean =>
  (line.x0 + line.x1) / 2 > x0 && (line.x0 + line.x1) / 2 < x1 && line.y > y0 && line.y < y1

/** A heading of something else than the paper: a list of contents, a chapter. */
const isSectionHeading = (text: string): boolean =>
  SECTION_TITLE.test(text) || (numberedLevel(text) !== null && /^第|^\d+\.\d/.test(text))

/** Rows in one large look below each other: what may be a title. */
interface TitleCandidate {
  rows: TextRow[]
  text: string
}

/** Groups of large rows that are weighed. */
const MAX_CANDIDATES = 50
/** Lines of a title. */
const MAX_TITLE_ROWS = 6
/** Share of the page's height above which a title begins, and that where most do. */
const TITLE_ZONE = 0.55
const UPPER_ZONE_SHARE = 1 / 3

/** Groups of rows of one look that are larger than the text. */
function titleCandidates(rows: readonly TextRow[], { body, page }: TitleContext): TitleCandidate[] {
  const groups: TextRow[][] = []
  let before: TextRow | null = null
  for (const row of rows) {
    const { line, column } = row
    const last = groups.at(-1)
    const first = last?.[0]
    const goesOn =
      first &&
      before === last?.at(-1) &&
      hasSameLook(row, first) &&
      line.y - before.line.y <= first.line.size * 2
    const begins =
      line.y < page.height * TITLE_ZONE &&
      !column.margin &&
      hasWords(line.text) &&
      line.size > body.size * 1.12
    if (goesOn && last.length < MAX_TITLE_ROWS) last.push(row)
    else if (begins) groups.push([row])
    before = row
  }
  return groups.slice(0, MAX_CANDIDATES).map((group) => ({
    rows: group,
    text: joinRowTexts(group),
  }))
}

/** Volume, issue, address: what stands beside a journal's name. */
const ISSUE_LINE =
  /(?:\b(?:vol(?:ume)?|no|issue|issn|isbn|pp)\b|第|年|月|总).{0,12}\d|\d\s*[卷期]|https?:|www\.|\bdoi\b/i
/** Fewer words or ideographs are more often a name than a title. */
const LONG_TITLE = /^(?:\S+ ){3}|^.*\p{Script=Han}.{7}/u

/**
 * Weighs how likely a candidate is the title: its size (0–4), and what people put beside titles and beside names of
 * journals. The weights order the kinds of first pages that bench/layouts draws; the largest letters win where nothing else
 * tells.
 */
function titleWeight(
  { rows, text }: TitleCandidate,
  all: readonly TextRow[],
  { page, info }: TitleContext,
  largestSize: number,
): number {
  const [first] = rows
  if (!first || usableTitle(text) === '' || isSectionHeading(first.line.text)) return Number.NEGATIVE_INFINITY
  const at = all.indexOf(first)
  const below = all.slice(at + rows.length, at + rows.length + 2)
  const beside = [all[at - 1], below[0]]
  let weight = (4 * first.line.size) / largestSize
  if (below.some((row) => isAuthorRow(row) || INSTITUTE_WORD.test(row.line.text))) weight += 1.5
  if (beside.some((row) => row && ISSUE_LINE.test(row.line.text))) weight -= 1
  if (LONG_TITLE.test(text)) weight += 0.7
  if (info !== '' && letterKey(info) === letterKey(text)) weight += 3
  if (page.drawn.slice(0, 50).some((area) => isInArea(first, area))) weight -= 1.5
  return first.line.y < page.height * UPPER_ZONE_SHARE ? weight : weight - 0.7
}

const letterKey = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The rows of the title on a document's first page. */
function findTitleRows(rows: readonly TextRow[], surroundings: TitleContext): TextRow[] {
  const candidates = titleCandidates(rows, surroundings)
  const largestSize = maxOf(candidates, ({ rows: [first] }) => first?.line.size ?? 0)
  let best: TitleCandidate | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const candidate of candidates) {
    const weight = titleWeight(candidate, rows, surroundings, largestSize)
    if (weight > most) [best, most] = [candidate, weight]
  }
  return best?.rows ?? []
}

const joinRowTexts = (rows: readonly TextRow[]): string => rows.map(({ line }) => line.text).join(' ')

/** A numbered line of an institute is no heading. */
const ADDRESS_LINE = /universit|departments? of|institute of|faculty of|大学(?!生)|学院|医院|公司|实验室/i

/** Where the paper's text begins: the abstract, a heading, or a row of running text. */
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
  if (next === undefined || next.above === null || next.above > row.line.size * 2) return false
  const wide = ({ line, column }: TextRow, share: number) =>
    line.x1 - line.x0 > share * (column.right - column.left) && line.text.length > 40
  const sized = row.line.size >= body.size * 0.85
  return (
    sized &&
    row.column.right - row.column.left > 150 &&
    wide(row, 0.85) &&
    wide(next, 0.7) &&
    !isNamesRow(row)
  )
}

/** Institutes, addresses, or as many commas as lists of names have. */
const isNamesRow = ({ line: { text } }: TextRow): boolean =>
  INSTITUTE_WORD.test(text) || /@/.test(text) || (text.match(/[,;、]/g)?.length ?? 0) > text.length / 22

/** So many characters on a first page that has no text are a cover's. */
const MAX_COVER_CHARS = 1_000
/** Pages behind a cover on which its title may stand again. */
const MAX_TITLE_PAGES = 4

/** The rows of a page as far as the text does not begin. */
function rowsBeforeText(rows: readonly TextRow[], { body, headings }: TitleContext): TextRow[] | null {
  const text = rows.findIndex((row, at) => beginsText(row, rows[at + 1], body, headings))
  return text < 0 ? null : rows.slice(0, text)
}

/** Behind a cover: all that stands over the text on the page that says the title again. */
function repeatedFrontRows(
  rows: readonly TextRow[],
  titleRows: readonly TextRow[],
  around: TitleContext,
): TextRow[] {
  const title = letterKey(titleRows.map(({ line }) => line.text).join(''))
  for (let page = 2; page <= MAX_TITLE_PAGES; page++) {
    const own = rows.filter(({ line, column }) => line.page === page && !column.margin)
    const at = own.findIndex(
      ({ line }, from) =>
        title.startsWith(letterKey(line.text)) &&
        [1, 2, 3].some((count) => letterKey(rowsText(own.slice(from, from + count))) === title),
    )
    if (at < 0) continue
    const below = own.slice(at)
    let length = 1
    while (length < 3 && letterKey(rowsText(below.slice(0, length))) !== title) length++
    return [...own.slice(0, at + length), ...(rowsBeforeText(below.slice(length), around) ?? [])]
  }
  return []
}

const rowsText = (rows: readonly TextRow[]): string => rows.map(({ line }) => line.text).join('')

/** Title, authors and what else stands on the first page before the text begins. */
export function findFrontMatter(rows: readonly TextRow[], surroundings: TitleContext): FrontMatter {
  const first = rows.filter(({ line }) => line.page === 1)
  const titleRows = findTitleRows(first, surroundings)
  const last = titleRows.at(-1)
  if (!last) return { title: '', authors: [], titleRows: [], otherRows: [] }
  const { text: title } = joinPieces(
    titleRows.map(({ line }) => line),
    surroundings.known,
  )
  const after = first.slice(first.indexOf(last) + 1).filter(({ column }) => !column.margin)
  const before = first.slice(0, first.indexOf(titleRows[0] ?? last)).filter(({ column }) => !column.margin)
  const isCover = rowsText(first).length <= MAX_COVER_CHARS
  const between = rowsBeforeText(after, surroundings) ?? (isCover ? after : [])
  const repeated =
    between.length === after.length && isCover ? repeatedFrontRows(rows, titleRows, surroundings) : []
  return {
    title,
    authors: findAuthors(between, last.line.size),
    titleRows,
    otherRows: [...before, ...between, ...repeated],
  }
}
