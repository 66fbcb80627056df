import type { WorkNotice } from '@scinav/contract'
import { normalizeDoi } from '@scinav/contract/doi'
import { inCorners } from '@scinav/contract/quoted'
import {
  detectDelimiter,
  normalizePmid,
  openText,
  type RawRecord,
  splitCells,
  splitCsv,
} from '@scinav/formats'

/** A row of a table of notices; `url` is null where the notice has a DOI. */
export interface NoticeRow extends Omit<WorkNotice, 'kind'> {
  /**
   * Identifies the notice in later versions of the table: `record:123` by the number of Retraction Watch, else
   * `work:10.1/x retracted 10.2/y` by the work, the kind and the DOI of the notice.
   */
  id: string
  /** The identifiers of the work that the notice is about. */
  work: { doi: string | null; pmid: string | null }
  /** Null where the table names a kind that is not known. */
  kind: WorkNotice['kind'] | null
  title: string | null
}

/** A notice that can be stored. */
export interface StorableNotice extends NoticeRow {
  kind: WorkNotice['kind']
}

/** The result of reading one row; `line` and `offset` as in `ReadResult` of the formats. */
export type NoticeRead = { line: number; offset: number } & (
  | { ok: true; notice: StorableNotice; warnings?: string[] }
  | { ok: false; reason: string; excerpt: string }
)

/** The displayed name of the format. */
export const NOTICE_TABLE_NAME = '撤稿声明表'

/**
 * The columns of the Retraction Watch CSV and of plain tables, by their headings in small letters without spaces and
 * signs.
 */
const COLUMNS = {
  recordid: 'record',
  title: 'title',
  urls: 'urls',
  noticeurl: 'urls',
  retractiondate: 'date',
  date: 'date',
  retractiondoi: 'notice_doi',
  noticedoi: 'notice_doi',
  retractionpubmedid: 'notice_pmid',
  noticepmid: 'notice_pmid',
  originalpaperdoi: 'doi',
  doi: 'doi',
  originalpaperpubmedid: 'pmid',
  pmid: 'pmid',
  retractionnature: 'kind',
  kind: 'kind',
  reason: 'reasons',
  reasons: 'reasons',
} as const
type Column = (typeof COLUMNS)[keyof typeof COLUMNS]
type Columns = ReadonlyMap<Column, number>

/** Kinds of notices by the words of Retraction Watch and of plain tables, in small letters. */
const KINDS = new Map<string, WorkNotice['kind']>([
  ['retraction', 'retracted'],
  ['retracted', 'retracted'],
  ['expression of concern', 'concern'],
  ['concern', 'concern'],
  ['correction', 'corrected'],
  ['corrected', 'corrected'],
  ['reinstatement', 'reinstated'],
  ['reinstated', 'reinstated'],
])

/** Headings of the Retraction Watch CSV; other tables may number their rows too, in their own way. */
const RETRACTION_WATCH_HEADINGS = ['originalpaperdoi', 'retractionnature', 'retractiondoi']

const isColumn = (heading: string): heading is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, heading)

/**
 * Returns the positions of the columns; of equal headings the first one counts. Record numbers count in a table of
 * Retraction Watch only.
 */
function findColumns(headings: readonly string[]): Columns {
  const columns = new Map<Column, number>()
  const names = headings.map((heading) => heading.toLowerCase().replace(/[^a-z]/g, ''))
  for (const [at, name] of names.entries())
    if (isColumn(name) && !columns.has(COLUMNS[name])) columns.set(COLUMNS[name], at)
  if (!RETRACTION_WATCH_HEADINGS.every((heading) => names.includes(heading))) columns.delete('record')
  return columns
}

/** Returns whether a table begins with the headings of notices: the work, the kind of notice, and the notice. */
export function isNoticeTable(head: string): boolean {
  const [heading = ''] = head.split(/[\r\n]/, 1)
  const columns = findColumns(splitCells(heading, detectDelimiter(heading)))
  return (['doi', 'kind', 'notice_doi'] as const).every((column) => columns.has(column))
}

/** Dates that databases write where there is none. */
const FILLER_DATES = new Set(['1753-01-01', '1899-12-30', '1900-01-01'])

/** Parses `M/D/YYYY`, with or without a time, or `YYYY-MM-DD`; returns null for anything else and for filler dates. */
function parseDate(text: string): string | null {
  if (text === '') return null
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s|$)/.exec(text)
  const iso = american ? null : /^(\d{4})-(\d{2})-(\d{2})(?:[\sT]|$)/.exec(text)
  const [year, month, day] = american ? [american[3], american[1], american[2]] : (iso?.slice(1) ?? [])
  if (!year || !month || !day) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(date)
  // 2/30 is parsed as 1 March.
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
  return isReal && !FILLER_DATES.has(date) ? date : null
}

/** Bounds of the texts of one notice; what is beyond is dropped. */
const MAX_REASONS = 40
const MAX_REASON_CHARS = 200
const MAX_TITLE_CHARS = 1_000

/** Splits reasons as Retraction Watch writes them: `+Error in Data;+Unreliable Results;`. */
const splitReasons = (text: string): string[] =>
  text
    .split(';')
    .map((reason) => reason.trim().replace(/^\+/, '').trim().slice(0, MAX_REASON_CHARS))
    .filter((reason) => reason !== '')
    .slice(0, MAX_REASONS)

/** Returns the address of a notice without DOI: its page in PubMed, else the first report on it; null without one. */
function noticeUrl(pmid: string | null, urls: string): string | null {
  if (pmid) return `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`
  return urls.split(/[;\s]/).find((url) => /^https?:\/\//i.test(url) && URL.canParse(url)) ?? null
}

/** A row as parsed, with the texts of the values that may be unreadable. */
interface ParsedRow {
  notice: NoticeRow
  rawTexts: { kind: string; date: string }
}

/** Parses the cells of a row. */
function parseRow(cells: readonly string[], columns: Columns): ParsedRow {
  const cell = (column: Column) => cells[columns.get(column) ?? -1]?.trim() ?? ''
  const record = cell('record')
  const work = { doi: normalizeDoi(cell('doi')), pmid: normalizePmid(cell('pmid')) }
  const doi = normalizeDoi(cell('notice_doi'))
  const rawTexts = { kind: cell('kind'), date: cell('date') }
  const kind = KINDS.get(rawTexts.kind.toLowerCase()) ?? null
  const notice = {
    id: record ? `record:${record}` : `work:${work.doi ?? work.pmid} ${kind} ${doi ?? ''}`,
    work,
    kind,
    date: parseDate(rawTexts.date),
    reasons: splitReasons(cell('reasons')),
    doi,
    url: doi === null ? noticeUrl(normalizePmid(cell('notice_pmid')), cell('urls')) : null,
    title: cell('title').replace(/\s+/g, ' ').slice(0, MAX_TITLE_CHARS) || null,
  }
  return { notice, rawTexts }
}

const MAX_EXCERPT_CHARS = 200

/** Returns a row as read: a notice, or the reason why it marks no work. */
function readRow({ line, offset, text, fault }: RawRecord, { notice, rawTexts }: ParsedRow): NoticeRead {
  const refuse = (reason: string): NoticeRead => {
    const excerpt = text.slice(0, MAX_EXCERPT_CHARS).replace(/\s+/g, ' ').toWellFormed()
    return { ok: false, line, offset, reason, excerpt }
  }
  if (fault) return refuse(fault)
  if (!hasKnownKind(notice))
    return refuse(`不认识声明的性质${inCorners(rawTexts.kind)}，这一行没有标记任何文献`)
  if (notice.work.doi === null && notice.work.pmid === null)
    return refuse('原文没有可用的 DOI 或 PubMed 号，这条声明无法与文献对应')
  if (rawTexts.date === '' || notice.date !== null) return { ok: true, line, offset, notice }
  return {
    ok: true,
    line,
    offset,
    notice,
    warnings: [`日期${inCorners(rawTexts.date)}读不出，按没有日期处理`],
  }
}

const hasKnownKind = (notice: NoticeRow): notice is StorableNotice => notice.kind !== null

/** The rows that one table holds, before their faults are judged. */
interface RawNotice extends ParsedRow {
  record: RawRecord
}

/** Yields the rows of a table in batches as its bytes arrive; the first line holds the headings. */
export async function* readNoticeRows(source: AsyncIterable<Uint8Array>): AsyncGenerator<RawNotice[]> {
  let head: { delimiter: ReturnType<typeof detectDelimiter>; columns: Columns } | undefined
  for await (const records of splitCsv(openText(source))) {
    const rows: RawNotice[] = []
    for (const record of records) {
      if (head) {
        rows.push({ record, ...parseRow(splitCells(record.text, head.delimiter), head.columns) })
        continue
      }
      const delimiter = detectDelimiter(record.text)
      head = { delimiter, columns: findColumns(splitCells(record.text, delimiter)) }
    }
    yield rows
  }
}

/**
 * Reads a table of notices in constant memory: the CSV of Retraction Watch, or a plain one with the columns `doi`,
 * `kind` and `notice_doi`.
 *
 * @param from the `offset` of the last row that was stored; reading continues after it.
 */
export async function* readNotices(
  source: AsyncIterable<Uint8Array>,
  from: number,
): AsyncGenerator<NoticeRead[]> {
  for await (const rows of readNoticeRows(source))
    yield rows.flatMap((row) => (row.record.offset > from ? [readRow(row.record, row)] : []))
}
