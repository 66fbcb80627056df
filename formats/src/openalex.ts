import type { Creator, Work } from '@scinav/contract'
import { type Draft, finishWork } from './finish.ts'
import { normaliseOpenAlex, normalisePmcid, normalisePmid } from './identifiers.ts'
import { parseObject } from './json-lines.ts'
import { countOf, type Fields, fieldsOf, listOf, textOf, textsOf } from './json-values.ts'
import { person } from './names.ts'
import { pageRange } from './pages.ts'
import { type Kind, kindOf } from './resource-types.ts'

const longestAbstractWords = 50_000

/** Rebuilds the abstract from `{ word: [positions] }`. Positions are sorted, never used as places of a list. */
export function invertedAbstract(index: unknown): string | null {
  const placed: [number, string][] = []
  for (const [word, positions] of Object.entries(fieldsOf(index))) {
    for (const position of listOf(positions)) {
      if (typeof position === 'number' && placed.length < longestAbstractWords) placed.push([position, word])
    }
  }
  if (placed.length === 0) return null
  placed.sort((a, b) => a[0] - b[0])
  const text = placed.map(([, word]) => word).join(' ')
  return text.replace(/^Abstract[:.]?\s+(?=[A-Z"“(])/, '')
}

function creatorOf(authorship: Fields): Creator {
  const author = fieldsOf(authorship.author)
  const raw = textOf(authorship.raw_author_name)
  const shown = textOf(author.display_name) ?? raw ?? ''
  const strings = textsOf(authorship.raw_affiliation_strings)
  const institutions = listOf(authorship.institutions).map(
    (each) => textOf(fieldsOf(each).display_name) ?? '',
  )
  const role = authorship.is_corresponding === true ? 'corresponding' : 'author'
  const creator = person(shown, role, institutions.length > 0 ? institutions : strings)
  const orcid = textOf(author.orcid)
  if (orcid) creator.orcid = orcid
  if (raw && /\p{Script=Han}/u.test(raw) && !/\p{Script=Han}/u.test(shown)) creator.name_zh = raw
  return creator
}

/** An article in a repository alone is a preprint, one in proceedings a proceedings paper. */
function kindOfWork(fields: Fields, source: Fields): Kind {
  const kind = kindOf('openalex', textOf(fields.type))
  if (kind.type !== 1) return kind
  const proceedings =
    textOf(fields.type_crossref) === 'proceedings-article' || textOf(source.type) === 'conference'
  if (proceedings) return { type: 5 }
  const posted = textOf(fields.type_crossref) === 'posted-content' || textOf(source.type) === 'repository'
  return posted ? { type: 9 } : kind
}

function keywordsOf(fields: Fields): string[] {
  return listOf(fields.keywords).map(
    (each) => textOf(each) ?? textOf(fieldsOf(each).display_name) ?? textOf(fieldsOf(each).keyword) ?? '',
  )
}

function fundsOf(fields: Fields): string[] {
  return [...listOf(fields.grants), ...listOf(fields.awards)].map((each) => {
    const grant = fieldsOf(each)
    const award = textOf(grant.award_id) ?? textOf(grant.funder_award_id)
    return [textOf(grant.funder_display_name), award].filter((part) => part).join(' ')
  })
}

function identifiersOf(fields: Fields): Record<string, string | null> {
  const ids = fieldsOf(fields.ids)
  return {
    openalex: normaliseOpenAlex(textOf(fields.id) ?? textOf(ids.openalex)),
    pmid: normalisePmid(textOf(ids.pmid)?.replace(/^.*\//, '')),
    pmcid: ids.pmcid ? normalisePmcid(textOf(ids.pmcid)?.replace(/^.*\//, '')) : null,
    mag: textOf(ids.mag),
  }
}

function openAlexDraft(fields: Fields): Draft {
  const place = fieldsOf(fields.primary_location)
  const source = fieldsOf(place.source)
  const free = fieldsOf(fields.best_oa_location)
  const biblio = fieldsOf(fields.biblio)
  const open = fieldsOf(fields.open_access).is_oa === true
  const kind = kindOfWork(fields, source)
  const creators = listOf(fields.authorships).map((each) => creatorOf(fieldsOf(each)))
  const host = textOf(source.host_organization_name)
  return {
    kind,
    title: textOf(fields.title) ?? textOf(fields.display_name),
    abstract: invertedAbstract(fields.abstract_inverted_index) ?? textOf(fields.abstract),
    keywords: keywordsOf(fields),
    creators,
    source: (textOf(source.display_name) ?? textOf(place.raw_source_name))?.replace(
      /^arXiv \(Cornell University\)$/,
      'arXiv',
    ),
    issn: textOf(source.issn_l) ?? textsOf(source.issn).join(' '),
    volume: textOf(biblio.volume),
    issue: textOf(biblio.issue),
    pages: pageRange(textOf(biblio.first_page), textOf(biblio.last_page)),
    date: textOf(fields.publication_date) ?? textOf(fields.publication_year),
    doi: textOf(fields.doi),
    url: textOf(place.landing_page_url),
    pdf_url: open ? (textOf(free.pdf_url) ?? textOf(place.pdf_url)) : null,
    is_oa: open,
    language: textOf(fields.language),
    citation_count: countOf(fields.cited_by_count),
    // A thesis is granted where its author was.
    publisher: kind.type === 4 ? (creators[0]?.affiliations[0] ?? host) : host,
    funds: fundsOf(fields),
    status: fields.is_retracted === true ? 'retracted' : 'normal',
    external_ids: identifiersOf(fields),
    reference_ids: textsOf(fields.referenced_works)
      .flatMap((id) => normaliseOpenAlex(id) ?? [])
      .map((id) => `openalex:${id}`),
  }
}

export function openAlexWork(text: string): Work {
  return finishWork(openAlexDraft(parseObject(text)))
}
