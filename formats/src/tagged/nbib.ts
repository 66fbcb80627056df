import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { normalizeDoi, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { markOthers } from '../fields/name-lists.ts'
import { bodyName, toCreator } from '../fields/names.ts'
import { findKind, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import { allValues, firstValue, parseTagged, type TaggedFields, type TagRules } from '../input/tagged.ts'

/** Matches a line with a tag, and captures the tag and its value: `PMID- 12345678`, `AU  - Bee A`. */
const TAG_LINE = /^\ufeff?([A-Z][A-Z0-9]{1,3}) {0,2}-(?: (.*)|)$/

/**
 * Rules of MEDLINE's tagged text, which PubMed saves as `.nbib`: tags of two to four characters, padded, then `- `;
 * continuation lines are indented.
 */
export const nbibRules: TagRules = {
  tagger: () => (text) => {
    const match = TAG_LINE.exec(text)
    return match ? [match[1] ?? '', match[2] ?? ''] : null
  },
  begin: 'PMID',
}

/**
 * Reads a record of MEDLINE's tagged text.
 *
 * @throws RecordFault when there is no title.
 */
export function nbibWork(text: string): Work {
  const fields = parseTagged(text, nbibRules)
  const pmid = normalizePmid(firstValue(fields, 'PMID'))
  const pmc = firstValue(fields, 'PMC')
  const book = readTitle(firstValue(fields, 'BTI'))
  const english = readTitle(firstValue(fields, 'TI')) ?? book
  const original = readTitle(firstValue(fields, 'TT'))
  return finishWork({
    kind: readKind(fields),
    title: original ?? english,
    // A translated title, which `finishWork` keeps in `translated-title` unless it is Chinese.
    title_zh: original && english !== original ? english : null,
    abstract: firstValue(fields, 'AB'),
    keywords: allValues(fields, 'OT', 'MH').map(
      (value) => collapseSpaces(value).replace(/^\*/, '').split('/', 1)[0] ?? '',
    ),
    creators: readCreators(text, fields),
    source: collapseSpaces(firstValue(fields, 'JT', 'TA') ?? '') || (english === book ? null : book),
    volume: firstValue(fields, 'VI'),
    issue: firstValue(fields, 'IP'),
    pages: firstValue(fields, 'PG') ?? findLocator(fields, 'pii'),
    date: firstValue(fields, 'DP', 'DEP'),
    isbn: allValues(fields, 'ISBN').join(' '),
    issn: allValues(fields, 'IS').join(' '),
    doi: normalizeDoi(findLocator(fields, 'doi')),
    url: pmid ? `https://pubmed.ncbi.nlm.nih.gov/${pmid}/` : null,
    language: firstValue(fields, 'LA'),
    publisher: firstValue(fields, 'PB'),
    // For journals the field holds the country, which is not printed.
    place: book ? firstValue(fields, 'PL') : null,
    funds: allValues(fields, 'GR').map(collapseSpaces),
    status: readStatus(fields),
    external_ids: { pmid, pmcid: pmc ? normalizePmcid(pmc) : null },
    csl: {
      'container-title-short': firstValue(fields, 'TA'),
      edition: firstValue(fields, 'EN'),
      'collection-title': firstValue(fields, 'CTI'),
    },
  })
}

/** Returns a title without its final full stop, and a translated one without its brackets. */
function readTitle(value: string | null): string | null {
  const title = collapseSpaces(value ?? '')
  const bare = /^\[.*\]\.?$/.test(title) ? title.replace(/^\[|\]\.?$/g, '') : title
  return bare.replace(/(?<!\.)\.$/, '') || null
}

/** Returns a value on one line, trimmed. */
const collapseSpaces = (value: string): string => value.replace(/\s+/g, ' ').trim()

/** Returns the most specific kind among the publication types: `Journal Article` stands beside `Review`. */
function readKind(fields: TaggedFields): WorkKind {
  const known = allValues(fields, 'PT').flatMap((type) => findKind('pubmed', type) ?? [])
  const specific = known.find(({ type }) => type !== RESOURCE_TYPE.journalArticle)
  if (specific) return specific
  if (fields.has('BTI'))
    return fields.has('TI') ? { type: RESOURCE_TYPE.book, csl: 'chapter' } : { type: RESOURCE_TYPE.book }
  return { type: RESOURCE_TYPE.journalArticle }
}

/** Reads the creators; affiliations and identifiers belong to the preceding name. */
function readCreators(text: string, fields: TaggedFields): Creator[] {
  const creators: Creator[] = []
  for (const [tag, value] of tagEntries(text)) {
    const creator = readCreator(fields, tag, value.trim())
    const last = creators.at(-1)
    if (creator) creators.push(creator)
    else if (tag === 'AD') last?.affiliations.push(value.trim())
    else if (tag === 'AUID' && last && /orcid/i.test(value)) last.orcid = value
  }
  return markOthers(creators)
}

/** Yields tags and values in their order in the record, which shows to whom an affiliation belongs. */
function* tagEntries(text: string): Generator<[string, string]> {
  const tagOf = nbibRules.tagger()
  let current: [string, string] | undefined
  for (const line of text.split('\n')) {
    const entry = tagOf(line)
    if (entry && current) yield current
    if (entry) current = [...entry]
    else if (current) current[1] += ` ${line.trim()}`
  }
  if (current) yield current
}

/**
 * Returns the person or body of a tag, null for tags of other data; full names are preferred where the record has any.
 */
function readCreator(fields: TaggedFields, tag: string, value: string): Creator | null {
  if (tag === (fields.has('FAU') ? 'FAU' : 'AU')) return toCreator(value)
  if (tag === (fields.has('FED') ? 'FED' : 'ED')) return toCreator(value, 'editor')
  return tag === 'CN' ? { ...bodyName(value), role: 'author', affiliations: [] } : null
}

/** Returns the DOI or the publisher's identifier: `10.5555/a [doi]` gives `10.5555/a`; null where there is none. */
function findLocator(fields: TaggedFields, kind: 'doi' | 'pii'): string | null {
  const locator = allValues(fields, 'LID', 'AID').find((value) => value.includes(`[${kind}]`))
  return locator?.split('[', 1)[0]?.trim() ?? null
}

/** Returns the status by the notices that name the paper: RIN a retraction, ECI a concern, EIN an erratum. */
function readStatus(fields: TaggedFields): Work['status'] {
  if (fields.has('RIN') || allValues(fields, 'PT').some((type) => /retracted publication/i.test(type)))
    return 'retracted'
  if (fields.has('ECI')) return 'concern'
  return fields.has('EIN') ? 'corrected' : 'normal'
}
