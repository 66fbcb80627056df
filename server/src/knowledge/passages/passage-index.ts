import { type IndexChange, isChinese, openPassages, type PassageRecord } from '@scinav/search'
import type { BaseContext, PassageIndex } from '../../platform/context/context.ts'
import { libraryVocabulary } from '../../search/engine/index.ts'
import { type Feed, type IndexOptions, pages, placedIndex } from '../../search/indexing/index.ts'
import { titleOf } from './document-title.ts'
import * as feed from './feed.store.ts'

/** The index of what files say, which follows the places of documents. */
export function passageIndex(options: IndexOptions): PassageIndex {
  const { db, now } = options
  return placedIndex(options, {
    of: 'passages',
    feed: changesOf(db),
    count: () => feed.countPassages(db),
    latest: () => feed.lastChange(db),
    // A document that is ready answers, whichever process has read it.
    isAwaited: true,
    vocabulary: () => libraryVocabulary({ db, now }),
    open: openPassages,
    openShared: ({ openSharedPassages }, shared) => openSharedPassages(shared),
  })
}

/** Whether there is anything to look in: without it nobody opens the index. */
export const hasPassages = ({ db }: Pick<BaseContext, 'db'>): Promise<boolean> => feed.hasPlaces(db)

/** Places are small, what stands in them is not. */
const PLACES = 100
const TEXTS = 500

type Place = Awaited<ReturnType<typeof feed.placesAfter>>[number]

const changesOf = (db: BaseContext['db']): Feed =>
  async function* (change) {
    const begin = { change, first_seq: Number.MAX_SAFE_INTEGER }
    const behind = (last: Place | undefined) =>
      last ? { change: Number(last.change), first_seq: Number(last.first_seq) } : begin
    const found = pages<Place>((last, limit) => feed.placesAfter(db, behind(last), limit), PLACES)
    for await (const { rows, more } of found)
      for (const [at, place] of rows.entries()) {
        const isLast = !more && at === rows.length - 1
        for await (const { changes, more: moreOfIt } of changesOfPlace(db, place))
          yield { changes, more: moreOfIt || !isLast }
      }
  }

/** What changes with one place: its passages where it is, or that they are gone. */
async function* changesOfPlace(db: BaseContext['db'], place: Place) {
  const { dataset_id } = place
  const isGone = place.gone === 1 || dataset_id === null
  yield* isGone ? takenOut(place) : broughtIn(db, { ...place, dataset_id })
}

function* takenOut({ first_seq, passages, change }: Place) {
  // One without passages is still told of, so that the index knows how far it has come.
  const numbers = Array.from({ length: Math.max(1, passages) }, (_, at) => Number(first_seq) + at)
  for (let from = 0; from < numbers.length; from += TEXTS) {
    const part = numbers.slice(from, from + TEXTS)
    const changes = part.map(
      (seq): IndexChange => ({ seq, change: Number(change), record: null, cited_by_count: 0 }),
    )
    yield { changes, more: from + TEXTS < numbers.length }
  }
}

async function* broughtIn(db: BaseContext['db'], place: Place & { dataset_id: string }) {
  const { document_id, dataset_id, parse_id } = place
  const title = titleOf(await feed.factsOf(db, parse_id), place.name ?? '')
  const toChange = ({ ordinal, headings, body }: Text): IndexChange => {
    const record: PassageRecord = {
      dataset_id,
      document_id,
      headings: [title, ...(JSON.parse(headings) as string[])],
      text: body,
      language: isChinese(body) ? 'zh' : 'en',
    }
    const seq = Number(place.first_seq) + ordinal
    return { seq, change: Number(place.change), record: JSON.stringify(record), cited_by_count: 0 }
  }
  let told = false
  const texts = pages<Text>(
    (last, limit) => feed.textsFrom(db, parse_id, last ? last.ordinal + 1 : 0, limit),
    TEXTS,
  )
  for await (const { rows, more } of texts) {
    told = true
    yield { changes: rows.map(toChange), more }
  }
  if (!told) yield* takenOut({ ...place, passages: 0 })
}

type Text = Awaited<ReturnType<typeof feed.textsFrom>>[number]
