import { openEngine } from '@scinav/search'
import type { BaseContext, LibraryIndex } from '../context/context.ts'
import {
  type Feed,
  followingIndex,
  pages,
  refusing,
  type SharedPlace,
  sharedEngine,
} from '../indexing/index.ts'
import { countPapers } from '../papers/index.ts'
import * as feed from './index-feed.store.ts'
import { libraryVocabulary } from './vocabulary.ts'

interface Options extends Pick<BaseContext, 'db' | 'log' | 'now'> {
  /** Where the index's files are; null keeps it in memory. */
  folder: string | null
  /** Threads that search; 0 does everything in the calling thread. */
  threads: number | 'only to write'
  /** How often the database is asked for changes of other processes; 0: at every use. */
  poll_ms: number
  /** The OpenSearch where the index is that processes share; without it this one has its own. */
  place?: SharedPlace | null
}

/** The index of a library, which follows the database. Nothing is opened before somebody asks. */
export function libraryIndex({ db, log, now, folder, threads, poll_ms, place }: Options): LibraryIndex {
  const vocabulary = () => libraryVocabulary({ db, now })
  const following = { of: 'papers', log, poll_ms, count: () => countPapers({ db }), feed: changesOf(db) }
  if (place) {
    const latest = () => feed.lastChange(db)
    const shared = sharedEngine({ place, vocabulary, latest }, ({ openSharedPapers }, options) =>
      openSharedPapers(options),
    )
    return followingIndex({ ...following, ...shared, folder: null })
  }
  const open = async () => refusing(await openEngine({ folder, threads, vocabulary }))
  return followingIndex({ ...following, open, folder })
}

const changesOf = (db: BaseContext['db']): Feed =>
  async function* (change) {
    const begin = { change, seq: Number.MAX_SAFE_INTEGER }
    const behind = (last: Row | undefined) =>
      last ? { change: Number(last.change), seq: Number(last.seq) } : begin
    for await (const { rows, more } of pages<Row>((last, limit) =>
      feed.changesAfter(db, behind(last), limit),
    ))
      yield { changes: rows.map(toChange), more }
  }

type Row = Awaited<ReturnType<typeof feed.changesAfter>>[number]

function toChange({ seq, change, record, citation_count, cited_by_count, deleted_at }: Row) {
  return {
    seq: Number(seq),
    change: Number(change),
    record: deleted_at === null ? record : null,
    cited_by_count: Math.max(citation_count, cited_by_count),
  }
}
