import { createHash } from 'node:crypto'
import type { BaseContext } from '../platform/context/context.ts'
import type { EmbeddingModel } from '../platform/providers/models/port.ts'
import type { Evidence } from './evidence/evidence.ts'
import * as store from './vector.store.ts'
import { vectorBytes } from './vector-bytes.ts'
import { getVectorIndex } from './vector-index.ts'
import { type NearPassage, normalizeVector } from './vector-memory.ts'

type Ctx = Pick<BaseContext, 'db' | 'now'>
/** A passage of a paper of the library, whose id is `source_id`. */
type EmbeddablePassage = {
  source_id: string
  passage: Pick<Evidence['passage'], 'passage_id' | 'heading' | 'text'>
}

/** The number of texts per request to a model. */
const BATCH_SIZE = 32

/**
 * Computes and stores the vectors that passages lack or whose text has changed.
 *
 * @throws ModelFault when the model fails.
 */
export async function embedPassages(
  ctx: Ctx,
  model: EmbeddingModel,
  pieces: EmbeddablePassage[],
  signal: AbortSignal,
): Promise<void> {
  const ids = pieces.map(({ passage }) => passage.passage_id)
  const digests = new Map(
    (await store.findDigests(ctx.db, model.id, ids)).map((row) => [row.passage_id, row.digest]),
  )
  const missing = pieces.filter((each) => digests.get(each.passage.passage_id) !== textDigest(each))
  for (let from = 0; from < missing.length; from += BATCH_SIZE) {
    const batch = missing.slice(from, from + BATCH_SIZE)
    const vectors = await model.embed(batch.map(embeddingText), signal, 'passage')
    signal.throwIfAborted()
    const made_at = ctx.now().toISOString()
    const rows = batch.flatMap((each, at) => {
      const vector = vectors[at]
      return vector
        ? [{ ...vectorRow(each), model: model.id, vector: vectorBytes(normalizeVector(vector)), made_at }]
        : []
    })
    await store.save(ctx.db, rows)
  }
}

/** Returns the text to embed; a title that is its own passage is not repeated. */
const embeddingText = ({ passage: { heading, text } }: EmbeddablePassage) =>
  heading === text ? text : `${heading}\n${text}`

/** Length of a stored digest, in hex digits. */
const DIGEST_CHARS = 16

/** Returns the digest, in hex, by which a change of the text is recognized. */
const textDigest = (piece: EmbeddablePassage) =>
  createHash('sha256').update(embeddingText(piece)).digest('hex').slice(0, DIGEST_CHARS)

const vectorRow = (piece: EmbeddablePassage) => ({
  passage_id: piece.passage.passage_id,
  paper_id: piece.source_id,
  digest: textDigest(piece),
})

/** Extra hits requested because passages of deleted papers are removed afterwards. */
const SPARE_HITS = 20

/**
 * Returns the passages nearest to a question among all that have a vector, by exact cosine; `scope` limits them to some
 * papers. With several forms of the question, the nearest form counts, because models place a text in the language of
 * the question nearer than a text about its subject. Passages of deleted papers are left out.
 *
 * @throws ModelFault when the model fails.
 */
export async function findNearestPassages(
  ctx: Pick<BaseContext, 'db' | 'providers' | 'now'>,
  model: EmbeddingModel,
  { forms, scope, most }: { forms: string[]; scope: string[] | null; most: number },
  signal: AbortSignal,
): Promise<NearPassage[]> {
  const vectors = await model.embed(forms, signal, 'query')
  if (vectors.length === 0) return []
  const query_vectors = vectors.map(normalizeVector)
  const near = await getVectorIndex(ctx, model.id).nearest(ctx, {
    query_vectors,
    scope,
    most: most + SPARE_HITS,
  })
  signal.throwIfAborted()
  const existing = new Set(
    await store.filterExistingPapers(ctx.db, new Set(near.map(({ paper_id }) => paper_id))),
  )
  return near.filter(({ paper_id }) => existing.has(paper_id)).slice(0, most)
}
