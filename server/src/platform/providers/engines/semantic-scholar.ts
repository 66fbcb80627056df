import { z } from 'zod'
import { ask, type Host, readJson } from './client.ts'
import type { OutsideAnswer, OutsideEngine, OutsideRequest } from './port.ts'
import { wantedLeaves, yearsOf } from './terms.ts'

const FIELDS = [
  'title,abstract,year,publicationDate,authors.name,authors.externalIds,externalIds,venue,publicationVenue',
  'journal,publicationTypes,citationCount,isOpenAccess,openAccessPdf,url',
].join(',')

/** No match comes without `data`. */
const answer = z.object({ total: z.number(), data: z.array(z.unknown()).default([]) })

const KINDS = { doi: 'DOI', arxiv: 'ARXIV', pmid: 'PMID' } as const

/** Semantic Scholar's graph (https://api.semanticscholar.org): plain words, at most 1,000 hits. */
export function semanticScholar(host: Host): OutsideEngine {
  return {
    id: 'semantic_scholar',
    name: 'Semantic Scholar',
    english: true,
    async search(request, signal): Promise<OutsideAnswer> {
      const { identifier } = request.parsed
      if (identifier) return one(host, `${KINDS[identifier.kind]}:${identifier.value}`, signal)
      const query = wordsOf(request)
      if (query === '') return { records: [], total: 0 }
      const params = { query, year: yearsText(request), fields: FIELDS, ...place(request) }
      const text = await ask(host, '/paper/search', params, signal)
      const { total, data } = readJson(text ?? '{"total":0}', answer)
      return { records: data.map((each) => JSON.stringify(each)), total }
    },
  }
}

const place = ({ page, size }: OutsideRequest) => ({ offset: (page - 1) * size, limit: size })

/** A hyphen would exclude what follows it. */
function wordsOf({ parsed }: OutsideRequest): string {
  return wantedLeaves(parsed.query)
    .map(({ words }) => words.replace(/[-–]/g, ' '))
    .join(' ')
}

function yearsText(request: OutsideRequest): string {
  const { from, to } = yearsOf(request)
  return from === null && to === null ? '' : `${from ?? ''}-${to ?? ''}`
}

async function one(host: Host, id: string, signal: AbortSignal): Promise<OutsideAnswer> {
  const text = await ask(host, `/paper/${encodeURIComponent(id)}`, { fields: FIELDS }, signal)
  return text === null ? { records: [], total: 0 } : { records: [text], total: 1 }
}
