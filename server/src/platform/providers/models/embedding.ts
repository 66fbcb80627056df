import { malformedFault } from './fault.ts'
import type { EmbeddingModel, TextRole } from './port.ts'
import { type ModelPlace, post, readJson } from './post.ts'
import { tryAgain } from './retry.ts'
import type { ModelLimits } from './watch.ts'

/** Some endpoints take no more at once. */
const BATCH = 10
const AT_ONCE = 4
const MOST_JSON = 64 * 1024 * 1024

/** How a model is told what a text is: not at all, by E5's prefixes, or by a field of the request. */
export type TextRoles = 'none' | 'prefix' | 'input_type'

export interface VectorPlace extends ModelPlace {
  external: boolean
  roles?: TextRoles
}

/** Vectors made in another way cannot be compared with those that are there. */
const nameOf = ({ model, roles = 'none' }: VectorPlace) => (roles === 'none' ? model : `${model}+${roles}`)

function bodyOf({ model, roles }: VectorPlace, texts: string[], role: TextRole | undefined) {
  const input = role && roles === 'prefix' ? texts.map((text) => `${role}: ${text}`) : texts
  const body = { model, input, encoding_format: 'float' }
  return role && roles === 'input_type' ? { ...body, input_type: role } : body
}

/**
 * An embedding model behind `POST /embeddings`. Its id is the name at the endpoint, and how it is told what a text is:
 * vectors of one id may be compared with each other, wherever they were made.
 */
export function openAiEmbedding(place: VectorPlace, limits: ModelLimits): EmbeddingModel {
  const embedBatch = (texts: string[], caller: AbortSignal, role: TextRole | undefined) =>
    tryAgain(limits, caller, async (signal) => {
      const body = bodyOf(place, texts, role)
      const answer = await readJson(await post(place, '/embeddings', body, signal), MOST_JSON)
      return vectorsOf(answer, texts.length)
    })
  return {
    id: nameOf(place),
    external: place.external,
    async embed(texts, signal, role) {
      const batches = Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, at) =>
        texts.slice(at * BATCH, (at + 1) * BATCH),
      )
      const vectors: Float32Array[] = []
      for (let at = 0; at < batches.length; at += AT_ONCE) {
        const some = batches.slice(at, at + AT_ONCE)
        vectors.push(...(await Promise.all(some.map((batch) => embedBatch(batch, signal, role)))).flat())
      }
      if (new Set(vectors.map((vector) => vector.length)).size > 1)
        throw malformedFault('vectors differ in length')
      return vectors
    },
  }
}

function vectorsOf(answer: Record<string, unknown>, count: number): Float32Array[] {
  const rows = Array.isArray(answer.data) ? answer.data : []
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined)
  for (const [at, row] of rows.entries()) {
    const { index = at, embedding } = (row ?? {}) as { index?: number; embedding?: unknown }
    if (Array.isArray(embedding) && embedding.length > 0 && embedding.every(Number.isFinite))
      vectors[index] = Float32Array.from(embedding)
  }
  return vectors.slice(0, count).map((vector) => {
    if (!vector) throw malformedFault('a text came back without its vector')
    return vector
  })
}
