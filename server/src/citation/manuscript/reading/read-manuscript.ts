import { findLists } from './find-lists.ts'
import { linkAuthorYear } from './link-author-year.ts'
import { citingBlocks, linkNumeric } from './link-numeric.ts'
import {
  type CitationMarker,
  MAX_MARKERS,
  type Manuscript,
  type ManuscriptBlock,
  type ManuscriptFault,
  type ReferenceList,
} from './manuscript.ts'

/** Reads the reference lists of a manuscript and the citations in its text, and links them. */
export function readManuscript(blocks: readonly ManuscriptBlock[]): Manuscript {
  const { lists, entries, isCut } = findLists(blocks)
  const citing = lists.length > 0 ? citingBlocks(blocks, lists) : []
  const all = mergeForms(linkNumeric(citing, lists, entries), linkAuthorYear(citing, lists, entries), lists)
  const markers = all.slice(0, MAX_MARKERS)
  const faults: ManuscriptFault[] = []
  if (lists.length === 0) faults.push('no-list')
  else if (markers.length === 0) faults.push('no-markers')
  if (lists.length > 1) faults.push('several-lists')
  if (lists.some(({ place }) => place === 'table')) faults.push('list-in-table')
  if (isCut) faults.push('too-many-entries')
  if (all.length > MAX_MARKERS) faults.push('too-many-markers')
  return { blocks: [...blocks], lists, entries, markers, faults }
}

const countCited = (markers: readonly CitationMarker[]): number =>
  new Set(
    markers.flatMap(({ entries, ambiguous }) => [...entries, ...ambiguous.flatMap((each) => each.entries)]),
  ).size

/**
 * Merges citations by number with those by names and year. A manuscript cites in one form; what it has in the other
 * counts only where it is linked, and numbers not at all where the list has none.
 */
function mergeForms(
  numeric: readonly CitationMarker[],
  named: readonly CitationMarker[],
  lists: readonly ReferenceList[],
): CitationMarker[] {
  const isNumbered = lists.some(({ numbered }) => numbered)
  const lead = countCited(numeric) - countCited(named)
  const isNumeric = lead > 0 || (lead === 0 && isNumbered)
  const main = isNumeric ? numeric : named
  const others = isNumeric ? named : isNumbered ? numeric : []
  const linked = others.filter(({ entries, unmatched }) => entries.length > 0 && unmatched.length === 0)
  return [...main, ...linked].toSorted((a, b) => a.block - b.block || a.start - b.start)
}
