import type { Creator, Work } from '@scinav/contract'
import { dateParts } from './crossref.ts'
import { type CslFields, type Draft, finishWork } from './finish.ts'
import { normaliseArxiv, normalisePmcid, normalisePmid } from './identifiers.ts'
import { parseObject } from './json-lines.ts'
import { type Fields, fieldsOf, firstText, listOf, textOf, textsOf } from './json-values.ts'
import { bodyNamed, fromParts, type Role, splitList, splitName, withSuffix } from './names.ts'
import { type NoteFields, noteFields } from './note-fields.ts'
import { degreeOf, type Kind, kindOf } from './resource-types.ts'
import { affiliate } from './tagged.ts'

/** Fields of CSL-JSON that Work has no place for: kept under their own names. */
const kept = [
  'accessed',
  'annote',
  'archive',
  'archive_location',
  'archive-place',
  'authority',
  'call-number',
  'categories',
  'chapter-number',
  'citation-key',
  'citation-label',
  'collection-number',
  'collection-title',
  'container-title-short',
  'dimensions',
  'division',
  'edition',
  'event-date',
  'event-place',
  'event-title',
  'genre',
  'id',
  'jurisdiction',
  'license',
  'medium',
  'note',
  'number-of-pages',
  'number-of-volumes',
  'original-date',
  'original-publisher',
  'original-publisher-place',
  'original-title',
  'part-number',
  'part-title',
  'printing-number',
  'references',
  'scale',
  'section',
  'source',
  'submitted',
  'supplement-number',
  'title-short',
  'version',
  'volume-title',
  'year-suffix',
  'available-date',
  'custom',
] as const

const roles: readonly (readonly [string, Role])[] = [
  ['author', 'author'],
  ['editor', 'editor'],
  ['translator', 'translator'],
]

function creatorOf(value: unknown, role: Role): Creator {
  const fields = fieldsOf(value)
  const literal = textOf(fields.literal) ?? textOf(value)
  // Chinese names of people are literal too: nobody parts them.
  if (literal) {
    const parts = /\p{Script=Han}/u.test(literal) ? splitName(literal) : bodyNamed(literal)
    return { ...parts, role, affiliations: [] }
  }
  const particle = textOf(fields['non-dropping-particle']) ?? textOf(fields['dropping-particle'])
  const family = [particle, textOf(fields.family)].filter((part) => part).join(' ')
  const parts = fromParts(family, textOf(fields.given) ?? '')
  return { ...withSuffix(parts, textOf(fields.suffix)), role, affiliations: [] }
}

/** A date with its parts, as a literal or raw text; an uncertain one keeps its `ca.`, a range of years both ends. */
function dateIn(value: unknown): string | null {
  const fields = fieldsOf(value)
  const date = rangeOf(fields) ?? dateParts(value)
  if (date && fields.circa !== undefined && fields.circa !== false) return `ca. ${date}`
  return date ?? textOf(fields.literal) ?? textOf(fields.raw) ?? textOf(value)
}

/** `1990/1998`; null within one year. */
function rangeOf(fields: Fields): string | null {
  const [first, last] = listOf(fields['date-parts']).map((parts) => Number(listOf(parts)[0]))
  return first && last && first !== last ? `${first}/${last}` : null
}

function cslOf(fields: Fields): CslFields {
  const csl: Record<string, Work['csl'][string]> = {}
  for (const name of kept) {
    const value = fields[name]
    // What JSON.parse made is JSON.
    if (value !== undefined && value !== null) csl[name] = value as Work['csl'][string]
  }
  const event = textOf(fields.event)
  if (event) csl['event-title'] ??= event
  const journal = textOf(fields.journalAbbreviation)
  if (journal) csl['container-title-short'] ??= journal
  return csl
}

function listIn(value: unknown): string[] {
  return Array.isArray(value) ? textsOf(value) : (textOf(value)?.split(/[;,；，]/) ?? [])
}

function identifiersIn(fields: Fields, note: NoteFields): NonNullable<Draft['external_ids']> {
  const pmcid = textOf(fields.PMCID) ?? note.fields.get('PMCID')
  const number = textOf(fields.number) ?? ''
  return {
    pmid: normalisePmid(textOf(fields.PMID) ?? note.fields.get('PMID')),
    pmcid: pmcid ? normalisePmcid(pmcid) : null,
    arxiv:
      normaliseArxiv(textOf(fields.arxiv) ?? note.fields.get('arXiv')) ??
      (/^arxiv:/i.test(number) ? normaliseArxiv(number) : null),
    cstr: textOf(fieldsOf(fields.custom).cstr),
  }
}

/** A number is an article's own where it has no pages. */
function numberIn(fields: Fields, kind: Kind): string | null {
  const number = textOf(fields.number)
  return kind.type === 1 || /^arxiv:/i.test(number ?? '') ? null : number
}

function creatorsIn(fields: Fields, kind: Kind): Creator[] {
  const all = kind.type === 4 ? [...roles, ['contributor', 'advisor'] as const] : roles
  return all.flatMap(([name, role]) => listOf(fields[name]).map((each) => creatorOf(each, role)))
}

function cslDraft(fields: Fields): Draft {
  const kind = kindOf('csl', textOf(fields.type))
  const genre = textOf(fields.genre)
  const note = noteFields(textOf(fields.note))
  const custom = fieldsOf(fields.custom)
  const creators = creatorsIn(fields, kind)
  const beside = affiliate(creators, splitList(textOf(custom.affiliations) ?? ''))
  return {
    kind,
    title: firstText(fields.title),
    title_zh: textOf(custom.title_zh),
    abstract: textOf(fields.abstract),
    keywords: listIn(fields.keyword),
    creators,
    source: firstText(fields['container-title']),
    volume: textOf(fields.volume),
    issue: textOf(fields.issue),
    pages:
      textOf(fields.page) ?? textOf(fields['page-first']) ?? (kind.type === 1 ? textOf(fields.number) : null),
    number: numberIn(fields, kind),
    date: dateIn(fields.issued) ?? note.fields.get('issued'),
    isbn: textsOf(fields.ISBN).join(' '),
    issn: textsOf(fields.ISSN).join(' '),
    doi: textOf(fields.DOI) ?? note.fields.get('DOI'),
    url: textOf(fields.URL),
    language: textOf(fields.language),
    publisher: textOf(fields.publisher),
    place: textOf(fields['publisher-place']),
    degree: kind.type === 4 ? degreeOf(genre) : null,
    status: textOf(fields.status) === 'retracted' ? 'retracted' : 'normal',
    external_ids: identifiersIn(fields, note),
    csl: { ...note.csl, ...cslOf(fields), note: note.note ?? undefined, ...beside },
  }
}

export function cslWork(text: string): Work {
  return finishWork(cslDraft(parseObject(text)))
}
