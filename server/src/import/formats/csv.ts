import type { Creator, Work } from '@scinav/contract'
import type { Utf8 } from './bytes.ts'
import { cnkiInstitutions, cnkiKeywords, cnkiText } from './cnki.ts'
import { type Field, mapColumns } from './csv-columns.ts'
import { cellsOf, type Delimiter, delimiterOf, splitCsv } from './csv-split.ts'
import { finishWork } from './finish.ts'
import { failed, type RawRecord, type Read, type ReadOptions, readRecord } from './format.ts'
import { normaliseArxiv, normaliseOpenAlex, normalisePmid } from './identifiers.ts'
import { countOf } from './json-values.ts'
import { people, splitKeywords } from './names.ts'
import { pageRange } from './pages.ts'
import { degreeOf, type Kind, knownKind } from './resource-types.ts'
import { affiliate } from './tagged.ts'

/** Tables of works: comma, semicolon or tab separated, with a heading. */

type Row = ReadonlyMap<Field, string>

function kindIn(row: Row): Kind {
  const type = row.get('type')
  const number = Number(type)
  if (Number.isInteger(number) && number >= 1 && number <= 10) return { type: number }
  const said =
    knownKind('named', type) ??
    knownKind('csl', type) ??
    knownKind('crossref', type) ??
    knownKind('bibtex', type) ??
    knownKind('ris', type)
  if (said) return said
  if (row.has('degree') || row.has('advisors')) return { type: 4 }
  if (row.has('isbn') && !row.has('source')) return { type: 2 }
  return { type: row.has('source') || row.has('issn') || !type ? 1 : 10 }
}

/** `Smith, J.; Doe, K.` or `张三;李四`, or commas between names that have none inside. */
function namesIn(text: string | undefined, role: Creator['role']): Creator[] {
  const printed = text ?? ''
  if (/[;；]/.test(printed) || !/,.*,|\p{Script=Han}/u.test(printed)) return people([printed], role)
  // `Ann Lee, Bob Ray, Cy Day`: every part is a name of two words.
  const parts = printed.split(/[,，]/)
  return people(
    parts.every((part) => /\S\s+\S/.test(part.trim()) || /\p{Script=Han}/u.test(part)) ? parts : [printed],
    role,
  )
}

function creatorsIn(row: Row): Creator[] {
  return [
    ...namesIn(row.get('authors'), 'author'),
    ...namesIn(row.get('editors'), 'editor'),
    ...namesIn(row.get('advisors'), 'advisor'),
  ]
}

const yes = /^(?:true|yes|1|y|是|gold|green|hybrid|bronze|open|all open access.*)$/i

function workOf(row: Row): Work {
  const kind = kindIn(row)
  const creators = creatorsIn(row)
  const beside = affiliate(creators, cnkiInstitutions([row.get('affiliations') ?? '']))
  const lists = (field: Field): string[] => (row.get(field) ?? '').split(/[;；]/)
  return finishWork({
    kind,
    title: cnkiText(row.get('title') ?? null),
    title_zh: row.get('title_zh'),
    abstract: cnkiText(row.get('abstract') ?? null),
    abstract_zh: row.get('abstract_zh'),
    keywords: cnkiKeywords(splitKeywords(row.get('keywords'))),
    creators,
    source: row.get('source'),
    volume: row.get('volume'),
    issue: row.get('issue'),
    number: row.get('number'),
    pages: row.get('pages') ?? pageRange(row.get('first_page'), row.get('last_page')),
    date: row.get('date') ?? row.get('year'),
    isbn: row.get('isbn'),
    issn: row.get('issn'),
    doi: row.get('doi'),
    url: row.get('url'),
    pdf_url: row.get('pdf_url'),
    is_oa: yes.test(row.get('is_oa')?.trim() ?? ''),
    language: row.get('language'),
    citation_count: countOf(row.get('citation_count')),
    publisher: row.get('publisher'),
    place: row.get('place'),
    degree: kind.type === 4 ? degreeOf(row.get('degree') ?? row.get('type')) : null,
    funds: lists('funds'),
    clc_codes: lists('clc_codes'),
    subject_codes: lists('subject_codes'),
    external_ids: {
      pmid: normalisePmid(row.get('pmid')),
      arxiv: normaliseArxiv(row.get('arxiv')),
      openalex: normaliseOpenAlex(row.get('openalex')),
      acl: row.get('acl'),
    },
    csl: { edition: row.get('edition'), note: row.get('note'), ...beside },
  })
}

function rowOf(cells: readonly string[], columns: readonly (Field | null)[]): Row {
  const row = new Map<Field, string>()
  for (const [i, field] of columns.entries()) {
    const cell = cells[i]?.trim() ?? ''
    if (field && cell !== '') row.set(field, cell)
  }
  return row
}

interface Heading {
  delimiter: Delimiter
  columns: (Field | null)[]
}

function headingOf(text: string, mapping: ReadOptions['mapping']): Heading {
  const delimiter = delimiterOf(text)
  return { delimiter, columns: mapColumns(cellsOf(text, delimiter), mapping) }
}

function readRows(records: readonly RawRecord[], heading: Heading, from: number): Read[] {
  const { delimiter, columns } = heading
  return records.flatMap((record) => {
    if (record.offset <= from) return []
    return readRecord(record, (text) => workOf(rowOf(cellsOf(text, delimiter), columns))) ?? []
  })
}

const hasTitle = (heading: Heading): boolean =>
  heading.columns.includes('title') || heading.columns.includes('title_zh')

/** Reads a table; without a column for the title nothing in it can be read, which is said once. */
export async function* readCsv(chunks: Utf8, options: ReadOptions): AsyncGenerator<Read[]> {
  let heading: Heading | null = null
  for await (const [first, ...others] of splitCsv(chunks)) {
    if (!first) continue
    const rows: RawRecord[] = heading ? [first, ...others] : others
    heading ??= headingOf(first.text, options.mapping)
    if (!hasTitle(heading)) {
      yield [failed(first, '表头中没有题名一列，请指定各列的含义')]
      return
    }
    const reads = readRows(rows, heading, options.from ?? 0)
    if (reads.length > 0) yield reads
  }
}

/** How surely a text is a table of works: how many of its first line's cells are known headings. */
export function looksLikeCsv(head: string): number {
  const heading = head.trimStart().split(/\r\n|\n|\r/, 1)[0] ?? ''
  const cells = cellsOf(heading, delimiterOf(heading))
  if (cells.length < 2) return 0
  const columns = mapColumns(cells)
  const known = columns.filter((column) => column !== null).length
  return columns.includes('title') || columns.includes('title_zh')
    ? Math.min(0.9, 0.4 + known / cells.length / 2)
    : 0
}
