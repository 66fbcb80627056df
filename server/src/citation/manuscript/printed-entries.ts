import { formatReference, formatSpec, runsText, type StyleId, toCsl, workToReference } from '@scinav/citation'
import type { Work } from '@scinav/contract'
import { createTimeSlicer } from '../../platform/foundation/event-loop.ts'
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
    printed.set(entry, { text: printWork(work, style), source })
    await pause()
  }
  return printed
}

/** Prints a work as an entry without its number. */
const printWork = (work: Work, style: StyleId): string =>
  style === 'spec' ? formatSpec(workToReference(work)) : runsText(formatReference(style, toCsl(work)))
