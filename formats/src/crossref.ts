import type { Creator, Work } from '@scinav/contract'
import { type CslFields, type Draft, finishWork } from './finish.ts'
import { normaliseArxiv, normaliseDoi } from './identifiers.ts'
import { parseObject } from './json-lines.ts'
import { countOf, type Fields, fieldsOf, firstText, listOf, textOf, textsOf } from './json-values.ts'
import { bodyNamed, fromParts, type Role, withSuffix } from './names.ts'
import { degreeOf, kindOf } from './resource-types.ts'

/** `{ "date-parts": [[2020, 5, 1]] }` → `2020-5-1`; parts may be null. */
export function dateParts(value: unknown): string | null {
  const parts = listOf(listOf(fieldsOf(value)['date-parts'])[0]).map(textOf)
  const until = parts.indexOf(null)
  const known = until < 0 ? parts : parts.slice(0, until)
  return known.length > 0 ? known.join('-') : null
}

function firstDate(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const date = dateParts(fields[name])
    if (date) return date
  }
  return null
}

function creatorOf(value: unknown, role: Role): Creator {
  const fields = fieldsOf(value)
  const affiliations = listOf(fields.affiliation).map((each) => textOf(fieldsOf(each).name) ?? '')
  const family = textOf(fields.family)
  const given = textOf(fields.given)
  const name = textOf(fields.name) ?? ''
  const parts = family || given ? fromParts(family ?? '', given ?? '') : bodyNamed(name)
  const orcid = textOf(fields.ORCID)
  return { ...withSuffix(parts, textOf(fields.suffix)), role, affiliations, ...(orcid ? { orcid } : {}) }
}

function creatorsOf(fields: Fields): Creator[] {
  const roles: [string, Role][] = [
    ['author', 'author'],
    ['editor', 'editor'],
    ['translator', 'translator'],
  ]
  return roles.flatMap(([name, role]) => listOf(fields[name]).map((each) => creatorOf(each, role)))
}

const notices: Readonly<Record<string, Work['status']>> = {
  retraction: 'retracted',
  removal: 'retracted',
  withdrawal: 'retracted',
  partial_retraction: 'retracted',
  expression_of_concern: 'concern',
  correction: 'corrected',
  corrigendum: 'corrected',
  erratum: 'corrected',
}

/** What later notices did to the work; a retraction outweighs a correction. */
function statusOf(fields: Fields): Work['status'] {
  const found = listOf(fields['updated-by']).map((each) => notices[textOf(fieldsOf(each).type) ?? ''])
  return (['retracted', 'concern', 'corrected'] as const).find((status) => found.includes(status)) ?? 'normal'
}

function fundsOf(fields: Fields): string[] {
  return listOf(fields.funder).flatMap((each) => {
    const name = textOf(fieldsOf(each).name) ?? ''
    const awards = textsOf(fieldsOf(each).award)
    return awards.length > 0 ? awards.map((award) => `${name} ${award}`) : [name]
  })
}

function referencesOf(fields: Fields): string[] {
  return listOf(fields.reference).flatMap((each) => {
    const doi = normaliseDoi(textOf(fieldsOf(each).DOI))
    return doi ? [`doi:${doi}`] : []
  })
}

function titleOf(fields: Fields): string | null {
  const title = firstText(fields.title)
  const subtitle = firstText(fields.subtitle)
  return title && subtitle && !title.toLowerCase().includes(subtitle.toLowerCase())
    ? `${title}: ${subtitle}`
    : title
}

/** Links to PDF are for text mining, often behind a wall, unless the licence is a free one. */
function freeAccess(fields: Fields): { is_oa: boolean; pdf_url: string | null } {
  const free = listOf(fields.license).some((each) =>
    /creativecommons\.org/.test(textOf(fieldsOf(each).URL) ?? ''),
  )
  const link = listOf(fields.link)
    .map(fieldsOf)
    .find((each) => textOf(each['content-type']) === 'application/pdf')
  return { is_oa: free, pdf_url: free && link ? textOf(link.URL) : null }
}

function cslOf(fields: Fields): CslFields {
  const event = fieldsOf(fields.event)
  const original = firstText(fields['original-title'])
  return {
    'container-title-short': firstText(fields['short-container-title']),
    'title-short': firstText(fields['short-title']),
    'original-title': original,
    'event-title': textOf(event.name),
    'event-place': textOf(event.location),
    edition: textOf(fields['edition-number']),
    'number-of-pages': textOf(fields['number-of-pages']),
    genre: firstText(fields.degree) ?? textOf(fields.subtype),
    version: textOf(fieldsOf(fields.version).number),
    archive: firstText(fields.archive),
    'collection-title': textsOf(fields['container-title'])[1] ?? null,
  }
}

function crossrefDraft(fields: Fields): Draft {
  const kind = kindOf('crossref', textOf(fields.type) ?? 'journal-article')
  const institution = textOf(fieldsOf(listOf(fields.institution)[0] ?? fields.institution).name)
  const preprint = kind.type === 9
  return {
    kind,
    title: titleOf(fields),
    abstract: textOf(fields.abstract),
    keywords: textsOf(fields.subject),
    creators: creatorsOf(fields),
    source:
      firstText(fields['container-title']) ??
      (preprint ? (institution ?? textOf(fields['group-title'])) : null),
    volume: textOf(fields.volume),
    issue: textOf(fields.issue) ?? textOf(fieldsOf(fields['journal-issue']).issue),
    pages: textOf(fields.page) ?? textOf(fields['article-number']),
    date: firstDate(fields, [
      'published',
      'published-print',
      'published-online',
      'posted',
      'issued',
      'approved',
      'published-other',
      'content-created',
    ]),
    isbn: textsOf(fields.ISBN).join(' '),
    issn: textsOf(fields.ISSN).join(' '),
    number: textOf(fields['report-number']),
    doi: textOf(fields.DOI),
    url: textOf(fieldsOf(fieldsOf(fields.resource).primary).URL) ?? textOf(fields.URL),
    ...freeAccess(fields),
    language: textOf(fields.language),
    citation_count: countOf(fields['is-referenced-by-count']),
    publisher: kind.type === 4 ? (institution ?? textOf(fields.publisher)) : textOf(fields.publisher),
    place: textOf(fields['publisher-location']),
    degree: kind.type === 4 ? degreeOf(firstText(fields.degree)) : null,
    funds: fundsOf(fields),
    status: statusOf(fields),
    external_ids: { arxiv: arxivOf(fields) },
    reference_ids: referencesOf(fields),
    csl: cslOf(fields),
  }
}

function arxivOf(fields: Fields): string | null {
  const related = listOf(fieldsOf(fields.relation)['has-preprint']).map(fieldsOf)
  return (
    related
      .map((each) => (textOf(each['id-type']) === 'arxiv' ? normaliseArxiv(textOf(each.id)) : null))
      .find((id) => id) ?? null
  )
}

export function crossrefWork(text: string): Work {
  return finishWork(crossrefDraft(parseObject(text)))
}
