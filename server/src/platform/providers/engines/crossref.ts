import { z } from 'zod'
import { ask, type Host, type Params, readJson } from './client.ts'
import type { OutsideAnswer, OutsideEngine, OutsideRequest } from './port.ts'
import { wantedLeaves, yearsOf } from './terms.ts'
import type { Turns } from './turns.ts'

/** Without the lists of references, which are most of a record. */
const FIELDS = [
  'DOI,URL,type,title,subtitle,abstract,author,editor,translator,container-title,short-container-title',
  'volume,issue,page,article-number,published,published-print,published-online,issued,posted,ISSN,ISBN',
  'publisher,publisher-location,is-referenced-by-count,license,link,funder,subject,event,relation',
  'updated-by,degree,group-title,original-title',
].join(',')

const answer = z.object({
  message: z.object({ 'total-results': z.number(), items: z.array(z.unknown()) }),
})
const single = z.object({ message: z.unknown() })

/** Crossref works (https://api.crossref.org): ranked words, no boolean operators. */
export function crossref(host: Host): OutsideEngine {
  const own = { ...host, watch: (headers: Headers) => keepPace(host.turns, headers) }
  return {
    id: 'crossref',
    name: 'Crossref',
    english: false,
    async search(request, signal): Promise<OutsideAnswer> {
      const { identifier } = request.parsed
      if (identifier) return identifier.kind === 'doi' ? one(own, identifier.value, signal) : nothing
      const params = paramsOf(request)
      if (!params) return nothing
      const text = await ask(own, '/works', params, signal)
      const { message } = readJson(text ?? 'null', answer)
      return {
        records: message.items.map((each) => JSON.stringify(each)),
        total: message['total-results'],
      }
    },
  }
}

const nothing: OutsideAnswer = { records: [], total: 0 }

async function one(host: Host, doi: string, signal: AbortSignal): Promise<OutsideAnswer> {
  const text = await ask(host, `/works/${encodeURIComponent(doi)}`, {}, signal)
  if (text === null) return nothing
  return { records: [JSON.stringify(readJson(text, single).message)], total: 1 }
}

function paramsOf(request: OutsideRequest): Params | null {
  const leaves = wantedLeaves(request.parsed.query)
  if (leaves.length === 0) return null
  const of = (fields: string[]) =>
    leaves
      .filter(({ field }) => fields.includes(field))
      .map(({ words }) => words)
      .join(' ')
  const named = {
    'query.title': of(['title']),
    'query.author': of(['author', 'first_author', 'corresponding']),
    'query.affiliation': of(['affiliation']),
    'query.container-title': of(['source']),
  }
  const { from, to } = yearsOf(request)
  return {
    'query.bibliographic': of(['any', 'abstract', 'keyword', 'fund']),
    ...named,
    filter: [from && `from-pub-date:${from}`, to && `until-pub-date:${to}`].filter(Boolean).join(','),
    select: FIELDS,
    rows: request.size,
    offset: (request.page - 1) * request.size,
  }
}

/** Crossref says in its headers how often this client may ask: `5` in `1s`, one at a time. */
function keepPace(turns: Turns, headers: Headers): void {
  const limit = Number(headers.get('x-rate-limit-limit'))
  const seconds = Number(/^(\d+)s$/.exec(headers.get('x-rate-limit-interval') ?? '')?.[1])
  const at_once = Number(headers.get('x-concurrency-limit'))
  if (limit > 0 && seconds > 0) turns.setPace({ every_ms: (seconds * 1000) / limit })
  if (at_once > 0) turns.setPace({ at_once })
}
