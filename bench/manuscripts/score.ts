import type { Manuscript } from '../../server/src/citation/manuscript/reading/manuscript.ts'
import type { DraftManuscript, FaultKind } from './draft.ts'

/** What a check reports of a manuscript, in the terms of planted faults. */
export interface ReportedFault {
  kind: FaultKind
  /** The number, names or text of what it is about. */
  label: string
}

/** Counts of one kind of fault. */
export interface FaultCounts {
  planted: number
  found: number
  falseAlarms: number
}

/** Compares reports with the planted faults of a draft, for the kinds that are checked. */
export function scoreFaults(
  draft: DraftManuscript,
  reports: readonly ReportedFault[],
  counts: Map<FaultKind, FaultCounts>,
): { missed: string[]; alarms: string[] } {
  const count = (kind: FaultKind): FaultCounts => {
    const own = counts.get(kind) ?? { planted: 0, found: 0, falseAlarms: 0 }
    counts.set(kind, own)
    return own
  }
  const fits = (fault: ReportedFault, report: ReportedFault) =>
    fault.kind === report.kind && report.label.includes(fault.label)
  const missed: string[] = []
  for (const fault of draft.faults) {
    const own = count(fault.kind)
    own.planted += 1
    if (reports.some((report) => fits(fault, report))) own.found += 1
    else missed.push(`${fault.kind} ${fault.label}`)
  }
  const alarms = reports.filter((report) => !draft.faults.some((fault) => fits(fault, report)))
  for (const { kind } of alarms) count(kind).falseAlarms += 1
  return { missed, alarms: alarms.map(({ kind, label }) => `${kind} ${label}`) }
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
