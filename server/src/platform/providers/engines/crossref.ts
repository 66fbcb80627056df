import { z } from 'zod'
import { type EngineHost, fetchText, parseJson, type RequestParams } from './client.ts'
import { EngineFault, type OutsideAnswer, type OutsideEngine, type OutsideRequest } from './port.ts'
import { positiveLeaves, yearBounds } from './query-writer.ts'
import type { EngineTurns } from './turns.ts'

/** The requested fields, without the lists of references, which are most of a record. */
const RECORD_FIELDS = [
  'DOI,URL,type,title,subtitle,abstract,author,editor,translator,container-title,short-container-title',
  'volume,issue,page,article-number,published,published-print,published-online,issued,posted,ISSN,ISBN',
  'publisher,publisher-location,is-referenced-by-count,license,link,funder,subject,event,relation',
  'updated-by,degree,group-title,original-title',
].join(',')

/** The fields that tell of notices, such as retractions. */
const NOTICE_FIELDS = 'DOI,title,updated-by'
const NO_RECORDS: OutsideAnswer = { records: [], total: 0 }

const listAnswerShape = z.object({
  message: z.object({ 'total-results': z.number(), items: z.array(z.unknown()) }),
})
const singleAnswerShape = z.object({ message: z.unknown() })

/** Creates the client of Crossref works (https://api.crossref.org): ranked words, no boolean operators. */
export function createCrossref(host: EngineHost): OutsideEngine {
  const watched = { ...host, watch: (headers: Headers) => updatePace(host.turns, headers) }
  return {
    id: 'crossref',
    name: 'Crossref',
    english: false,
    async search(request, signal): Promise<OutsideAnswer> {
      const { identifier } = request.parsed
      if (identifier)
        return identifier.kind === 'doi' ? fetchByDoi(watched, identifier.value, signal) : NO_RECORDS
      const params = requestParams(request)
      if (!params) return NO_RECORDS
      const text = await fetchText(watched, '/works', params, signal)
      const { message } = parseJson(text ?? 'null', listAnswerShape)
      return {
        records: message.items.map((item) => JSON.stringify(item)),
        total: message['total-results'],
      }
    },
    fetchNotices: (dois, signal) => fetchNotices(watched, dois, signal),
  }
}

async function fetchByDoi(host: EngineHost, doi: string, signal: AbortSignal): Promise<OutsideAnswer> {
  const text = await fetchText(host, `/works/${encodeURIComponent(doi)}`, {}, signal)
  if (text === null) return NO_RECORDS
  return { records: [JSON.stringify(parseJson(text, singleAnswerShape).message)], total: 1 }
}

/** Returns the records of works with the notices about them. A comma separates filters, so a DOI with one goes alone. */
async function fetchNotices(
  host: EngineHost,
  dois: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const { alone = [], together = [] } = Object.groupBy(dois, (doi) =>
    doi.includes(',') ? 'alone' : 'together',
  )
  const records = await fetchByDois(host, together, signal)
  for (const doi of alone) records.push(...(await fetchByDoi(host, doi, signal)).records)
  return records
}

/** Returns the records of works; of a request that the service calls faulty, each half by itself. */
async function fetchByDois(host: EngineHost, dois: string[], signal: AbortSignal): Promise<string[]> {
  if (dois.length === 0) return []
  const filter = dois.map((doi) => `doi:${doi}`).join(',')
  const params = { filter, select: NOTICE_FIELDS, rows: dois.length }
  try {
    const text = await fetchText(host, '/works', params, signal)
    return parseJson(text ?? 'null', listAnswerShape).message.items.map((item) => JSON.stringify(item))
  } catch (error) {
    if (!(error instanceof EngineFault) || error.status !== 400) throw error
    // No such DOI can have a notice.
    if (dois.length === 1) return []
    const middle = Math.ceil(dois.length / 2)
    const first = await fetchByDois(host, dois.slice(0, middle), signal)
    return [...first, ...(await fetchByDois(host, dois.slice(middle), signal))]
  }
}

/** Returns the parameters of a search; null when the query has no words. */
function requestParams(request: OutsideRequest): RequestParams | null {
  const leaves = positiveLeaves(request.parsed.query)
  if (leaves.length === 0) return null
  const wordsIn = (fields: string[]) =>
    leaves
      .filter(({ field }) => fields.includes(field))
      .map(({ words }) => words)
      .join(' ')
  const byField = {
    'query.title': wordsIn(['title']),
    'query.author': wordsIn(['author', 'first_author', 'corresponding']),
    'query.affiliation': wordsIn(['affiliation']),
    'query.container-title': wordsIn(['source']),
  }
  const { from, to } = yearBounds(request)
  return {
    'query.bibliographic': wordsIn(['any', 'abstract', 'keyword', 'fund']),
    ...byField,
    filter: [from && `from-pub-date:${from}`, to && `until-pub-date:${to}`].filter(Boolean).join(','),
    select: RECORD_FIELDS,
    rows: request.size,
    offset: (request.page - 1) * request.size,
  }
}

/** Adopts the rate limit that Crossref states in its headers: `5` in `1s`, one at a time. */
function updatePace(turns: EngineTurns, headers: Headers): void {
  const limit = Number(headers.get('x-rate-limit-limit'))
  const seconds = Number(/^(\d+)s$/.exec(headers.get('x-rate-limit-interval') ?? '')?.[1])
  const at_once = Number(headers.get('x-concurrency-limit'))
  if (limit > 0 && seconds > 0) turns.setPace({ every_ms: (seconds * 1000) / limit })
  if (at_once > 0) turns.setPace({ at_once })
}
