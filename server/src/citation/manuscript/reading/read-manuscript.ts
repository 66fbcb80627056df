import { findLists } from './find-lists.ts'
import { linkAuthorYear } from './link-author-year.ts'
import { citingBlocks, linkNumeric } from './link-numeric.ts'
import {
  type CitationMarker,
  MANUSCRIPT_FAULTS,
  MAX_MARKERS,
  type Manuscript,
  type ManuscriptBlock,
  type ReadingFault,
  type ReferenceList,
} from './manuscript.ts'
import { linkNotes } from './note-references.ts'

/** The beginning of a BibTeX entry. */
const BIBTEX_ENTRY =
  /(?:^|\n)\s{0,20}@(?:article|book|inproceedings|incollection|phdthesis|mastersthesis|misc|online|techreport)\s?\{/i

/** Reads the reference lists of a manuscript and the citations in its text, and links them. */
export function readManuscript(blocks: readonly ManuscriptBlock[]): Manuscript {
  const found = findLists(blocks)
  const { lists, entries } = found
  const citing = lists.length > 0 ? citingBlocks(blocks, lists) : []
  const printed = mergeForms(
    linkNumeric(blocks, citing, lists, entries),
    linkAuthorYear(citing, lists, entries),
    lists,
  )
  const ordered = inTextOrder([
    ...printed.flatMap((marker) => onlyLinked(marker, blocks)),
    ...linkNotes(blocks, found),
  ])
  const markers = ordered.slice(0, MAX_MARKERS)
  const faults: Record<ReadingFault, boolean> = {
    'no-list': lists.length === 0,
    'no-markers': lists.length > 0 && markers.length === 0,
    'list-in-table': lists.some(({ place }) => place === 'table'),
    'references-in-notes': lists.some(({ place }) => place === 'notes'),
    'bibtex-in-text': blocks.some(({ text }) => BIBTEX_ENTRY.test(text)),
    'too-many-entries': found.isCut,
    'too-many-markers': ordered.length > MAX_MARKERS,
  }
  return {
    ...{ blocks: [...blocks], lists, entries, markers },
    faults: MANUSCRIPT_FAULTS.filter((fault) => faults[fault]),
  }
}

/**
 * Keeps of a marker beside the running text only what is linked: running heads cite the manuscript itself by names and
 * year.
 */
function onlyLinked(marker: CitationMarker, blocks: readonly ManuscriptBlock[]): CitationMarker[] {
  if (blocks[marker.block]?.kind !== 'other') return [marker]
  return marker.entries.length > 0 ? [{ ...marker, unmatched: [], ambiguous: [] }] : []
}

const inTextOrder = (markers: readonly CitationMarker[]): CitationMarker[] =>
  markers.toSorted((a, b) => a.block - b.block || a.start - b.start)

const countCited = (markers: readonly CitationMarker[]): number =>
  new Set(
    markers.flatMap(({ entries, ambiguous }) => [...entries, ...ambiguous.flatMap((each) => each.entries)]),
  ).size

/** How many times as many entries numbers have to cite as names where the list has no numbers. */
const MIN_UNNUMBERED_LEAD = 4

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
  const [byNumber, byName] = [countCited(numeric), countCited(named)]
  const isNumeric = isNumbered ? byNumber >= byName : byNumber > byName * MIN_UNNUMBERED_LEAD
  const main = isNumeric ? numeric : named
  const numericBeside = isNumbered ? numeric : []
  const others = isNumeric ? named : numericBeside
  const linked = others.filter(({ entries, unmatched }) => entries.length > 0 && unmatched.length === 0)
  return [...main, ...linked]
}
