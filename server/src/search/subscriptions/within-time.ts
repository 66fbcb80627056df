import type { BaseContext } from '../../platform/context/context.ts'

/**
 * Maximum total time for the searches of one list or mail, in milliseconds, so that they do not delay the searches of
 * other users for longer.
 */
const MAX_TOTAL_MS = 10_000
const MAX_CONCURRENT = 2

/**
 * Runs `work` for the items, two at a time and in order, until ten seconds are used up; work that has begun is finished.
 * Items that were not reached have no entry in the result.
 *
 * @throws the error of the first work that fails.
 */
export async function mapWithinTime<Item, Result>(
  { now }: Pick<BaseContext, 'now'>,
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Map<Item, Result>> {
  const until = now().getTime() + MAX_TOTAL_MS
  const results = new Map<Item, Result>()
  // Both workers take their next item from the same iterator.
  const remaining = items.values()
  const runWorker = async () => {
    for (const item of remaining) {
      if (now().getTime() >= until) return
      results.set(item, await work(item))
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, runWorker))
  return results
}
