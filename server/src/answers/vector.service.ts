import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { EmbeddingModel } from '../providers/models/port.ts'
import type { Evidence } from './evidence.ts'
import * as store from './vector.store.ts'

/** A passage near a question. */
export interface Near {
  passage_id: string
  paper_id: string
  /** −1 to 1. */
  cosine: number
}

type Ctx = Pick<Context, 'db'>
type Piece = Pick<Evidence, 'source_id' | 'passage'>

/** Texts of one request to a model. */
const BATCH = 32

/**
 * Makes the vectors that passages lack, and keeps them.
 *
 * @throws ModelFault
 */
export async function embedPassages(
  ctx: Ctx,
  model: EmbeddingModel,
  pieces: Piece[],
  signal: AbortSignal,
): Promise<void> {
  const ids = pieces.map(({ passage }) => passage.passage_id)
  const known = new Map(
    (await store.digestsOf(ctx.db, model.id, ids)).map((row) => [row.passage_id, row.digest]),
  )
  const missing = pieces.filter((each) => known.get(each.passage.passage_id) !== digestOf(each))
  for (let from = 0; from < missing.length; from += BATCH) {
    const part = missing.slice(from, from + BATCH)
    const vectors = await model.embed(part.map(textOf), signal)
    const rows = part.flatMap((each, at) => {
      const vector = vectors[at]
      return vector ? [{ ...rowOf(each), model: model.id, vector: bytesOf(unit(vector)) }] : []
    })
    await store.save(ctx.db, rows)
  }
}

const textOf = ({ passage }: Piece) => `${passage.heading}\n${passage.text}`

const digestOf = (piece: Piece) => createHash('sha256').update(textOf(piece)).digest('hex').slice(0, 16)

const rowOf = (piece: Piece) => ({
  passage_id: piece.passage.passage_id,
  paper_id: piece.source_id,
  digest: digestOf(piece),
})

/** Rows of one statement. */
const PAGE = 1_000

/**
 * The passages nearest to a question among all that have a vector, by exact cosine; of some papers alone where `scope`
 * names them.
 *
 * @throws ModelFault
 */
export async function nearest(
  ctx: Ctx,
  model: EmbeddingModel,
  asked: { question: string; scope: string[] | null; most: number },
  signal: AbortSignal,
): Promise<Near[]> {
  const [vector] = await model.embed([asked.question], signal)
  if (!vector) return []
  const wanted = unit(vector)
  const scope = asked.scope && new Set(asked.scope)
  let best: Near[] = []
  for (let after = ''; ; ) {
    const rows = await store.vectorsAfter(ctx.db, model.id, after, PAGE)
    signal.throwIfAborted()
    const near = rows
      .filter(({ paper_id }) => !scope || scope.has(paper_id))
      .map(({ passage_id, paper_id, vector: bytes }) => ({
        passage_id,
        paper_id,
        cosine: dot(wanted, floatsOf(bytes)),
      }))
    best = [...best, ...near].toSorted((a, b) => b.cosine - a.cosine).slice(0, asked.most)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return best
    after = last.passage_id
  }
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return vector.map((value) => value / length)
}

/** Vectors of another length, made by another model under the same name, are near to nothing. */
function dot(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return -1
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

const bytesOf = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)

/** A copy, because a view of floats begins at a multiple of four. */
const floatsOf = (bytes: Uint8Array) => new Float32Array(Uint8Array.from(bytes).buffer)
