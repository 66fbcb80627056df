import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { normalizeArxiv, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { splitList } from '../fields/name-lists.ts'
import { bodyName, type CreatorRole, nameFromParts, parseName, withSuffix } from '../fields/names.ts'
import { type NoteFields, readNoteFields } from '../fields/note-fields.ts'
import { kindOrOther, parseDegree, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import {
  firstText,
  type JsonFields,
  parseObject,
  toFields,
  toList,
  toText,
  toTexts,
} from '../input/json-values.ts'
import { assignAffiliations } from '../input/tagged.ts'
import { formatDateParts } from '../services/crossref.ts'
import type { CslFields, WorkDraft } from '../work-draft.ts'

/**
 * Reads an item of CSL-JSON.
 *
 * @throws RecordFault when the text is not a JSON object or has no title.
 */
export function cslWork(text: string): Work {
  return finishWork(cslDraft(parseObject(text)))
}

/** Collects the fields of an item. */
function cslDraft(fields: JsonFields): WorkDraft {
  const kind = kindOrOther('csl', toText(fields.type))
  const genre = toText(fields.genre)
  const note = readNoteFields(toText(fields.note))
  const custom = toFields(fields.custom)
  const creators = readCreators(fields, kind)
  const unassigned = assignAffiliations(creators, splitList(toText(custom.affiliations) ?? ''))
  return {
    kind,
    title: firstText(fields.title),
    title_zh: toText(custom.title_zh),
    abstract: toText(fields.abstract),
    keywords: readList(fields.keyword),
    creators,
    source: firstText(fields['container-title']),
    volume: toText(fields.volume),
    issue: toText(fields.issue),
    pages:
      toText(fields.page) ??
      toText(fields['page-first']) ??
      (kind.type === RESOURCE_TYPE.journalArticle ? toText(fields.number) : null),
    number: readNumber(fields, kind),
    date: readDate(fields.issued) ?? note.fields.get('issued'),
    isbn: toTexts(fields.ISBN).join(' '),
    issn: toTexts(fields.ISSN).join(' '),
    doi: toText(fields.DOI) ?? note.fields.get('DOI'),
    url: toText(fields.URL),
    language: toText(fields.language),
    publisher: toText(fields.publisher),
    place: toText(fields['publisher-place']),
    degree: kind.type === RESOURCE_TYPE.thesis ? parseDegree(genre) : null,
    status: toText(fields.status) === 'retracted' ? 'retracted' : 'normal',
    external_ids: readIdentifiers(fields, note),
    csl: { ...note.csl, ...readCslFields(fields), note: note.note ?? undefined, ...unassigned },
  }
}

/** Fields of names, and the role that the persons in them have. */
const CREATOR_ROLES: readonly (readonly [string, CreatorRole])[] = [
  ['author', 'author'],
  ['editor', 'editor'],
  ['translator', 'translator'],
]

/** Reads the creators; the contributors of a thesis are its advisors. */
function readCreators(fields: JsonFields, kind: WorkKind): Creator[] {
  const roles =
    kind.type === RESOURCE_TYPE.thesis
      ? [...CREATOR_ROLES, ['contributor', 'advisor'] as const]
      : CREATOR_ROLES
  return roles.flatMap(([name, role]) => toList(fields[name]).map((each) => readCreator(each, role)))
}

/** Reads a name, which may also be a text alone. */
function readCreator(value: unknown, role: CreatorRole): Creator {
  const fields = toFields(value)
  const literal = toText(fields.literal) ?? toText(value)
  // Chinese names of persons are literal too, because they are not divided.
  if (literal) {
    const parts = /\p{Script=Han}/u.test(literal) ? parseName(literal) : bodyName(literal)
    return { ...parts, role, affiliations: [] }
  }
  const particle = toText(fields['non-dropping-particle']) ?? toText(fields['dropping-particle'])
  const family = [particle, toText(fields.family)].filter((part) => part).join(' ')
  const parts = nameFromParts(family, toText(fields.given) ?? '')
  return { ...withSuffix(parts, toText(fields.suffix)), role, affiliations: [] }
}

/** Returns a list, or the parts of a text separated by commas or semicolons; they are not trimmed. */
function readList(value: unknown): string[] {
  return Array.isArray(value) ? toTexts(value) : (toText(value)?.split(/[;,；，]/) ?? [])
}

/** Returns the number of an item, except that of an article, which replaces missing pages, and an arXiv identifier. */
function readNumber(fields: JsonFields, kind: WorkKind): string | null {
  const number = toText(fields.number)
  return kind.type === RESOURCE_TYPE.journalArticle || /^arxiv:/i.test(number ?? '') ? null : number
}

/**
 * Returns a date from its parts, as literal or as raw text; an uncertain one with `ca. `, a range of years with both
 * ends.
 */
function readDate(value: unknown): string | null {
  const fields = toFields(value)
  const date = readYearRange(fields) ?? formatDateParts(value)
  if (date && fields.circa !== undefined && fields.circa !== false) return `ca. ${date}`
  return date ?? toText(fields.literal) ?? toText(fields.raw) ?? toText(value)
}

/** Returns a range of years as `1990/1998`; null within one year. */
function readYearRange(fields: JsonFields): string | null {
  const [first, last] = toList(fields['date-parts']).map((parts) => Number(toList(parts)[0]))
  return first && last && first !== last ? `${first}/${last}` : null
}

/** Returns the identifiers of an item besides its DOI. */
function readIdentifiers(fields: JsonFields, note: NoteFields): NonNullable<WorkDraft['external_ids']> {
  const pmcid = toText(fields.PMCID) ?? note.fields.get('PMCID')
  const number = toText(fields.number) ?? ''
  return {
    pmid: normalizePmid(toText(fields.PMID) ?? note.fields.get('PMID')),
    pmcid: pmcid ? normalizePmcid(pmcid) : null,
    arxiv:
      normalizeArxiv(toText(fields.arxiv) ?? note.fields.get('arXiv')) ??
      (/^arxiv:/i.test(number) ? normalizeArxiv(number) : null),
    cstr: toText(toFields(fields.custom).cstr),
  }
}

/** Fields of CSL-JSON without a counterpart in `Work`, which are kept under their own names. */
const KEPT_FIELDS = [
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

/** Returns the fields without a counterpart in `Work`, with those of older versions under their present names. */
function readCslFields(fields: JsonFields): CslFields {
  const csl: Record<string, Work['csl'][string]> = {}
  for (const name of KEPT_FIELDS) {
    const value = fields[name]
    // The value comes from `JSON.parse`, so it is JSON.
    if (value !== undefined && value !== null) csl[name] = value as Work['csl'][string]
  }
  const event = toText(fields.event)
  if (event) csl['event-title'] ??= event
  const journal = toText(fields.journalAbbreviation)
  if (journal) csl['container-title-short'] ??= journal
  return csl
}

/** Matches the item types of CSL 1.0.2, with those that are derived from them: `article-journal`, `post-weblog`. */
const CSL_TYPE =
  /^(?:article|article-\w+|book|chapter|paper-conference|thesis|report|webpage|entry.*|dataset|patent|standard|manuscript|document|periodical|post.*|review.*|software|speech|legislation|bill|legal_case|map|motion_picture|graphic|song|broadcast|interview|pamphlet|figure|treaty|collection|classic|event|hearing|regulation|performance|personal_communication|musical_score)$/
/** Fields that other formats with a type and a title hardly have. */
const TYPICAL_FIELDS = ['issued', 'container-title', 'DOI', 'citation-key', 'id', 'author']

/** Returns how likely a record is CSL-JSON, from 0 (no) to 1 (certainly), for comparison with other formats. */
export function looksLikeCsl(first: JsonFields): number {
  const hasType = typeof first.type === 'string' && CSL_TYPE.test(first.type)
  if (!hasType) return 0
  if (typeof first.title !== 'string') return 'id' in first ? 0.4 : 0
  return TYPICAL_FIELDS.some((name) => name in first) ? 0.85 : 0.5
}
