import type { SearchField } from '@scinav/search'
import { type EngineHost, extractElements, fetchText, type RequestParams } from './client.ts'
import { EngineFault, type OutsideAnswer, type OutsideEngine, type OutsideRequest } from './port.ts'
import { type QueryDialect, writeQuery, yearBounds } from './query-writer.ts'

const FIELD_PREFIXES: Partial<Record<SearchField, string>> = {
  title: 'ti',
  abstract: 'abs',
  author: 'au',
  first_author: 'au',
  corresponding: 'au',
  source: 'jr',
}

const ARXIV_DIALECT: QueryDialect = {
  leaf({ kind, field }, words) {
    const isOneWord = kind !== 'phrase' && /^[\p{L}\p{N}]+$/u.test(words)
    return `${FIELD_PREFIXES[field] ?? 'all'}:${isOneWord ? words : `"${words}"`}`
  },
  and: ' AND ',
  or: ' OR ',
  not: ' ANDNOT ',
}

/** Creates the client of arXiv's query API (https://info.arxiv.org/help/api): Atom, one request every three seconds. */
export function createArxiv(host: EngineHost): OutsideEngine {
  return {
    id: 'arxiv',
    name: 'arXiv',
    english: true,
    async search(request, signal): Promise<OutsideAnswer> {
      const params = requestParams(request)
      if (!params) return { records: [], total: 0 }
      const feed = (await fetchText(host, '/api/query', params, signal)) ?? ''
      // `<opensearch:totalResults xmlns:opensearch="…">42</opensearch:totalResults>`
      const total = /<(?:\w+:)?totalResults[^<>]*>\s*(\d+)\s*</.exec(feed)?.[1]
      if (total === undefined) throw new EngineFault('unreadable')
      return { records: extractElements(feed, ['entry']), total: Number(total) }
    },
  }
}

/** Returns the parameters of a search; null when arXiv cannot express any part of it. */
function requestParams(request: OutsideRequest): RequestParams | null {
  const { identifier, query } = request.parsed
  const range = { start: (request.page - 1) * request.size, max_results: request.size }
  if (identifier) {
    const id = identifier.kind === 'arxiv' ? identifier.value : arxivIdOfDoi(identifier.value)
    return id ? { id_list: id, ...range } : null
  }
  const words = writeQuery(query, ARXIV_DIALECT)
  return words ? { search_query: withYearRange(words, request), sortBy: 'relevance', ...range } : null
}

/** Returns the arXiv id in a DOI that arXiv itself gave: `10.48550/arxiv.2101.00001`. */
const arxivIdOfDoi = (doi: string) => /^10\.48550\/arxiv\.(.+)$/.exec(doi)?.[1]

/** Adds the years of a request to its words, as a range of submission dates. */
function withYearRange(words: string, request: OutsideRequest): string {
  const { from, to } = yearBounds(request)
  if (from === null && to === null) return words
  // Dates are `YYYYMMDDhhmm`, and both ends are required; arXiv began in 1991.
  const range = `[${from ?? 1991}01010000 TO ${to ?? 9999}12312359]`
  return `(${words}) AND submittedDate:${range}`
}
