import type { Manuscript } from '../../server/src/citation/manuscript/reading/manuscript.ts'
import type { FaultKind } from './changed-works.ts'
import type { DraftManuscript, PlantedFault } from './draft.ts'

/** What a check reports of a manuscript, in the terms of planted faults. */
export interface ReportedFault {
  /** The planted faults that it may show; none for what no planted fault leads to. */
  kinds: readonly FaultKind[]
  /** The number, names or text of each entry that it is about. */
  labels: string[]
  /** The sentence of the report. */
  what: string
}

/** Counts of one kind of fault. */
export interface FaultCounts {
  planted: number
  found: number
}

/** Whether a label names what a fault was planted in: a number by itself, names and years within a text. */
const fitsLabel = (planted: string, reported: string): boolean =>
  planted === reported || (!/^\d+$/.test(reported) && reported.includes(planted))

/**
 * Compares reports with the planted faults that they may show. A report about an entry in which any fault was planted is
 * no false alarm, whatever it says: a preprint in the place of an article also has other fields.
 */
export function scoreFaults(
  { faults, planted }: { faults: readonly PlantedFault[]; planted: readonly PlantedFault[] },
  reports: readonly ReportedFault[],
  counts: Map<FaultKind, FaultCounts>,
): { missed: string[]; alarms: string[] } {
  const isAbout = ({ label }: PlantedFault, { labels }: ReportedFault) =>
    labels.some((each) => fitsLabel(label, each))
  const missed: string[] = []
  for (const fault of faults) {
    const own = counts.get(fault.kind) ?? { planted: 0, found: 0 }
    counts.set(fault.kind, own)
    own.planted += 1
    if (reports.some((report) => report.kinds.includes(fault.kind) && isAbout(fault, report))) own.found += 1
    else missed.push(`${fault.kind} ${fault.label}`)
  }
  const alarms = reports.filter((report) => !planted.some((fault) => isAbout(fault, report)))
  return { missed, alarms: alarms.map(({ what, labels }) => `${what} (${labels.join(' | ').slice(0, 60)})`) }
}

/** Returns how many of the entries that a draft cites in turn are linked, in the order of the text. */
export function countLinked({ citations }: DraftManuscript, { markers }: Manuscript): number {
  const ascending = (entries: readonly number[]) => entries.toSorted((a, b) => a - b)
  const expected = citations.flatMap(ascending)
  const found = markers.flatMap(({ entries, ambiguous }) =>
    ascending([...new Set([...entries, ...ambiguous.flatMap((each) => each.entries)])]),
  )
  // The length of the longest common subsequence, row by row.
  let row = new Array<number>(found.length + 1).fill(0)
  for (const own of expected) {
    const next = [0]
    for (const [at, other] of found.entries())
      next.push(own === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}
