// Converts a row of a table to a work.
import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { looseDate, normalizeDate, toCslDate } from '../fields/dates.ts'
import { normalizeArxiv, normalizeOpenAlex, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { markOthers, splitKeywords, splitNames } from '../fields/name-lists.ts'
import { bodyName, toCreator } from '../fields/names.ts'
import { pageRange } from '../fields/pages.ts'
import { findKind, parseDegree, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import { toCount } from '../input/json-values.ts'
import { assignAffiliations } from '../input/tagged.ts'
import { cleanCnkiText, splitCnkiInstitutions, splitCnkiKeywords } from '../tagged/cnki.ts'
import type { CslFields } from '../work-draft.ts'
import type { CsvField } from './csv-columns.ts'

/** The non-empty cells of a row by field. */
export type CsvRow = ReadonlyMap<CsvField, string>

/** Matches what columns about open access contain for a work that is free to read: `TRUE`, `Gold`, `是`. */
const AFFIRMATIVE = /^(?:true|yes|1|y|是|gold|green|hybrid|bronze|open|all open access.*)\b/i

/**
 * Converts a row to a `Work`.
 *
 * @throws RecordFault when there is no title.
 */
export function rowWork(row: CsvRow): Work {
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

/** Returns the identifiers in a row besides its DOI. */
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

/** Returns the fields that only CSL has. */
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
