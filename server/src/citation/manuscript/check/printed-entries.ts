import type { NationalOptions } from '@scinav/contract'
import { yieldToEventLoop } from '../../../platform/foundation/event-loop.ts'
import { type PrintStyle, printLongEntries } from '../../export/index.ts'
import type { EntryRecord } from './check.ts'

/** An entry as a style prints it from the record that was found. */
export interface PrintedEntry {
  text: string
  source: string
}

/**
 * Prints the entries of which a record was found, by their index, in the order of the style; in a worker thread when
 * there are many or the style is an installed one.
 *
 * @throws AppError `citation_style.over_limit` when an installed style takes too much time or memory.
 */
export async function printEntries(
  records: ReadonlyMap<number, EntryRecord>,
  style: PrintStyle,
  national: NationalOptions | undefined,
): Promise<Map<number, PrintedEntry>> {
  const found = [...records]
  const sources = found.map(([entry, { work }]) => ({ id: String(entry), record: JSON.stringify(work) }))
  // Printing a short list takes a turn of its own.
  await yieldToEventLoop()
  const printed = await printLongEntries(sources, { style, national })
  return new Map(
    printed.flatMap(({ at, text }): [number, PrintedEntry][] => {
      const [entry, record] = found[at] ?? []
      return entry === undefined || !record ? [] : [[entry, { text, source: record.source }]]
    }),
  )
}
