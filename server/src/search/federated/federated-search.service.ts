import type { api, OutputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import type { FederatedSearchInput } from './ask-library.ts'
import type { Deadline } from './deadline.ts'
import { askInRounds, MAX_HIT_POSITION, mergeStatuses } from './engine-rounds.ts'
import { toHits } from './hits.ts'

type Search = typeof api.combine.search

/**
 * Time for looking up outside hits in the library after the engines' limit, in milliseconds. When it is exceeded,
 * they are shown as hits from outside instead of delaying the response.
 */
const LIBRARY_LOOKUP_MS = 300

/**
 * Searches the library and the outside engines and returns one page of the fused list. Every engine gets `limit_ms`,
 * counted from the arrival of the request; its status says how it did.
 *
 * @throws AppError `input.invalid` when the page lies beyond hit 500.
 */
export async function searchFederated(ctx: Context, input: FederatedSearchInput): Promise<OutputOf<Search>> {
  const { limit_ms, clock } = ctx.providers.engines
  // The time limit also covers what the request waited before it was handled.
  const waited = ctx.arrived_at === undefined ? 0 : performance.now() - ctx.arrived_at
  const started = clock.now() - waited
  const deadline: Deadline = { clock, at: started + limit_ms }
  const { page_num, page_size } = input
  if (page_num * page_size > MAX_HIT_POSITION)
    throw invalidInput('page_num', `联合检索最多看前 ${MAX_HIT_POSITION} 条，请缩小范围`)
  const { found, fused, statuses, openEngines } = await askInRounds(ctx, input, deadline)
  const engines = mergeStatuses(statuses)
  // An engine that may have further hits is counted with all its hits, as far as pages can reach them.
  const openTotals = engines
    .filter(({ id }) => openEngines.includes(id))
    .map(({ total }) => Math.min(total, MAX_HIT_POSITION))
  return {
    list: await toHits(ctx, fused.slice((page_num - 1) * page_size, page_num * page_size), {
      clock,
      at: Math.max(deadline.at, clock.now()) + LIBRARY_LOOKUP_MS,
    }),
    total: Math.max(fused.length, ...openTotals),
    page_num,
    page_size,
    engines,
    merged: { duplicates: found.length - fused.length, of: found.length },
    took_ms: Math.round((clock.now() - started) * 10) / 10,
  }
}
