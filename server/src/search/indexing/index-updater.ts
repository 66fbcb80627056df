import type { BaseContext } from '../../platform/context/context.ts'
import { applyFeed } from './feed.ts'
import type { FollowedIndex, FollowingOptions } from './followed-index.ts'

/**
 * Creates the functions that bring an index up to date with the database.
 *
 * @param rebuildReason returns why the index is empty, for the log.
 */
export function createUpdater<Engine>(options: FollowingOptions<Engine>, rebuildReason: () => string) {
  const { folder, feed, count } = options
  let progress: number | null = null

  /** Fills an empty index from the database; searches find only part of the records meanwhile. */
  async function build(
    target: FollowedIndex,
    total: number,
    report?: (progress: number) => Promise<void>,
  ): Promise<void> {
    progress = 0
    try {
      await applyFeed(feed, target, async (done) => {
        progress = Math.min(1, done / Math.max(1, total))
        await report?.(progress)
      })
    } finally {
      progress = null
    }
  }

  return {
    build,
    /** Returns which part of the records is indexed, 0–1; null while no index is built. */
    progress: () => progress,
    /** Applies the changes; an empty index that is kept in files is built, which the log says. */
    async update(target: FollowedIndex): Promise<void> {
      const total = folder !== null && target.state().change === 0 ? await count() : 0
      if (total === 0) return applyFeed(feed, target)
      await logRebuild(options, rebuildReason(), target, () => build(target, total))
    },
  }
}

/** Runs a rebuild, which may take long, and logs its reason and duration. */
export async function logRebuild(
  { log, contents }: { log: BaseContext['log']; contents: string },
  reason: string,
  target: FollowedIndex,
  work: () => Promise<void>,
): Promise<void> {
  log.warn({ why: reason, of: contents }, 'the search index is being built anew from the database')
  const began = performance.now()
  await work()
  const seconds = Math.round((performance.now() - began) / 100) / 10
  log.info({ why: reason, seconds, [contents]: target.state().papers }, 'the search index was built anew')
}
