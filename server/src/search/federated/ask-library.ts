import type { api, EngineId, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { searchLibrary } from '../engine/index.ts'
import { BLOCK_SIZE } from './ask-engines.ts'
import { type Deadline, withDeadline } from './deadline.ts'
import { type EngineStatus, STATUS_MESSAGES, slowMessage } from './engine-status.ts'
import type { RankedWork } from './fuse.ts'

/** The input of a federated search. */
export type FederatedSearchInput = ParsedInputOf<typeof api.combine.search>

/** The library as an engine of a federated search. */
export const LIBRARY_ENGINE = { id: 'local', name: '本馆文献' } as const

/** One round of a search: the engines to ask, the block of hits to ask for, and the time limit. */
export interface SearchRound {
  engines: EngineId[]
  /** Block of `BLOCK_SIZE` hits, from 1. */
  block: number
  deadline: Deadline
  /** Whether to ask engines again that have just timed out for this query. */
  insist: boolean
}

/** The result of one engine in one round; `more` says that the next round may find further hits. */
export interface EngineRoundResult {
  state: EngineStatus
  found: RankedWork[]
  more: boolean
}

/** Asks the library for one block of hits, as one engine among the others. */
export async function askLibrary(
  ctx: Context,
  words: Pick<FederatedSearchInput, 'query' | 'filters'>,
  { block, deadline }: SearchRound,
): Promise<EngineRoundResult> {
  const paging = { page_num: block, page_size: BLOCK_SIZE, facets: false }
  const answer = await withDeadline(deadline, undefined, () =>
    searchLibrary(ctx, {
      ...words,
      ...paging,
      exact: false,
      expand: true,
      as_written: false,
      conditions: [],
      sort: 'relevance',
    }),
  )
  const status = { ...LIBRARY_ENGINE, count: 0, total: 0, took_ms: answer.took_ms }
  if (answer.state === 'slow') {
    const message = slowMessage(LIBRARY_ENGINE.name, ctx.providers.engines.limit_ms)
    return { state: { ...status, state: 'slow', message }, found: [], more: false }
  }
  if (answer.state === 'failed') {
    const message = libraryMessage(ctx, answer.error)
    return { state: { ...status, state: 'failed', message }, found: [], more: false }
  }
  const { list } = answer.value
  const found = list.map(
    (paper, at): RankedWork => ({ work: paper, engine: LIBRARY_ENGINE.id, rank: at + 1, block, paper }),
  )
  const total = answer.value.total + answer.value.total_partial
  const state: EngineStatus = { ...status, state: 'ok', count: list.length, total, message: null }
  return { state, found, more: total > block * BLOCK_SIZE }
}

/** Returns the Chinese message about a failed search of the library; an unexpected error is logged. */
function libraryMessage(ctx: Context, error: unknown): string {
  if (error instanceof AppError) return error.message
  ctx.log.error({ err: error }, 'the library failed in a federated search')
  return STATUS_MESSAGES.local_failed
}
