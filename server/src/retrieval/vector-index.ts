import { startThread } from '@scinav/threads'
import type { Context } from '../platform/context/context.ts'
import { CLOCK_SKEW_MS, latestPlausible } from '../platform/foundation/clock.ts'
import { yieldToEventLoop } from '../platform/foundation/event-loop.ts'
import * as store from './vector.store.ts'
import { readVector } from './vector-bytes.ts'
import type { NearPassage, NearRequest, StoredVector } from './vector-memory.ts'

/** Messages to the worker thread: vectors to add, or a query with the id of its reply. */
export type VectorRequest =
  | { ask: 'add'; rows: StoredVector[] }
  | ({ ask: 'nearest'; id: number } & NearRequest)
/** The reply of the worker thread to a query. */
export interface VectorResponse {
  id: number
  near: NearPassage[]
}

type Ctx = Pick<Context, 'db' | 'providers' | 'now'>

/** The number of rows per statement, a few milliseconds' work each. */
const BATCH_SIZE = 500
/** A row may become visible later than its timestamp, so the last minute is read again. */
const OVERLAP_MS = 60_000

/**
 * Creates an index of one model's vectors in a worker thread; each query first loads the vectors stored since the last.
 */
function createVectorIndex(model: string) {
  const file = new URL('./vector-thread.ts', import.meta.url)
  const thread = startThread<VectorRequest, VectorResponse>(file, { answers: ['id near'] })
  // The thread does not keep the process alive.
  thread.keepProcess(false)
  /** The queries without a reply, by id. */
  const waiting = new Map<number, PromiseWithResolvers<NearPassage[]>>()
  let lastQueryId = 0
  /** The time of the newest vector that was loaded; '' before the first. */
  let since = ''
  /** The present or last load of vectors. */
  let reading: Promise<void> = Promise.resolve()
  /** Why the thread ended; null while it runs. */
  let broken: Error | null = null

  const fail = (error: Error) => {
    broken = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  thread.listen({
    received({ id, near }) {
      waiting.get(id)?.resolve(near)
      waiting.delete(id)
    },
    ended: fail,
  })

  /** Loads the vectors that were stored since the last load. */
  async function loadNewVectors(ctx: Ctx): Promise<void> {
    let last = { made_at: withOverlap(since), passage_id: '' }
    for (;;) {
      const rows = await store.listVectorsSince(ctx.db, model, last, BATCH_SIZE)
      const stored = rows.map((row): StoredVector => ({ ...vectorIds(row), vector: readVector(row.vector) }))
      thread.tell(
        { ask: 'add', rows: stored },
        stored.map(({ vector }) => vector.buffer as ArrayBuffer),
      )
      const end = rows.at(-1)
      // A timestamp far in the future (a wrong clock) is not remembered, so that later rows are not missed.
      if (end && end.made_at > since && end.made_at <= latestPlausible(ctx.now(), CLOCK_SKEW_MS))
        since = end.made_at
      if (!end || rows.length < BATCH_SIZE) return
      last = end
      await yieldToEventLoop()
    }
  }

  return {
    model,
    isBroken: () => broken !== null,
    close: () => void thread.end(),
    async nearest(ctx: Ctx, request: NearRequest): Promise<NearPassage[]> {
      // Reads run one after another; a failed read does not prevent the next.
      reading = reading.then(
        () => loadNewVectors(ctx),
        () => loadNewVectors(ctx),
      )
      await reading
      if (broken) throw broken
      lastQueryId += 1
      const answer = Promise.withResolvers<NearPassage[]>()
      waiting.set(lastQueryId, answer)
      thread.tell({ ask: 'nearest', id: lastQueryId, ...request })
      return answer.promise
    },
  }
}

const vectorIds = ({ passage_id, paper_id }: Omit<StoredVector, 'vector'>) => ({ passage_id, paper_id })

const withOverlap = (time: string) =>
  time === '' ? '' : new Date(new Date(time).getTime() - OVERLAP_MS).toISOString()

/** The index of each server, by its providers. */
const indexes = new WeakMap<object, ReturnType<typeof createVectorIndex>>()

/** Returns this server's index of a model's vectors. Only one model is kept: another model replaces it. */
export function getVectorIndex({ providers }: Ctx, model: string): ReturnType<typeof createVectorIndex> {
  const current = indexes.get(providers)
  if (current?.model === model && !current.isBroken()) return current
  current?.close()
  const index = createVectorIndex(model)
  indexes.set(providers, index)
  return index
}
