import { malformedFault } from './fault.ts'
import type { RerankModel } from './port.ts'
import { type ModelEndpoint, postJson, readJson } from './post.ts'
import { type ModelLimits, withRetries } from './watch.ts'

/** Maximum size of the response of a reranking service. */
const MAX_JSON_BYTES = 8 * 1024 * 1024

interface RerankEndpoint extends ModelEndpoint {
  id: string
  external: boolean
}

/** Creates a reranker behind `POST /rerank`, in the format that Jina, Cohere, vLLM and others share. */
export function createOpenAiRerank(endpoint: RerankEndpoint, limits: ModelLimits): RerankModel {
  return {
    id: endpoint.id,
    external: endpoint.external,
    rerank(query, texts, caller) {
      if (texts.length === 0) return Promise.resolve([])
      return withRetries(limits, caller, async (signal) => {
        const body = {
          model: endpoint.model,
          query,
          documents: texts,
          top_n: texts.length,
          return_documents: false,
        }
        return parseScores(
          await readJson(await postJson(endpoint, '/rerank', body, signal), MAX_JSON_BYTES),
          texts.length,
        )
      })
    },
  }
}

/**
 * Returns the scores in the order of the texts.
 *
 * @throws ModelFault when one is missing.
 */
function parseScores(answer: Record<string, unknown>, count: number): number[] {
  const results = answer.results ?? answer.data
  const scores = new Map<number, number>()
  for (const result of Array.isArray(results) ? results : []) {
    const { index, relevance_score, score } = (result ?? {}) as Record<string, unknown>
    const value = relevance_score ?? score
    if (typeof index === 'number' && typeof value === 'number' && Number.isFinite(value))
      scores.set(index, value)
  }
  return Array.from({ length: count }, (_, index) => {
    const score = scores.get(index)
    if (score === undefined) throw malformedFault('a text came back without its score')
    return score
  })
}
