import type { BaseContext, FollowingIndex } from '../../platform/context/context.ts'
import { withAppErrors } from './app-errors.ts'
import type { IndexFeed } from './feed.ts'
import { createFollowingIndex, type FollowedIndex } from './following-index.ts'
import {
  createSharedEngine,
  type OpenSharedIndex,
  type SharedIndexLocation,
  type Vocabulary,
} from './shared-engine.ts'

/** Where the indexes of a process are, and how often it looks for what is new. */
export interface IndexOptions extends Pick<BaseContext, 'db' | 'log' | 'now'> {
  /** Where the index's files are; null keeps it in memory. */
  folder: string | null
  /** Threads that search; 0 does everything in the calling thread. */
  threads: number | 'only to write'
  /** How often the database is asked for changes of other processes; 0: at every use. */
  poll_ms: number
  /** The OpenSearch where the index is that processes share; without it this one has its own. */
  place?: SharedIndexLocation | null
}

/** What an index is of, and how it is opened. */
interface IndexKind<Engine> {
  /** As the log says it: `papers`. */
  of: string
  feed: IndexFeed
  /** How many records the database has, about. */
  count: () => Promise<number>
  /** The last change of the database. */
  latest: () => Promise<number>
  /** What the database told must be found at once, whichever process wrote it. */
  isAwaited?: boolean
  vocabulary: Vocabulary
  open: (options: Pick<IndexOptions, 'folder' | 'threads'> & { vocabulary: Vocabulary }) => Promise<Engine>
  openShared: OpenSharedIndex<Engine>
}

/** An index that follows the database: in files of this process, or in the OpenSearch that several share. */
export function createDatabaseIndex<Engine extends FollowedIndex>(
  { log, folder, threads, poll_ms, place }: IndexOptions,
  { of, feed, count, latest, isAwaited = false, vocabulary, open, openShared }: IndexKind<Engine>,
): FollowingIndex<Engine> {
  const following = { log, poll_ms, of, feed, count, ...(isAwaited && { latest }) }
  if (place) {
    const shared = createSharedEngine({ place, vocabulary, latest }, openShared)
    return createFollowingIndex({ ...following, ...shared, folder: null })
  }
  const own = async () => withAppErrors(await open({ folder, threads, vocabulary }))
  return createFollowingIndex({ ...following, open: own, folder })
}
