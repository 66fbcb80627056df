import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { storeOutsideWorks } from '../../library/import/index.ts'
import { findPaperTitles } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { Counters } from '../../platform/providers/counters.ts'
import { findFoundWorks } from './engine-memory.ts'

/** The period of the quota. */
const DAY_MS = 24 * 60 * 60_000
/** Maximum number of found works that a user may add to the library per day. */
const MAX_KEPT_PER_DAY = 2_000

/**
 * Adds works found outside to the library. A key is one that this installation returned with a hit, or the id of a
 * paper it already has, so clients cannot submit records of their own. Returns the papers in the order of the keys, and
 * how many of them are new; a work that could not be stored is left out.
 *
 * @throws AppError `combine.expired` when a key is unknown, forged or too old.
 * @throws AppError `combine.too_many` when the daily quota is exhausted.
 */
export async function keepFoundWorks(
  ctx: Context,
  { keys }: ParsedInputOf<typeof api.combine.keep>,
): Promise<OutputOf<typeof api.combine.keep>> {
  const uniqueKeys = [...new Set(keys)]
  requireKeepQuota(ctx, uniqueKeys.length)
  const works = await findFoundWorks(ctx, uniqueKeys)
  const found = uniqueKeys.flatMap((key) => {
    const work = works.get(key)
    return work ? [{ key, work }] : []
  })
  const foundKeys = new Set(found.map(({ key }) => key))
  const titles = await findPaperTitles(
    ctx,
    uniqueKeys.filter((key) => !foundKeys.has(key)),
  )
  if (uniqueKeys.some((key) => !foundKeys.has(key) && !titles.has(key))) throw new AppError('combine.expired')
  const { paper_ids, added } = await storeOutsideWorks(
    ctx,
    found.map(({ work }) => work),
  )
  const ids = new Map(found.map(({ key }, at) => [key, paper_ids[at] ?? null]))
  // A key that was not found is the id of a paper.
  const papers = uniqueKeys.map((key) => ({
    key,
    paper_id: foundKeys.has(key) ? (ids.get(key) ?? null) : key,
  }))
  return { papers: papers.flatMap(({ key, paper_id }) => (paper_id ? [{ key, paper_id }] : [])), added }
}

/** The counter of the added works of each user, by the counters of the installation. */
const keptCounts = new WeakMap<Counters, ReturnType<Counters>>()

/**
 * Counts works against the daily quota of the caller.
 *
 * @throws AppError `combine.too_many` when it is exhausted.
 */
function requireKeepQuota({ actor, providers, config }: Context, works: number): void {
  const count = keptCounts.get(providers.counters) ?? providers.counters('kept works', DAY_MS)
  keptCounts.set(providers.counters, count)
  const limit = MAX_KEPT_PER_DAY * config.RATE_LIMIT_SCALE
  // A counter counts one at a time.
  for (let n = 0; n < works; n += 1)
    if (count(actor.id, performance.now()).count > limit) throw new AppError('combine.too_many')
}
