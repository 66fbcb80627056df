import { formatReference, formatSpec, runsText, type StyleId } from '@scinav/citation'
import { createTimeSlicer } from '../../../platform/foundation/event-loop.ts'
import { workEntry } from '../../export/index.ts'
import type { EntryRecord } from './check.ts'

/** An entry as a style prints it from the record that was found. */
export interface PrintedEntry {
  text: string
  source: string
}

/** Prints the entries of which a record was found, by their index. */
export async function printEntries(
  records: ReadonlyMap<number, EntryRecord>,
  style: StyleId,
): Promise<Map<number, PrintedEntry>> {
  const printed = new Map<number, PrintedEntry>()
  const pause = createTimeSlicer()
  for (const [entry, { work, source }] of records) {
    const { item, reference } = workEntry(work, String(entry))
    const text = style === 'spec' ? formatSpec(reference) : runsText(formatReference(style, item))
    printed.set(entry, { text, source })
    await pause()
  }
  return printed
}
