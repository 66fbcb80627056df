import { openEngine } from '@scinav/search'
import { countPapers, lastChange } from '../../library/papers/index.ts'
import type { BaseContext, LibraryIndex } from '../../platform/context/context.ts'
import { type Feed, type IndexOptions, pages, placedIndex } from '../indexing/index.ts'
import * as feed from './index-feed.store.ts'
import { libraryVocabulary } from './vocabulary.ts'

/** The index of a library, which follows the database. Nothing is opened before somebody asks. */
export function libraryIndex(options: IndexOptions): LibraryIndex {
  const { db, now } = options
  return placedIndex(options, {
    of: 'papers',
    feed: changesOf(db),
    count: () => countPapers({ db }),
    latest: () => lastChange({ db }),
    vocabulary: () => libraryVocabulary({ db, now }),
    open: openEngine,
    openShared: ({ openSharedPapers }, shared) => openSharedPapers(shared),
  })
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
