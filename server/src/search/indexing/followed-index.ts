import type { IndexChange } from '@scinav/search'
import type { BaseContext } from '../../platform/context/context.ts'
import type { IndexFeed } from './feed.ts'

/** The operations of an index that a follower keeps up to date. */
export interface FollowedIndex {
  /** Applies changes; `more` says that others follow at once. */
  apply: (changes: IndexChange[], more: boolean) => Promise<void>
  /** Empties the index. */
  reset: () => Promise<void>
  /** Writes the index to its files. */
  save: () => Promise<void>
  /** Returns the number of records, and the number of the last change that the index has; 0 when it is empty. */
  state: () => { papers: number; change: number }
  close: () => Promise<void>
}

/** What an index that follows the database (`createFollowingIndex`) is made of. */
export interface FollowingOptions<Engine> extends Pick<BaseContext, 'log'> {
  /** What the log calls the indexed records, such as `papers`. */
  contents: string
  /** Opens the index, which is empty when its files are missing or unusable. */
  open: () => Promise<Engine>
  /** Delivers the changes of the database. */
  feed: IndexFeed
  /** Returns the approximate number of records in the database. */
  count: () => Promise<number>
  /** Folder of the index files; null keeps the index in memory. */
  folder: string | null
  /** Interval in milliseconds at which the database is polled for changes of other processes; 0 polls at every use. */
  poll_ms: number
  /** Returns the last change of the database; queried at every use when a write must be searchable at once. */
  latest?: () => Promise<number>
  /** Set when several processes share the index: one of them feeds it, the others query its progress. */
  shared?: SharedIndexControl<Engine> | undefined
}

/** Control over an index that several processes share. */
export interface SharedIndexControl<Engine> {
  /** Returns whether this process currently feeds the index. */
  leads: () => Promise<boolean>
  /** Reads how far the index is. */
  refresh: () => Promise<void>
  /** Returns the last change of the database, which followers wait for briefly. */
  latest: () => Promise<number>
  /** Creates an empty engine next to the live one, which `activate` replaces by it. */
  createReplacement: () => Promise<{ engine: Engine; activate: () => Promise<void> }>
}
