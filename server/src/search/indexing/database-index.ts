import type { BaseContext, FollowingIndex } from '../../platform/context/context.ts'
import { withAppErrors } from './app-errors.ts'
import type { IndexFeed } from './feed.ts'
import type { FollowedIndex } from './followed-index.ts'
import { createFollowingIndex } from './following-index.ts'
import {
  createSharedEngine,
  type OpenSharedIndex,
  type SharedIndexLocation,
  type Vocabulary,
} from './shared-engine.ts'

/** Where the indexes of a process are, and how often it checks for changes. */
export interface IndexOptions extends Pick<BaseContext, 'db' | 'log' | 'now'> {
  /** Folder of the index files; null keeps the index in memory. */
  folder: string | null
  /**
   * Number of search threads; 0 does all work in the calling thread, `only to write` is for processes that never
   * search.
   */
  threads: number | 'only to write'
  /**
   * Interval in milliseconds at which the database is polled for changes of other processes; 0 polls at every use.
   */
  poll_ms: number
  /** The OpenSearch that holds an index shared by several processes; without it the process has its own index. */
  place?: SharedIndexLocation | null
}

/** The parts in which the indexes of different records differ, and how an engine is opened. */
interface IndexKind<Engine> {
  /** What the log calls the indexed records, such as `papers`. */
  contents: string
  feed: IndexFeed
  /** Returns the approximate number of records in the database. */
  count: () => Promise<number>
  /** Returns the number of the last change of the database. */
  latest: () => Promise<number>
  /**
   * Whether a write must be searchable at once, whichever process made it; each use then asks the database for its
   * last change.
   */
  isAwaited?: boolean
  vocabulary: Vocabulary
  open: (options: Pick<IndexOptions, 'folder' | 'threads'> & { vocabulary: Vocabulary }) => Promise<Engine>
  openShared: OpenSharedIndex<Engine>
}

/** Creates an index that follows the database: in files of this process, or in an OpenSearch shared by several. */
export function createDatabaseIndex<Engine extends FollowedIndex>(
  { log, folder, threads, poll_ms, place }: IndexOptions,
  { contents, feed, count, latest, isAwaited = false, vocabulary, open, openShared }: IndexKind<Engine>,
): FollowingIndex<Engine> {
  const following = { log, poll_ms, contents, feed, count, ...(isAwaited && { latest }) }
  if (place) {
    const shared = createSharedEngine({ location: place, vocabulary, latest }, openShared)
    return createFollowingIndex({ ...following, ...shared, folder: null })
  }
  const openOwn = async () => withAppErrors(await open({ folder, threads, vocabulary }))
  return createFollowingIndex({ ...following, open: openOwn, folder })
}
