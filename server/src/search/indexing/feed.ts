import type { IndexChange } from '@scinav/search'

/** What an index is told of: changes in their order, some at a time, and whether more are to come. */
export type IndexFeed = (after: number) => AsyncIterable<{ changes: IndexChange[]; more: boolean }>

/** Hears how many records were taken. */
export type ReportProgress = (done: number) => Promise<void>

interface FeedTarget {
  apply: (changes: IndexChange[], more: boolean) => Promise<void>
  state: () => { change: number }
}

/** Brings an index up to what the database has; `report` gets how many records were taken. */
export async function applyFeed(feed: IndexFeed, target: FeedTarget, report?: ReportProgress): Promise<void> {
  let applying = Promise.resolve()
  let done = 0
  for await (const { changes, more } of feed(target.state().change)) {
    await applying
    if (done > 0) await report?.(done)
    applying = target.apply(changes, more)
    // It is waited for below, after the next rows have been read.
    applying.catch(() => {})
    done += changes.length
  }
  await applying
  if (done > 0) await report?.(done)
}

/** Rows of one look; a statement on the main thread stays short. */
const BATCH_SIZE = 500

/** All rows after one, some at a time, and whether more are to come; `read` is asked for rows behind the last one read. */
export async function* readPages<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
  size = BATCH_SIZE,
): AsyncGenerator<{ rows: Row[]; more: boolean }> {
  let last: Row | undefined
  for (let more = true; more; ) {
    // One more than is taken tells whether this is the end.
    const found = await read(last, size + 1)
    more = found.length > size
    const rows = found.slice(0, size)
    last = rows.at(-1)
    if (!last) return
    yield { rows, more }
  }
}
