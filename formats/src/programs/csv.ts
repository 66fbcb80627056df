// Tables of works with a heading, separated by commas, semicolons, tabs or vertical bars.
import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { looseDate, normalizeDate, toCslDate } from '../fields/dates.ts'
import { normalizeArxiv, normalizeOpenAlex, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { markOthers, splitKeywords, splitNames } from '../fields/name-lists.ts'
import { bodyName, toCreator } from '../fields/names.ts'
import { pageRange } from '../fields/pages.ts'
import { findKind, parseDegree, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import { failedRead, type RawRecord, type ReadOptions, type ReadResult, readRecord } from '../format.ts'
import type { Utf8Chunks } from '../input/bytes.ts'
import { type Delimiter, detectDelimiter, isSeparatorLine, splitCells, splitCsv } from '../input/csv-split.ts'
import { toCount } from '../input/json-values.ts'
import { assignAffiliations } from '../input/tagged.ts'
import { cleanCnkiText, splitCnkiInstitutions, splitCnkiKeywords } from '../tagged/cnki.ts'
import type { CslFields } from '../work-draft.ts'
import { type CsvField, mapColumns } from './csv-columns.ts'

/** The delimiter of a table, and the field of each column, null for columns that are not read. */
interface CsvHeading {
  delimiter: Delimiter
  columns: (CsvField | null)[]
}

/**
 * Reads a table, whose first record is the heading; yields the results in the order of the rows. Without a title column
 * nothing can be read, and one failed result reports this.
 */
export async function* readCsv(chunks: Utf8Chunks, options: ReadOptions): AsyncGenerator<ReadResult[]> {
  let heading: CsvHeading | null = null
  for await (const [first, ...others] of splitCsv(chunks)) {
    if (!first) continue
    const rows: RawRecord[] = heading ? [first, ...others] : others
    heading ??= parseHeading(first.text, options.mapping)
    if (!hasTitle(heading)) {
      yield [failedRead(first, '表头中没有题名一列，请指定各列的含义')]
      return
    }
    const results = readRows(rows, heading, options.from ?? 0)
    if (results.length > 0) yield results
  }
}

/** Reads the heading of a table; `mapping`, from heading to field, replaces the recognition of headings. */
function parseHeading(text: string, mapping: ReadOptions['mapping']): CsvHeading {
  const delimiter = detectDelimiter(text)
  return { delimiter, columns: mapColumns(splitCells(text, delimiter), mapping) }
}

const hasTitle = (heading: CsvHeading): boolean =>
  heading.columns.includes('title') || heading.columns.includes('title_zh')

/** Reads rows as works, except those that end at or before the offset `from`. */
function readRows(records: readonly RawRecord[], heading: CsvHeading, from: number): ReadResult[] {
  const { delimiter, columns } = heading
  return records.flatMap((record) => {
    if (record.offset <= from) return []
    return readRecord(record, (text) => rowWork(toCsvRow(splitCells(text, delimiter), columns))) ?? []
  })
}

/** The non-empty cells of a row by field. */
type CsvRow = ReadonlyMap<CsvField, string>

/** Matches what columns about open access contain for a work that is free to read: `TRUE`, `Gold`, `是`. */
const AFFIRMATIVE = /^(?:true|yes|1|y|是|gold|green|hybrid|bronze|open|all open access.*)\b/i

/**
 * Converts a row to a `Work`.
 *
 * @throws RecordFault when there is no title.
 */
function rowWork(row: CsvRow): Work {
  const kind = readKind(row)
  const creators = readCreators(row)
  const unassigned = assignAffiliations(creators, splitCnkiInstitutions([row.get('affiliations') ?? '']))
  const listOf = (field: CsvField): string[] => (row.get(field) ?? '').split(/[;；]/)
  const keywords = [...splitKeywords(row.get('keywords')), ...splitKeywords(row.get('more_keywords'))]
  return finishWork({
    kind,
    title: cleanCnkiText(row.get('title') ?? null),
    title_zh: row.get('title_zh'),
    abstract: cleanCnkiText(row.get('abstract') ?? null),
    abstract_zh: row.get('abstract_zh'),
    keywords: splitCnkiKeywords(keywords),
    creators,
    source: row.get('source'),
    volume: row.get('volume'),
    issue: row.get('issue'),
    number: readNumber(row, kind),
    pages:
      row.get('pages') ?? pageRange(row.get('first_page'), row.get('last_page')) ?? row.get('article_number'),
    date: readDate(row),
    isbn: row.get('isbn'),
    issn: [row.get('issn'), row.get('eissn')].filter(Boolean).join(' '),
    doi: row.get('doi'),
    url: row.get('url'),
    pdf_url: row.get('pdf_url'),
    is_oa: AFFIRMATIVE.test(row.get('is_oa')?.trim() ?? ''),
    language: row.get('language'),
    citation_count: toCount(row.get('citation_count')),
    publisher: row.get('publisher'),
    place: row.get('place'),
    degree:
      kind.type === RESOURCE_TYPE.thesis
        ? parseDegree(row.get('degree') ?? row.get('genre') ?? row.get('type'))
        : null,
    funds: listOf('funds'),
    clc_codes: listOf('clc_codes'),
    subject_codes: listOf('subject_codes'),
    external_ids: readIdentifiers(row),
    csl: { ...readCslFields(row), ...unassigned },
  })
}

/**
 * Returns the kind: from the numbers 1–10, Web of Science's letters, Zotero's `journalArticle`, or any known name of a
 * kind; else from the other fields.
 */
function readKind(row: CsvRow): WorkKind {
  const type = row.get('type')
  const number = Number(type)
  if (Number.isInteger(number) && number >= 1 && number <= RESOURCE_TYPE.other) return { type: number }
  const named = type === undefined ? null : findNamedKind(type)
  if (named) return named
  if (row.has('degree') || row.has('advisors')) return { type: RESOURCE_TYPE.thesis }
  if (row.has('isbn') && !row.has('source')) return { type: RESOURCE_TYPE.book }
  const isArticle = row.has('source') || row.has('issn') || !type
  return { type: isArticle ? RESOURCE_TYPE.journalArticle : RESOURCE_TYPE.other }
}

/** Returns the kind that a name or code stands for in any of the known vocabularies. */
function findNamedKind(type: string): WorkKind | null {
  // `journalArticle` is `journal Article`.
  const words = type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
  return (
    (type.length === 1 ? findKind('wos', type) : null) ??
    findKind('named', words) ??
    findKind('csl', type) ??
    findKind('crossref', type) ??
    findKind('bibtex', type) ??
    findKind('ris', type)
  )
}

/** Reads all creators of a row; the column with full names takes precedence over that with short ones. */
function readCreators(row: CsvRow): Creator[] {
  const bodies = (row.get('group_authors') ?? '').split(';').filter((name) => name.trim() !== '')
  return [
    ...readNames(row.get('full_authors') ?? row.get('authors'), 'author'),
    ...bodies.map((name): Creator => ({ ...bodyName(name.trim()), role: 'author', affiliations: [] })),
    ...readNames(row.get('editors'), 'editor'),
    ...readNames(row.get('translators'), 'translator'),
    ...readNames(row.get('advisors'), 'advisor'),
  ]
}

/** Parses names; where persons are written `Smith, John`, several words without a comma are an institution. */
function readNames(text: string | undefined, role: Creator['role']): Creator[] {
  // Scopus appends its author id to a name.
  const withoutIds = (text ?? '').replace(/\s{0,3}\(\d{6,20}\)(?=\s*(?:[;；]|$))/g, '')
  const parts = splitNames(withoutIds)
  const areInverted = parts.some((part) => /^[^,]+,\s*\S/.test(part))
  const creators = parts.map((part): Creator => {
    const isBody = areInverted && !/[,\p{Script=Han}]/u.test(part) && /\S\s\S/.test(part) && part !== 'et al.'
    return isBody ? { ...bodyName(part), role, affiliations: [] } : toCreator(part, role)
  })
  return markOthers(creators)
}

/** Returns the number column for kinds that have a number of their own, unlike articles of journals and newspapers. */
const readNumber = (row: CsvRow, kind: WorkKind) =>
  kind.type === RESOURCE_TYPE.journalArticle || kind.type === RESOURCE_TYPE.newspaperArticle
    ? null
    : row.get('number')

/** Returns a full date, where `JUN 8` is combined with the year column; else the year. */
function readDate(row: CsvRow): string | null {
  const [date, year] = [row.get('date'), row.get('year')]
  const full = looseDate(date) ?? looseDate(year) ?? normalizeDate(date)
  if (full) return full
  return (date && year ? normalizeDate(`${date} ${year}`) : null) ?? year ?? date ?? null
}

function readIdentifiers(row: CsvRow) {
  const pmcid = row.get('pmcid')
  return {
    pmid: normalizePmid(row.get('pmid')),
    pmcid: pmcid ? normalizePmcid(pmcid) : null,
    arxiv:
      normalizeArxiv(row.get('arxiv')) ?? normalizeArxiv(/^arXiv:\S+/im.exec(row.get('note') ?? '')?.[0]),
    openalex: normalizeOpenAlex(row.get('openalex')),
    acl: row.get('acl'),
    wos: row.get('wos'),
    scopus: row.get('eid'),
  }
}

function readCslFields(row: CsvRow): CslFields {
  return {
    edition: row.get('edition'),
    note: row.get('note'),
    genre: row.get('genre'),
    'collection-title': row.get('series'),
    'event-title': row.get('event'),
    'event-place': row.get('event_place'),
    'container-title-short': row.get('short_source'),
    accessed: toCslDate(row.get('accessed')),
  }
}

/** Returns the non-empty cells of a row by field; columns without a field are dropped. */
function toCsvRow(cells: readonly string[], columns: readonly (CsvField | null)[]): CsvRow {
  const row = new Map<CsvField, string>()
  for (const [i, field] of columns.entries()) {
    const cell = cleanCell(cells[i]?.trim() ?? '')
    if (field && cell !== '') row.set(field, cell)
  }
  return row
}

/**
 * Removes the apostrophe that programs put before text that a spreadsheet would run as a formula or convert to a date,
 * and replaces the dash in ranges by a hyphen.
 */
const cleanCell = (cell: string): string =>
  cell
    .replace(/^'(?=[=+\-@＝＋－＠]|\d{1,4}(?:\/\d{1,4}){1,2}$|\d+E\d+$)/i, '')
    .replace(/^(\d{1,4})–(\d{1,4})$/, '$1-$2')

/** The certainty of a table with a title column: the least, and the largest. */
const MIN_CERTAINTY = 0.4
const MAX_CERTAINTY = 0.9

/**
 * Returns how likely a text is a table of works: 0 without a title column, else `MIN_CERTAINTY` and half the share of
 * known headings in its first line, up to `MAX_CERTAINTY`.
 */
export function looksLikeCsv(head: string): number {
  const [first = '', second = ''] = head.trimStart().split(/\r\n|\n|\r/, 2)
  const heading = isSeparatorLine(first) ? second : first
  const cells = splitCells(heading, detectDelimiter(heading))
  if (cells.length < 2) return 0
  const columns = mapColumns(cells)
  const knownColumns = columns.filter((column) => column !== null).length
  return columns.includes('title') || columns.includes('title_zh')
    ? Math.min(MAX_CERTAINTY, MIN_CERTAINTY + knownColumns / cells.length / 2)
    : 0
}
