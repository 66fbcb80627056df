import type { Field } from '@scinav/search'
import { ask, type Host, type Params } from './client.ts'
import { EngineFault, type OutsideAnswer, type OutsideEngine, type OutsideRequest } from './port.ts'
import { type Dialect, writeQuery, yearsOf } from './terms.ts'

const PREFIXES: Partial<Record<Field, string>> = {
  title: 'ti',
  abstract: 'abs',
  author: 'au',
  first_author: 'au',
  corresponding: 'au',
  source: 'jr',
}

const dialect: Dialect = {
  leaf({ kind, field }, words) {
    const plain = kind !== 'phrase' && /^[\p{L}\p{N}]+$/u.test(words)
    return `${PREFIXES[field] ?? 'all'}:${plain ? words : `"${words}"`}`
  },
  and: ' AND ',
  or: ' OR ',
  not: ' ANDNOT ',
}

/** arXiv's query service (https://info.arxiv.org/help/api): Atom, one request every three seconds. */
export function arxiv(host: Host): OutsideEngine {
  return {
    id: 'arxiv',
    name: 'arXiv',
    english: true,
    async search(request, signal): Promise<OutsideAnswer> {
      const params = paramsOf(request)
      if (!params) return { records: [], total: 0 }
      const feed = (await ask(host, '/api/query', params, signal)) ?? ''
      const total = /<(?:\w+:)?totalResults[^>]*>\s*(\d+)\s*</.exec(feed)?.[1]
      if (total === undefined) throw new EngineFault('unreadable')
      return { records: feed.match(/<entry[\s>][\s\S]*?<\/entry>/g) ?? [], total: Number(total) }
    },
  }
}

function paramsOf(request: OutsideRequest): Params | null {
  const { identifier, query } = request.parsed
  const place = { start: (request.page - 1) * request.size, max_results: request.size }
  if (identifier) {
    const id = identifier.kind === 'arxiv' ? identifier.value : ownDoi(identifier.value)
    return id ? { id_list: id, ...place } : null
  }
  const words = writeQuery(query, dialect)
  return words ? { search_query: withYears(words, request), sortBy: 'relevance', ...place } : null
}

const ownDoi = (doi: string) => /^10\.48550\/arxiv\.(.+)$/.exec(doi)?.[1]

function withYears(words: string, request: OutsideRequest): string {
  const { from, to } = yearsOf(request)
  if (from === null && to === null) return words
  const range = `[${from ?? 1991}01010000 TO ${to ?? 9999}12312359]`
  return `(${words}) AND submittedDate:${range}`
}
