// Reads works of Crossref's REST API (`/works`), and the notices about a work that such a record names.
import { type Creator, RESOURCE_TYPE, type Work, type WorkNotice } from '@scinav/contract'
import { normalizeArxiv, normalizeDoi } from '../fields/identifiers.ts'
import { bodyName, type CreatorRole, nameFromParts, withSuffix } from '../fields/names.ts'
import { kindOrOther, parseDegree } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import {
  firstText,
  type JsonFields,
  parseObject,
  toCount,
  toFields,
  toList,
  toText,
  toTexts,
} from '../input/json-values.ts'
import type { CslFields, WorkDraft } from '../work-draft.ts'

/**
 * Returns the first date of CSL date parts: `{ "date-parts": [[2020, 5, 1]] }` → `2020-5-1`; parts after a null are
 * ignored.
 */
export function formatDateParts(value: unknown): string | null {
  const parts = toList(toList(toFields(value)['date-parts'])[0]).map(toText)
  const firstNull = parts.indexOf(null)
  const known = firstNull < 0 ? parts : parts.slice(0, firstNull)
  return known.length > 0 ? known.join('-') : null
}

/**
 * Reads a work of Crossref.
 *
 * @throws RecordFault when the text is not a JSON object or has no title.
 */
export function crossrefWork(text: string): Work {
  return finishWork(crossrefDraft(parseObject(text)))
}

/** Fields with dates in the order in which they are tried. */
const DATE_FIELDS = [
  'published',
  'published-print',
  'published-online',
  'posted',
  'issued',
  'approved',
  'published-other',
  'content-created',
]

/** Collects the fields of a record. */
function crossrefDraft(fields: JsonFields): WorkDraft {
  const kind = kindOrOther('crossref', toText(fields.type) ?? 'journal-article')
  const institution = toText(toFields(toList(fields.institution)[0] ?? fields.institution).name)
  const isPreprint = kind.type === RESOURCE_TYPE.preprint
  return {
    kind,
    title: readTitle(fields),
    abstract: toText(fields.abstract),
    keywords: toTexts(fields.subject),
    creators: readCreators(fields),
    source:
      firstText(fields['container-title']) ??
      (isPreprint ? (institution ?? toText(fields['group-title'])) : null),
    volume: toText(fields.volume),
    issue: toText(fields.issue) ?? toText(toFields(fields['journal-issue']).issue),
    pages: toText(fields.page) ?? toText(fields['article-number']),
    date: readFirstDate(fields, DATE_FIELDS),
    isbn: toTexts(fields.ISBN).join(' '),
    issn: toTexts(fields.ISSN).join(' '),
    number: toText(fields['report-number']),
    doi: toText(fields.DOI),
    url: toText(toFields(toFields(fields.resource).primary).URL) ?? toText(fields.URL),
    ...readOpenAccess(fields),
    language: toText(fields.language),
    citation_count: toCount(fields['is-referenced-by-count']),
    publisher:
      kind.type === RESOURCE_TYPE.thesis
        ? (institution ?? toText(fields.publisher))
        : toText(fields.publisher),
    place: toText(fields['publisher-location']),
    degree: kind.type === RESOURCE_TYPE.thesis ? parseDegree(firstText(fields.degree)) : null,
    funds: readFunds(fields),
    status: readStatus(fields),
    external_ids: { arxiv: readArxivId(fields) },
    reference_ids: readReferences(fields),
    csl: readCslFields(fields),
  }
}

/** Returns the title with its subtitle, unless it contains that already. */
function readTitle(fields: JsonFields): string | null {
  const title = firstText(fields.title)
  const subtitle = firstText(fields.subtitle)
  return title && subtitle && !title.toLowerCase().includes(subtitle.toLowerCase())
    ? `${title}: ${subtitle}`
    : title
}

/** Returns authors, then editors, then translators. */
function readCreators(fields: JsonFields): Creator[] {
  const roles: [string, CreatorRole][] = [
    ['author', 'author'],
    ['editor', 'editor'],
    ['translator', 'translator'],
  ]
  return roles.flatMap(([name, role]) => toList(fields[name]).map((each) => readCreator(each, role)))
}

/** Reads a person or, without family and given name, a body. */
function readCreator(value: unknown, role: CreatorRole): Creator {
  const fields = toFields(value)
  const affiliations = toList(fields.affiliation).map((each) => toText(toFields(each).name) ?? '')
  const family = toText(fields.family)
  const given = toText(fields.given)
  const name = toText(fields.name) ?? ''
  const parts = family || given ? nameFromParts(family ?? '', given ?? '') : bodyName(name)
  const orcid = toText(fields.ORCID)
  return { ...withSuffix(parts, toText(fields.suffix)), role, affiliations, ...(orcid ? { orcid } : {}) }
}

/** Returns the date of the first of the fields that has one. */
function readFirstDate(fields: JsonFields, names: readonly string[]): string | null {
  for (const name of names) {
    const date = formatDateParts(fields[name])
    if (date) return date
  }
  return null
}

/**
 * Returns the open-access status and the PDF link. Crossref's PDF links are for text mining and often restricted, so
 * one is used only under a Creative Commons license.
 */
function readOpenAccess(fields: JsonFields): { is_oa: boolean; pdf_url: string | null } {
  const isFree = toList(fields.license).some((each) =>
    /creativecommons\.org/.test(toText(toFields(each).URL) ?? ''),
  )
  const link = toList(fields.link)
    .map(toFields)
    .find((each) => toText(each['content-type']) === 'application/pdf')
  return { is_oa: isFree, pdf_url: isFree && link ? toText(link.URL) : null }
}

/** Returns each award with its funder; the funder alone where no award is named. */
function readFunds(fields: JsonFields): string[] {
  return toList(fields.funder).flatMap((each) => {
    const name = toText(toFields(each).name) ?? ''
    const awards = toTexts(toFields(each).award)
    return awards.length > 0 ? awards.map((award) => `${name} ${award}`) : [name]
  })
}

/**
 * Returns the status of a work from later notices; a retraction takes precedence over an expression of concern, and
 * that over a correction.
 */
function readStatus(fields: JsonFields): Work['status'] {
  const kinds = toList(fields['updated-by']).map(readNoticeKind)
  return (['retracted', 'concern', 'corrected'] as const).find((status) => kinds.includes(status)) ?? 'normal'
}

/** Kinds of notices by Crossref's types of updates, in lower case with underscores. */
const KIND_BY_NOTICE: Readonly<Record<string, WorkNotice['kind']>> = {
  retraction: 'retracted',
  removal: 'retracted',
  withdrawal: 'retracted',
  partial_retraction: 'retracted',
  expression_of_concern: 'concern',
  correction: 'corrected',
  corrigendum: 'corrected',
  erratum: 'corrected',
  reinstatement: 'reinstated',
}

/** Returns the kind of a notice; undefined for updates that say nothing about the standing of the work. */
export const readNoticeKind = (value: unknown): WorkNotice['kind'] | undefined =>
  KIND_BY_NOTICE[(toText(toFields(value).type) ?? '').toLowerCase().replaceAll(/[\s-]/g, '_')]

/** Returns the arXiv id of the preprint of the work, if the record names one. */
function readArxivId(fields: JsonFields): string | null {
  const related = toList(toFields(fields.relation)['has-preprint']).map(toFields)
  return (
    related
      .map((each) => (toText(each['id-type']) === 'arxiv' ? normalizeArxiv(toText(each.id)) : null))
      .find((id) => id) ?? null
  )
}

/** Returns the cited works that have a DOI, as `doi:10.…`. */
function readReferences(fields: JsonFields): string[] {
  return toList(fields.reference).flatMap((each) => {
    const doi = normalizeDoi(toText(toFields(each).DOI))
    return doi ? [`doi:${doi}`] : []
  })
}

/** Returns the fields that only CSL has. */
function readCslFields(fields: JsonFields): CslFields {
  const event = toFields(fields.event)
  const original = firstText(fields['original-title'])
  return {
    'container-title-short': firstText(fields['short-container-title']),
    'title-short': firstText(fields['short-title']),
    'original-title': original,
    'event-title': toText(event.name),
    'event-place': toText(event.location),
    edition: toText(fields['edition-number']),
    'number-of-pages': toText(fields['number-of-pages']),
    genre: firstText(fields.degree) ?? toText(fields.subtype),
    version: toText(toFields(fields.version).number),
    archive: firstText(fields.archive),
    // A chapter of a series has the titles of book and series.
    'collection-title': toTexts(fields['container-title'])[1] ?? null,
  }
}

/** Returns how likely a record comes from Crossref: 0 no … 1 certainly. */
export function looksLikeCrossref(first: JsonFields): number {
  if (Array.isArray(first.title) && 'DOI' in first) return 0.95
  return 'DOI' in first && ('indexed' in first || 'is-referenced-by-count' in first) ? 0.9 : 0
}
