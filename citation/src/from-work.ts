import { isEmpty } from '@scinav/contract/empty'
import {
  blankWork,
  type Creator,
  RESOURCE_TYPE,
  type Reference,
  type Work,
} from '@scinav/contract/stored-works'
import type { CslItem, CslName } from './csl.ts'
import { parseDate } from './dates.ts'
import { displayName, isTransliterated, OTHERS_NAME } from './names.ts'
import { parseName, parseNames } from './parse-name.ts'
import { readCsl } from './read-csl.ts'
import { cslTypeOf } from './resource-types.ts'
import { isEastAsian } from './scripts.ts'

/**
 * Converts a work to CSL-JSON. The work's own columns take precedence over the fields in `csl`; empty columns leave
 * those fields as they are. `id` names the item in an export where `csl` has no id.
 */
export function toCsl(work: Work, id = ''): CslItem {
  const base = readCsl(work.csl, id)
  const columns: [string, unknown][] = [
    ['title', work.title],
    ['container-title', work.basic_sourcename],
    ['volume', work.basic_source_vo],
    ['issue', work.basic_source_no],
    ['page', work.basic_page],
    ['issued', isEmpty(work.publish_date) ? null : parseDate(work.publish_date ?? '')],
    ['DOI', work.doi],
    ['URL', work.url],
    ['ISSN', work.issn],
    ['language', work.language],
    ['abstract', work.abstract],
    ['keyword', work.keywords.join(';')],
    ['genre', genreOf(work)],
    ['author', cslNames(work, ['author', 'corresponding'])],
    ['editor', cslNames(work, ['editor'])],
    ['translator', cslNames(work, ['translator'])],
    ['contributor', cslNames(work, ['advisor'])],
    ['custom', { ...base.custom, ...customFields(work) }],
    ...Object.entries(imprintOf(work)),
    ...Object.entries(identifierFields(work)),
  ]
  const present = Object.fromEntries(columns.filter(([, value]) => !isEmpty(value)))
  return { ...base, ...present, id: base.id, type: cslType(base, work) }
}

/** The genres of theses, as they are printed in entries of Chinese and of other works. */
const DEGREE_GENRES = {
  zh: { doctor: '博士学位论文', master: '硕士学位论文', bachelor: '学士学位论文' },
  other: { doctor: 'Doctoral dissertation', master: "Master's thesis", bachelor: "Bachelor's thesis" },
}

/** Returns the genre of a thesis; undefined for other works. */
const genreOf = (work: Work): string | undefined =>
  work.degree === null ? undefined : DEGREE_GENRES[isChineseWork(work) ? 'zh' : 'other'][work.degree]

/** Returns whether a work is printed as a Chinese one: by its language, else by the script of its title. */
function isChineseWork(work: Work): boolean {
  return work.language === null ? isEastAsian(work.title) : work.language.startsWith('zh')
}

/** Returns the distinct creators of some roles, then `OTHERS_NAME` where the list is incomplete; undefined for none. */
function cslNames(work: Work, roles: Creator['role'][]): CslName[] | undefined {
  const names = work.creators
    .filter((creator) => roles.includes(creator.role) && !isEmpty(creator.name))
    .map((creator) => cslName(creator, isChineseWork(work)))
  const distinct = new Map(names.map((name) => [displayName(name), name]))
  const isIncomplete = work.creators.some(({ role, and_others }) => and_others && roles.includes(role))
  if (isIncomplete && distinct.size > 0) distinct.set(OTHERS_NAME, { literal: OTHERS_NAME })
  return distinct.size === 0 ? undefined : [...distinct.values()]
}

/** Returns the CSL name of a creator; in a Chinese work its Chinese form. */
function cslName(creator: Creator, isChinese: boolean): CslName {
  if (isChinese && creator.name_zh) return { literal: creator.name_zh }
  const { name, family, given, is_body } = creator
  if (is_body) return { literal: name }
  if (family === undefined || (isEastAsian(name) && !isTransliterated(family, given ?? '')))
    return parseName(name)
  // A family name of several words without a given name is a whole name that was not divided.
  if (given === undefined) return family.includes(' ') ? { literal: name } : { family }
  const suffix = nameSuffix(name, `${given} ${family}`)
  return suffix === '' ? { family, given } : { family, given, suffix }
}

/**
 * Returns the text of a printed name after given and family name: `Jr.` of `Sammy Davis Jr.`; "" where there is none.
 */
function nameSuffix(name: string, givenAndFamily: string): string {
  return name.startsWith(`${givenAndFamily} `) ? name.slice(givenAndFamily.length + 1) : ''
}

/** Returns the fields of `custom` (see `CslItem`) that a work fills. */
function customFields(work: Work): Record<string, string> {
  const affiliations = affiliationsIn(work).join(';')
  const protected_words = work.protected_words.join('\n')
  const found = { cstr: work.external_ids.cstr, title_zh: work.title_zh, affiliations, protected_words }
  return Object.fromEntries(Object.entries(found).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

/**
 * Returns all institutions of a work. Where the source does not assign them to creators, importers store the list in
 * `csl.custom.affiliations`.
 */
function affiliationsIn(work: Work): string[] {
  const { custom } = work.csl
  const unassigned =
    typeof custom === 'object' && custom !== null && !Array.isArray(custom) ? custom.affiliations : []
  const listed = Array.isArray(unassigned) ? unassigned.filter((each) => typeof each === 'string') : []
  return [...new Set([...work.creators.flatMap((creator) => creator.affiliations), ...listed])]
}

/** Who published a work and where, or where a conference took place. */
interface Imprint {
  publisher?: string | undefined
  'publisher-place'?: string | undefined
  'event-place'?: string | undefined
}

/** Returns publisher and place from their own columns, else from the venues, the last of which is the publisher. */
function imprintOf(work: Work): Imprint {
  const venues = work.publish_venue.filter((venue) => !isEmpty(venue))
  const place = work.place ?? undefined
  if (work.publisher !== null) return { publisher: work.publisher, 'publisher-place': place }
  if (work.resource_type === RESOURCE_TYPE.conferencePaper && venues.length === 1)
    return { 'event-place': venues[0], 'publisher-place': place }
  return {
    publisher: venues.at(-1),
    'publisher-place': place ?? (venues.length > 1 ? venues[0] : undefined),
  }
}

/** Returns the numbers of a work that CSL has fields for. */
function identifierFields(
  work: Work,
): Partial<Record<'number' | 'ISBN' | 'PMID' | 'PMCID', string | undefined>> {
  const { arxiv, pmid, pmcid } = work.external_ids
  const arxivNumber = arxiv === undefined ? undefined : `arXiv:${arxiv}`
  const isbn = work.isbn ?? undefined
  // Standards and patents have their number in `isbn`.
  const isNumbered =
    work.resource_type === RESOURCE_TYPE.standard || work.resource_type === RESOURCE_TYPE.patent
  return {
    number: isNumbered ? isbn : arxivNumber,
    ISBN: isNumbered ? undefined : isbn,
    PMID: pmid,
    PMCID: pmcid,
  }
}

/**
 * Returns the CSL type of a work. One of resource type 10 of which its importer says no more is a data set where it has
 * a DOI, a web page where it has an address alone, and a document where it has neither.
 */
function cslType({ type }: CslItem, work: Work): CslItem['type'] {
  const isUnspecific = type === 'document' && work.resource_type === RESOURCE_TYPE.other
  if (!isUnspecific || work.doi !== null) return cslTypeOf(work.resource_type, type)
  return isEmpty(work.url) ? 'document' : 'webpage'
}

/**
 * Converts a posted reference to CSL-JSON, as if it were a work with these fields. `authors` takes precedence over
 * `authors_short`, which the style `spec` prefers, because other styles need full names.
 */
export function referenceToCsl(reference: Reference, id = ''): CslItem {
  const title = emptyToNull(reference.title) ?? emptyToNull(reference.title_zh) ?? ''
  return toCsl(
    {
      ...blankWork(title, reference.resource_type),
      title_zh: emptyToNull(reference.title_zh),
      creators: referenceCreators(reference),
      basic_sourcename: emptyToNull(reference.basic_sourcename),
      basic_source_vo: emptyToNull(reference.basic_source_vo),
      basic_source_no: emptyToNull(reference.basic_source_no),
      basic_page: emptyToNull(reference.basic_page),
      publish_date: emptyToNull(reference.publish_date),
      publish_venue: reference.publish_venue,
      isbn: emptyToNull(reference.isbn),
      url: emptyToNull(reference.url),
    },
    id,
  )
}

const emptyToNull = (text: string | null): string | null => (isEmpty(text) ? null : text)

/** Parses the authors of a reference, a list or one text, into creators. */
function referenceCreators(reference: Reference): Creator[] {
  const { authors, authors_short: short } = reference
  const printed = isEmpty(authors) ? short : authors
  const names = Array.isArray(printed)
    ? printed.filter((name) => !isEmpty(name)).map(parseName)
    : parseNames(printed ?? '')
  return names.map((name) => ({
    name: displayName(name),
    ...(name.family === undefined ? {} : { family: name.family }),
    ...(name.given === undefined ? {} : { given: name.given }),
    ...(name.literal === undefined ? {} : { is_body: true }),
    role: 'author',
    affiliations: [],
  }))
}
