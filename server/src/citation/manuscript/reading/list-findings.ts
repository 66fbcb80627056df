import { areSortedByName } from './entry-names.ts'
import { longestRise } from './longest-rise.ts'
import type { Manuscript, ManuscriptEntry } from './manuscript.ts'

/** A disagreement between a reference list and the text. */
export type ListFinding =
  /** The text cites what the list does not have. */
  | { kind: 'not-listed'; marker: number; label: string }
  /** Several entries fit a citation. */
  | { kind: 'several-matches'; marker: number; label: string; entries: number[] }
  /** Nothing in the text cites the entry. */
  | { kind: 'not-cited'; entry: number }
  /** The entry is first cited out of turn; `expected` is its number in the order of first citation. */
  | { kind: 'out-of-order'; entry: number; marker: number; expected: number }
  /** The numbers from `from` to `to` are missing before the entry. */
  | { kind: 'number-gap'; entry: number; from: number; to: number }
  /** The number was given to an earlier entry. */
  | { kind: 'number-repeat'; entry: number; earlier: number }

/**
 * Compares the reference lists of a manuscript with its text. Returns the findings about markers, then about entries
 * that are not cited, then about the numbers of each list.
 */
export function findListFindings(manuscript: Manuscript): ListFinding[] {
  return [...markerFindings(manuscript), ...citedFindings(manuscript), ...numberingFindings(manuscript)]
}

/** Bounds the findings about markers, so that a check has room for those about entries. */
const MAX_MARKER_FINDINGS = 5_000

/** Returns the parts of markers that fit no entry or several, in the order of the text. */
function markerFindings({ markers }: Manuscript): ListFinding[] {
  const findings: ListFinding[] = []
  for (const [marker, { unmatched, ambiguous }] of markers.entries()) {
    if (findings.length >= MAX_MARKER_FINDINGS) break
    for (const label of unmatched) findings.push({ kind: 'not-listed', marker, label })
    for (const { text, entries } of ambiguous)
      findings.push({ kind: 'several-matches', marker, label: text, entries })
  }
  return findings.slice(0, MAX_MARKER_FINDINGS)
}

/** Returns the index of the first marker of each cited entry, in the order of first citation. */
export function firstCitations({ markers }: Pick<Manuscript, 'markers'>): Map<number, number> {
  const first = new Map<number, number>()
  for (const [marker, { entries, ambiguous }] of markers.entries())
    for (const entry of [...entries, ...ambiguous.flatMap((each) => each.entries)])
      if (!first.has(entry)) first.set(entry, marker)
  return first
}

/** Returns the entries that nothing cites. */
function citedFindings(manuscript: Manuscript): ListFinding[] {
  const first = firstCitations(manuscript)
  // Where nothing is cited, the manuscript has that fault as a whole.
  if (first.size === 0) return []
  return manuscript.entries.flatMap(({ index }): ListFinding[] =>
    first.has(index) ? [] : [{ kind: 'not-cited', entry: index }],
  )
}

/** Returns the number of an entry; null for labels and in lists without numbers. */
const numberOf = ({ number }: ManuscriptEntry): number | null =>
  number !== null && /^\d{1,4}$/.test(number) ? Number(number) : null

/** Returns what is wrong with the numbers of each list: gaps, repeats, and their order. */
function numberingFindings(manuscript: Manuscript): ListFinding[] {
  const first = firstCitations(manuscript)
  return manuscript.lists.flatMap(({ index, numbered }) => {
    const entries = manuscript.entries.filter(({ list }) => list === index)
    return numbered ? [...gapFindings(entries), ...orderFindings(entries, first)] : []
  })
}

/** Returns the gaps and the repeats in the numbers of a list, in its order. */
function gapFindings(entries: readonly ManuscriptEntry[]): ListFinding[] {
  /** The index of the first entry with each number. */
  const firstWith = new Map<number, number>()
  const findings: ListFinding[] = []
  let highest: number | null = null
  for (const entry of entries) {
    const number = numberOf(entry)
    if (number === null) continue
    const earlier = firstWith.get(number)
    if (earlier !== undefined) findings.push({ kind: 'number-repeat', entry: entry.index, earlier })
    else firstWith.set(number, entry.index)
    if (highest !== null && number > highest + 1)
      findings.push({ kind: 'number-gap', entry: entry.index, from: highest + 1, to: number - 1 })
    highest = Math.max(highest ?? number, number)
  }
  return findings
}

/** Share of entries in the order of first citation, below which a list is ordered in another way. */
export const MIN_ORDERED_SHARE = 0.6

/**
 * Returns the entries outside the longest run of numbers that rises with the order of first citation; none for a list
 * that is ordered in another way.
 */
function orderFindings(
  entries: readonly ManuscriptEntry[],
  first: ReadonlyMap<number, number>,
): ListFinding[] {
  const byIndex = new Map(entries.map((entry) => [entry.index, entry]))
  const cited = [...first].flatMap(([index, marker]) => {
    const entry = byIndex.get(index)
    const number = entry && numberOf(entry)
    return entry && number ? [{ entry: index, marker, number }] : []
  })
  const rising = longestRise(cited.map(({ number }) => number))
  if (rising.size < cited.length * MIN_ORDERED_SHARE) return []
  if (rising.size < cited.length && areSortedByName(entries.map(({ text }) => text))) return []
  return cited.flatMap(({ entry, marker }, at): ListFinding[] =>
    rising.has(at) ? [] : [{ kind: 'out-of-order', entry, marker, expected: at + 1 }],
  )
}
