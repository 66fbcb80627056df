import { joinQueries, type Query } from '@scinav/search'
import { z } from 'zod'
import { type EngineHost, fetchText, parseJson, type RequestParams } from './client.ts'
import type { OutsideAnswer, OutsideEngine, OutsideRequest } from './port.ts'
import { positiveLeaves, type QueryDialect, writeQuery, yearBounds } from './query-writer.ts'

/** The fields that the import reads; a whole record is four times as long. */
const RECORD_FIELDS = [
  'id,doi,title,display_name,ids,type,language,publication_date,publication_year',
  'primary_location,best_oa_location,open_access,biblio,authorships,cited_by_count,keywords',
  'abstract_inverted_index,is_retracted',
].join(',')

const listAnswerShape = z.object({ meta: z.object({ count: z.number() }), results: z.array(z.unknown()) })

const OPENALEX_DIALECT: QueryDialect = {
  leaf: ({ kind }, words) => (kind === 'phrase' ? `"${words}"` : words),
  and: ' ',
  or: ' OR ',
  not: ' NOT ',
}

/**
 * Creates the client of OpenAlex works (https://developers.openalex.org): boolean search, abstracts as inverted
 * indexes.
 */
export function createOpenAlex(host: EngineHost): OutsideEngine {
  return {
    id: 'openalex',
    name: 'OpenAlex',
    // It holds papers in all languages.
    english: false,
    async search(request, signal): Promise<OutsideAnswer> {
      const { identifier } = request.parsed
      if (identifier) return fetchByKey(host, lookupKey(identifier), signal)
      const params = requestParams(request)
      if (!params) return { records: [], total: 0 }
      const text = await fetchText(host, '/works', params, signal)
      const { meta, results } = parseJson(text ?? 'null', listAnswerShape)
      return { records: results.map((record) => JSON.stringify(record)), total: meta.count }
    },
  }
}

/** Returns the key of a work as OpenAlex accepts it in a path; an arXiv paper by the DOI that arXiv registers for it. */
function lookupKey({ kind, value }: NonNullable<OutsideRequest['parsed']['identifier']>): string {
  if (kind === 'pmid') return `pmid:${value}`
  return `doi:${kind === 'doi' ? value : `10.48550/arxiv.${value}`}`
}

async function fetchByKey(host: EngineHost, key: string, signal: AbortSignal): Promise<OutsideAnswer> {
  const text = await fetchText(host, `/works/${encodeURIComponent(key)}`, { select: RECORD_FIELDS }, signal)
  return text === null ? { records: [], total: 0 } : { records: [text], total: 1 }
}

/**
 * Returns the parameters of a search; null when nothing is left to search for. Authors that every hit must have become
 * filters, because the search covers title, abstract and full text, but no authors. The names of authors elsewhere in
 * the query, such as within an OR or NOT, are searched as words. A query of titles alone becomes a filter as well.
 */
function requestParams(request: OutsideRequest): RequestParams | null {
  const { query } = request.parsed
  const parts = query.kind === 'and' ? query.parts : [query]
  const authors = parts.filter(isAuthorQuery).flatMap(positiveLeaves)
  const others = joinQueries(
    'and',
    parts.filter((part) => !isAuthorQuery(part)),
  )
  const search = writeQuery(others, OPENALEX_DIALECT)
  if (search === '' && authors.length === 0) return null
  const isTitleSearch = search !== '' && positiveLeaves(others).every(({ field }) => field === 'title')
  return {
    search: isTitleSearch ? undefined : search,
    filter: buildFilters({
      titleSearch: isTitleSearch ? search : '',
      authors: authors.map(({ words }) => words),
      years: yearBounds(request),
    }),
    select: RECORD_FIELDS,
    page: request.page,
    per_page: request.size,
  }
}

/** Returns the filters that every hit must pass, in the syntax of OpenAlex; '' when there are none. */
function buildFilters({
  titleSearch,
  authors,
  years: { from, to },
}: {
  titleSearch: string
  authors: string[]
  years: ReturnType<typeof yearBounds>
}): string {
  const filters = [
    titleSearch === '' ? '' : `title.search:${titleSearch}`,
    ...authors.map((name) => `raw_author_name.search:${name}`),
    from === null && to === null ? '' : `publication_year:${from ?? ''}-${to ?? ''}`,
  ]
  return filters.filter(Boolean).join(',')
}

const AUTHOR_FIELDS = new Set<string>(['author', 'first_author', 'corresponding'])
const isAuthorQuery = (part: Query) => 'field' in part && AUTHOR_FIELDS.has(part.field)
