import { openEngine } from '@scinav/search'
import { countPapers, findLastChange } from '../../library/papers/index.ts'
import type { BaseContext, LibraryIndex } from '../../platform/context/context.ts'
import { createDatabaseIndex, type IndexFeed, type IndexOptions, readPages } from '../indexing/index.ts'
import * as papers from './papers.store.ts'
import { loadVocabulary } from './vocabulary.ts'

/** Creates the index of the library, which follows the database. It is opened on first use. */
export function createLibraryIndex(options: IndexOptions): LibraryIndex {
  const { db, now } = options
  return createDatabaseIndex(options, {
    contents: 'papers',
    feed: readChanges(db),
    count: () => countPapers({ db }),
    latest: () => findLastChange({ db }),
    vocabulary: () => loadVocabulary({ db, now }),
    open: openEngine,
    openShared: ({ openSharedPapers }, shared) => openSharedPapers(shared),
  })
}

/** Returns the feed of papers changed after a `change`, in pages. */
const readChanges = (db: BaseContext['db']): IndexFeed =>
  async function* (change) {
    const afterChange = { change, seq: Number.MAX_SAFE_INTEGER }
    const positionOf = (last: Row | undefined) =>
      last ? { change: Number(last.change), seq: Number(last.seq) } : afterChange
    for await (const { rows, more } of readPages<Row>((last, limit) =>
      papers.listChangesAfter(db, positionOf(last), limit),
    ))
      yield { changes: rows.map(toIndexChange), more }
  }

type Row = Awaited<ReturnType<typeof papers.listChangesAfter>>[number]

function toIndexChange({ seq, change, record, citation_count, cited_by_count, deleted_at }: Row) {
  return {
    seq: Number(seq),
    change: Number(change),
    record: deleted_at === null ? record : null,
    cited_by_count: Math.max(citation_count, cited_by_count),
  }
}
