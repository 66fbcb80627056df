import { join, type Query } from '@scinav/search'
import { z } from 'zod'
import { ask, type Host, type Params, readJson } from './client.ts'
import type { OutsideAnswer, OutsideEngine, OutsideRequest } from './port.ts'
import { type Dialect, wantedLeaves, writeQuery, yearsOf } from './terms.ts'

/** What the import reads of a record: the whole one is four times as long. */
const FIELDS = [
  'id,doi,title,display_name,ids,type,language,publication_date,publication_year',
  'primary_location,best_oa_location,open_access,biblio,authorships,cited_by_count,keywords',
  'abstract_inverted_index,is_retracted',
].join(',')

const answer = z.object({ meta: z.object({ count: z.number() }), results: z.array(z.unknown()) })

const dialect: Dialect = {
  leaf: ({ kind }, words) => (kind === 'phrase' ? `"${words}"` : words),
  and: ' ',
  or: ' OR ',
  not: ' NOT ',
}

/** OpenAlex works (https://developers.openalex.org): boolean search, abstracts as inverted indexes. */
export function openAlex(host: Host): OutsideEngine {
  return {
    id: 'openalex',
    name: 'OpenAlex',
    english: false,
    async search(request, signal): Promise<OutsideAnswer> {
      const { identifier } = request.parsed
      if (identifier) return one(host, lookUp(identifier), signal)
      const params = paramsOf(request)
      if (!params) return { records: [], total: 0 }
      const text = await ask(host, '/works', params, signal)
      const { meta, results } = readJson(text ?? 'null', answer)
      return { records: results.map((each) => JSON.stringify(each)), total: meta.count }
    },
  }
}

function lookUp({ kind, value }: NonNullable<OutsideRequest['parsed']['identifier']>): string {
  if (kind === 'pmid') return `pmid:${value}`
  return `doi:${kind === 'doi' ? value : `10.48550/arxiv.${value}`}`
}

async function one(host: Host, key: string, signal: AbortSignal): Promise<OutsideAnswer> {
  const text = await ask(host, `/works/${encodeURIComponent(key)}`, { select: FIELDS }, signal)
  return text === null ? { records: [], total: 0 } : { records: [text], total: 1 }
}

/**
 * A query of titles alone is a filter, and so are the authors every hit must have, whom the search does not know;
 * everything else is searched in title, abstract and full text.
 */
function paramsOf(request: OutsideRequest): Params | null {
  const { query } = request.parsed
  const parts = query.kind === 'and' ? query.parts : [query]
  const authors = parts.filter(isAuthor).flatMap(wantedLeaves)
  const others = join(
    'and',
    parts.filter((part) => !isAuthor(part)),
  )
  const search = writeQuery(others, dialect)
  if (search === '' && authors.length === 0) return null
  const titles = search !== '' && wantedLeaves(others).every(({ field }) => field === 'title')
  const { from, to } = yearsOf(request)
  const filters = [
    titles ? `title.search:${search}` : '',
    ...authors.map(({ words }) => `raw_author_name.search:${words}`),
    from === null && to === null ? '' : `publication_year:${from ?? ''}-${to ?? ''}`,
  ]
  return {
    search: titles ? undefined : search,
    filter: filters.filter(Boolean).join(','),
    select: FIELDS,
    page: request.page,
    per_page: request.size,
  }
}

const AUTHORS = new Set<string>(['author', 'first_author', 'corresponding'])
const isAuthor = (part: Query) => 'field' in part && AUTHORS.has(part.field)
