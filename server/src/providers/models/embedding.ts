import { malformedFault } from './fault.ts'
import type { EmbeddingModel } from './port.ts'
import { type ModelPlace, post, readJson } from './post.ts'
import { tryAgain } from './retry.ts'
import type { ModelLimits } from './watch.ts'

/** Some endpoints take no more at once. */
const BATCH = 10
const AT_ONCE = 4
const MOST_JSON = 64 * 1024 * 1024

interface VectorPlace extends ModelPlace {
  external: boolean
}

/**
 * An embedding model behind `POST /embeddings`. Its id is the name at the endpoint: vectors of one name may be
 * compared with each other, wherever they were made.
 */
export function openAiEmbedding(place: VectorPlace, limits: ModelLimits): EmbeddingModel {
  const embedBatch = (texts: string[], caller: AbortSignal) =>
    tryAgain(limits, caller, async (signal) => {
      const body = { model: place.model, input: texts, encoding_format: 'float' }
      const answer = await readJson(await post(place, '/embeddings', body, signal), MOST_JSON)
      return vectorsOf(answer, texts.length)
    })
  return {
    id: place.model,
    external: place.external,
    async embed(texts, signal) {
      const batches = Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, at) =>
        texts.slice(at * BATCH, (at + 1) * BATCH),
      )
      const vectors: Float32Array[] = []
      for (let at = 0; at < batches.length; at += AT_ONCE) {
        const some = batches.slice(at, at + AT_ONCE)
        vectors.push(...(await Promise.all(some.map((batch) => embedBatch(batch, signal)))).flat())
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
