import { type IndexChange, isChineseText, openPassages, type PassageRecord } from '@scinav/search'
import type { BaseContext, PassageIndex } from '../../platform/context/context.ts'
import { loadVocabulary } from '../../search/engine/index.ts'
import {
  createDatabaseIndex,
  type IndexFeed,
  type IndexOptions,
  readPages,
} from '../../search/indexing/index.ts'
import { documentTitle } from './document-title.ts'
import * as feed from './feed.store.ts'

/** Creates the index of passages, which follows the places of documents. */
export function createPassageIndex(options: IndexOptions): PassageIndex {
  const { db, now } = options
  return createDatabaseIndex(options, {
    contents: 'passages',
    feed: readChanges(db),
    count: () => feed.countPassages(db),
    latest: () => feed.findLastChange(db),
    // A document that is ready must be found at once, whichever process has parsed it.
    isAwaited: true,
    vocabulary: () => loadVocabulary({ db, now }),
    open: openPassages,
    openShared: ({ openSharedPassages }, shared) => openSharedPassages(shared),
  })
}

/** Returns whether there is anything to search; without it, the index is not opened. */
export const hasPassages = ({ db }: Pick<BaseContext, 'db'>): Promise<boolean> => feed.hasPlaces(db)

/** Batch sizes: places are small, their texts are not. */
const PLACE_BATCH_SIZE = 100
const TEXT_BATCH_SIZE = 500

type FeedPlace = Awaited<ReturnType<typeof feed.listPlacesAfter>>[number]
type FeedText = Awaited<ReturnType<typeof feed.listTextsFrom>>[number]

/** Creates the feed of the index: it yields the places whose change is above a given one, each with its passages. */
const readChanges = (db: BaseContext['db']): IndexFeed =>
  async function* (change) {
    // After all places of the change that the index has.
    const begin = { change, first_seq: Number.MAX_SAFE_INTEGER }
    const positionAfter = (last: FeedPlace | undefined) =>
      last ? { change: Number(last.change), first_seq: Number(last.first_seq) } : begin
    const found = readPages<FeedPlace>(
      (last, limit) => feed.listPlacesAfter(db, positionAfter(last), limit),
      PLACE_BATCH_SIZE,
    )
    for await (const { rows, more } of found)
      for (const [at, place] of rows.entries()) {
        const isLast = !more && at === rows.length - 1
        for await (const { changes, more: moreOfPlace } of placeChanges(db, place))
          yield { changes, more: moreOfPlace || !isLast }
      }
  }

/** Yields the changes of one place: its passages where it is current, else their removal. */
async function* placeChanges(db: BaseContext['db'], place: FeedPlace) {
  const { dataset_id } = place
  const isGone = place.gone === 1 || dataset_id === null
  yield* isGone ? removal(place) : addition(db, { ...place, dataset_id })
}

/** Yields the removal of all passages of a place. */
function* removal({ first_seq, passages, change }: FeedPlace) {
  // A place without passages still yields one removal, so that the index records the change.
  const numbers = Array.from({ length: Math.max(1, passages) }, (_, at) => Number(first_seq) + at)
  for (let from = 0; from < numbers.length; from += TEXT_BATCH_SIZE) {
    const changes = numbers
      .slice(from, from + TEXT_BATCH_SIZE)
      .map((seq): IndexChange => ({ seq, change: Number(change), record: null, cited_by_count: 0 }))
    yield { changes, more: from + TEXT_BATCH_SIZE < numbers.length }
  }
}

/** Yields the passages of a place; a removal when none of them may be searched. */
async function* addition(db: BaseContext['db'], place: FeedPlace & { dataset_id: string }) {
  const { document_id, dataset_id, parse_id } = place
  const title = documentTitle(await feed.findFacts(db, parse_id), place.name ?? '')
  const toChange = ({ ordinal, headings, body }: FeedText): IndexChange => {
    const record: PassageRecord = {
      dataset_id,
      document_id,
      headings: [title, ...(JSON.parse(headings) as string[])],
      text: body,
      language: isChineseText(body) ? 'zh' : 'en',
    }
    const seq = Number(place.first_seq) + ordinal
    return { seq, change: Number(place.change), record: JSON.stringify(record), cited_by_count: 0 }
  }
  let isEmpty = true
  const texts = readPages<FeedText>(
    (last, limit) => feed.listTextsFrom(db, parse_id, last ? last.ordinal + 1 : 0, limit),
    TEXT_BATCH_SIZE,
  )
  for await (const { rows, more } of texts) {
    isEmpty = false
    yield { changes: rows.map(toChange), more }
  }
  if (isEmpty) yield* removal({ ...place, passages: 0 })
}
