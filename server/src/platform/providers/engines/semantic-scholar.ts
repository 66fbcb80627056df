import { z } from 'zod'
import { type EngineHost, fetchText, parseJson } from './client.ts'
import type { OutsideAnswer, OutsideEngine, OutsideRequest } from './port.ts'
import { positiveLeaves, yearBounds } from './query-writer.ts'

/** The requested fields, without references and citations. */
const RECORD_FIELDS = [
  'title,abstract,year,publicationDate,authors.name,authors.externalIds,externalIds,venue,publicationVenue',
  'journal,publicationTypes,citationCount,isOpenAccess,openAccessPdf,url',
].join(',')

/** A response without hits has no `data`. */
const listAnswerShape = z.object({ total: z.number(), data: z.array(z.unknown()).default([]) })

const ID_PREFIXES = { doi: 'DOI', arxiv: 'ARXIV', pmid: 'PMID' } as const

/**
 * Creates the client of Semantic Scholar's graph (https://api.semanticscholar.org): plain words, at most 1,000 hits.
 */
export function createSemanticScholar(host: EngineHost): OutsideEngine {
  return {
    id: 'semantic_scholar',
    name: 'Semantic Scholar',
    english: true,
    async search(request, signal): Promise<OutsideAnswer> {
      const { identifier } = request.parsed
      if (identifier) return fetchById(host, `${ID_PREFIXES[identifier.kind]}:${identifier.value}`, signal)
      const query = plainWords(request)
      if (query === '') return { records: [], total: 0 }
      const params = { query, year: yearRange(request), fields: RECORD_FIELDS, ...pageParams(request) }
      const text = await fetchText(host, '/paper/search', params, signal)
      const { total, data } = parseJson(text ?? '{"total":0}', listAnswerShape)
      return { records: data.map((record) => JSON.stringify(record)), total }
    },
  }
}

const pageParams = ({ page, size }: OutsideRequest) => ({ offset: (page - 1) * size, limit: size })

/** Returns the words without hyphens, because a hyphen would exclude the word after it. */
function plainWords({ parsed }: OutsideRequest): string {
  return positiveLeaves(parsed.query)
    .map(({ words }) => words.replace(/[-–]/g, ' '))
    .join(' ')
}

function yearRange(request: OutsideRequest): string {
  const { from, to } = yearBounds(request)
  return from === null && to === null ? '' : `${from ?? ''}-${to ?? ''}`
}

async function fetchById(host: EngineHost, id: string, signal: AbortSignal): Promise<OutsideAnswer> {
  const text = await fetchText(host, `/paper/${encodeURIComponent(id)}`, { fields: RECORD_FIELDS }, signal)
  return text === null ? { records: [], total: 0 } : { records: [text], total: 1 }
}
