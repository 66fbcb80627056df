import { malformedFault } from './fault.ts'
import type { EmbeddingModel, TextRole } from './port.ts'
import { type ModelEndpoint, postJson, readJson } from './post.ts'
import { type ModelLimits, withRetries } from './watch.ts'

/** Texts per request; some endpoints accept no more. */
const BATCH_SIZE = 10
const MAX_CONCURRENT_BATCHES = 4
/** Largest response, bytes: ten texts with vectors of some thousand numbers take a fraction of that. */
const MAX_JSON_BYTES = 64 * 1024 * 1024

/** How a model distinguishes a query from a passage: not at all, by E5's prefixes, or by a field of the request. */
export type TextRoles = 'none' | 'prefix' | 'input_type'

/** The endpoint of an embedding model, with its role convention. */
export interface EmbeddingEndpoint extends ModelEndpoint {
  external: boolean
  roles?: TextRoles
}

/**
 * Returns the id of a model, which includes the role convention: vectors made with another convention are not
 * comparable.
 */
const embeddingModelId = ({ model, roles = 'none' }: EmbeddingEndpoint) =>
  roles === 'none' ? model : `${model}+${roles}`

function requestBody({ model, roles }: EmbeddingEndpoint, texts: string[], role: TextRole | undefined) {
  const input = role && roles === 'prefix' ? texts.map((text) => `${role}: ${text}`) : texts
  const body = { model, input, encoding_format: 'float' }
  return role && roles === 'input_type' ? { ...body, input_type: role } : body
}

/**
 * Creates an embedding model behind `POST /embeddings`. Its id consists of the name at the endpoint and the role
 * convention: vectors with the same id are comparable, wherever they were made.
 */
export function createOpenAiEmbedding(endpoint: EmbeddingEndpoint, limits: ModelLimits): EmbeddingModel {
  const embedBatch = (texts: string[], caller: AbortSignal, role: TextRole | undefined) =>
    withRetries(limits, caller, async (signal) => {
      const body = requestBody(endpoint, texts, role)
      const answer = await readJson(await postJson(endpoint, '/embeddings', body, signal), MAX_JSON_BYTES)
      return parseVectors(answer, texts.length)
    })
  return {
    id: embeddingModelId(endpoint),
    external: endpoint.external,
    async embed(texts, signal, role) {
      const batches = Array.from({ length: Math.ceil(texts.length / BATCH_SIZE) }, (_, index) =>
        texts.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
      )
      const vectors: Float32Array[] = []
      for (let start = 0; start < batches.length; start += MAX_CONCURRENT_BATCHES) {
        const concurrent = batches.slice(start, start + MAX_CONCURRENT_BATCHES)
        vectors.push(
          ...(await Promise.all(concurrent.map((batch) => embedBatch(batch, signal, role)))).flat(),
        )
      }
      if (new Set(vectors.map((vector) => vector.length)).size > 1)
        throw malformedFault('vectors differ in length')
      return vectors
    },
  }
}

/** Returns the vectors in the order of the texts; endpoints may send them in any order, with their index. */
function parseVectors(answer: Record<string, unknown>, count: number): Float32Array[] {
  const rows = Array.isArray(answer.data) ? answer.data : []
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined)
  for (const [position, row] of rows.entries()) {
    const { index = position, embedding } = (row ?? {}) as { index?: number; embedding?: unknown }
    if (Array.isArray(embedding) && embedding.length > 0 && embedding.every(Number.isFinite))
      vectors[index] = Float32Array.from(embedding)
  }
  return vectors.slice(0, count).map((vector) => {
    if (!vector) throw malformedFault('a text came back without its vector')
    return vector
  })
}
