import type { IndexChange } from '@scinav/search'

/** Yields the changes after a given change number in their order, in batches, and whether more follow. */
export type IndexFeed = (after: number) => AsyncIterable<{ changes: IndexChange[]; more: boolean }>

/** Receives the number of records processed so far. */
export type ReportProgress = (done: number) => Promise<void>

/** An index that takes changes; `state().change` is the number of the last change it has. */
interface FeedTarget {
  apply: (changes: IndexChange[], more: boolean) => Promise<void>
  state: () => { change: number }
}

/**
 * Applies all changes of the feed that an index does not have yet; the next batch is read while one is applied.
 *
 * @param report is called whenever a batch has been applied; never when there are no changes.
 */
export async function applyFeed(feed: IndexFeed, target: FeedTarget, report?: ReportProgress): Promise<void> {
  let applying = Promise.resolve()
  let done = 0
  for await (const { changes, more } of feed(target.state().change)) {
    await applying
    if (done > 0) await report?.(done)
    applying = target.apply(changes, more)
    // The rejection is handled when the promise is awaited below, after the next rows have been read.
    applying.catch(() => {})
    done += changes.length
  }
  await applying
  if (done > 0) await report?.(done)
}

/** Rows per read; a statement on the main thread stays short. */
const BATCH_SIZE = 500

/** Yields all rows in pages, and whether more follow; `read` returns rows after the last one read. */
export async function* readPages<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
  size = BATCH_SIZE,
): AsyncGenerator<{ rows: Row[]; more: boolean }> {
  let last: Row | undefined
  for (let more = true; more; ) {
    // One row more than a page shows whether this is the last page.
    const found = await read(last, size + 1)
    more = found.length > size
    const rows = found.slice(0, size)
    last = rows.at(-1)
    if (!last) return
    yield { rows, more }
  }
}
