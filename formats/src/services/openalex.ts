// Reads works of OpenAlex, from its API or its snapshot.
import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { normalizeOpenAlex, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { toCreator } from '../fields/names.ts'
import { pageRange } from '../fields/pages.ts'
import { kindOrOther, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import {
  type JsonFields,
  parseObject,
  toCount,
  toFields,
  toList,
  toText,
  toTexts,
} from '../input/json-values.ts'
import type { WorkDraft } from '../work-draft.ts'

/** Largest number of words of an abstract; further ones, which only damaged records have, are dropped. */
const MAX_ABSTRACT_WORDS = 50_000

/**
 * Returns the abstract of an inverted index, `{ word: [positions] }`; null where it is empty. Positions are sorted and
 * never used as array indexes, because they may be arbitrarily large.
 */
export function restoreAbstract(index: unknown): string | null {
  const placed: [number, string][] = []
  for (const [word, positions] of Object.entries(toFields(index))) {
    for (const position of toList(positions)) {
      if (typeof position === 'number' && placed.length < MAX_ABSTRACT_WORDS) placed.push([position, word])
    }
  }
  if (placed.length === 0) return null
  placed.sort((a, b) => a[0] - b[0])
  const text = placed.map(([, word]) => word).join(' ')
  // The heading is often part of the text: `Abstract We show …`.
  return text.replace(/^Abstract[:.]?\s+(?=[A-Z"“(])/, '')
}

/**
 * Reads a work of OpenAlex.
 *
 * @throws RecordFault when the text is not a JSON object or has no title.
 */
export function openAlexWork(text: string): Work {
  return finishWork(openAlexDraft(parseObject(text)))
}

/** Collects the fields of a record. */
function openAlexDraft(fields: JsonFields): WorkDraft {
  const location = toFields(fields.primary_location)
  const source = toFields(location.source)
  const openLocation = toFields(fields.best_oa_location)
  const biblio = toFields(fields.biblio)
  const isOpen = toFields(fields.open_access).is_oa === true
  const kind = readKind(fields, source)
  const creators = toList(fields.authorships).map((each) => readCreator(toFields(each)))
  const host = toText(source.host_organization_name)
  return {
    kind,
    title: toText(fields.title) ?? toText(fields.display_name),
    abstract: restoreAbstract(fields.abstract_inverted_index) ?? toText(fields.abstract),
    keywords: readKeywords(fields),
    creators,
    source: (toText(source.display_name) ?? toText(location.raw_source_name))?.replace(
      /^arXiv \(Cornell University\)$/,
      'arXiv',
    ),
    issn: toText(source.issn_l) ?? toTexts(source.issn).join(' '),
    volume: toText(biblio.volume),
    issue: toText(biblio.issue),
    pages: pageRange(toText(biblio.first_page), toText(biblio.last_page)),
    date: toText(fields.publication_date) ?? toText(fields.publication_year),
    doi: toText(fields.doi),
    url: toText(location.landing_page_url),
    pdf_url: isOpen ? (toText(openLocation.pdf_url) ?? toText(location.pdf_url)) : null,
    is_oa: isOpen,
    language: toText(fields.language),
    citation_count: toCount(fields.cited_by_count),
    // A thesis is granted by the institution of its author.
    publisher: kind.type === RESOURCE_TYPE.thesis ? (creators[0]?.affiliations[0] ?? host) : host,
    funds: readFunds(fields),
    status: fields.is_retracted === true ? 'retracted' : 'normal',
    external_ids: readIdentifiers(fields),
    reference_ids: toTexts(fields.referenced_works)
      .flatMap((id) => normalizeOpenAlex(id) ?? [])
      .map((id) => `openalex:${id}`),
  }
}

/** Returns the kind; an article only in a repository is a preprint, one in proceedings a proceedings paper. */
function readKind(fields: JsonFields, source: JsonFields): WorkKind {
  const kind = kindOrOther('openalex', toText(fields.type))
  if (kind.type !== RESOURCE_TYPE.journalArticle) return kind
  const isProceedings =
    toText(fields.type_crossref) === 'proceedings-article' || toText(source.type) === 'conference'
  if (isProceedings) return { type: RESOURCE_TYPE.conferencePaper }
  const isPosted = toText(fields.type_crossref) === 'posted-content' || toText(source.type) === 'repository'
  return isPosted ? { type: RESOURCE_TYPE.preprint } : kind
}

/**
 * Reads an authorship. The names of OpenAlex take precedence over the printed ones; a printed name in Chinese
 * characters is kept as the Chinese form of a name in Latin letters.
 */
function readCreator(authorship: JsonFields): Creator {
  const author = toFields(authorship.author)
  const printedName = toText(authorship.raw_author_name)
  const displayName = toText(author.display_name) ?? printedName ?? ''
  const printedAffiliations = toTexts(authorship.raw_affiliation_strings)
  const institutions = toList(authorship.institutions).map(
    (each) => toText(toFields(each).display_name) ?? '',
  )
  const role = authorship.is_corresponding === true ? 'corresponding' : 'author'
  const creator = toCreator(displayName, role, institutions.length > 0 ? institutions : printedAffiliations)
  const orcid = toText(author.orcid)
  if (orcid) creator.orcid = orcid
  if (printedName && /\p{Script=Han}/u.test(printedName) && !/\p{Script=Han}/u.test(displayName))
    creator.name_zh = printedName
  return creator
}

/** Returns the keywords, which records of different times hold as texts or as objects. */
function readKeywords(fields: JsonFields): string[] {
  return toList(fields.keywords).map(
    (each) => toText(each) ?? toText(toFields(each).display_name) ?? toText(toFields(each).keyword) ?? '',
  )
}

/** Returns each grant as funder and number. */
function readFunds(fields: JsonFields): string[] {
  return [...toList(fields.grants), ...toList(fields.awards)].map((each) => {
    const grant = toFields(each)
    const award = toText(grant.award_id) ?? toText(grant.funder_award_id)
    return [toText(grant.funder_display_name), award].filter((part) => part).join(' ')
  })
}

/** Returns the identifiers of a record; those that it gives as addresses without the address. */
function readIdentifiers(fields: JsonFields): Record<string, string | null> {
  const ids = toFields(fields.ids)
  return {
    openalex: normalizeOpenAlex(toText(fields.id) ?? toText(ids.openalex)),
    pmid: normalizePmid(toText(ids.pmid)?.replace(/^.*\//, '')),
    pmcid: ids.pmcid ? normalizePmcid(toText(ids.pmcid)?.replace(/^.*\//, '')) : null,
    mag: toText(ids.mag),
  }
}

/** Returns how likely a record comes from OpenAlex: 0 no … 1 certainly. */
export function looksLikeOpenAlex(first: JsonFields): number {
  if (toText(first.id)?.includes('openalex.org/W')) return 0.98
  return 'authorships' in first || 'abstract_inverted_index' in first ? 0.8 : 0
}
