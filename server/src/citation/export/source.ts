import { type CslItem, referenceToCsl, toCsl } from '@scinav/citation'
import { authorNames, type Reference, readWork, type Work } from '@scinav/contract/stored-works'
import { isUnknownCode, printedSourceTitle } from '../../library/dictionaries/index.ts'
import type { PaperRecord } from '../../library/papers/index.ts'

/** A cited work: a paper of the library, or a reference sent by the client. */
export type CitationSource = RecordSource | { reference: Reference }

/** A paper of the library, with a note for exported records where the work was retracted or questioned. */
export interface RecordSource extends PaperRecord {
  standing?: string
}

/** An entry of a list, in the form of CSL styles and in that of the specification's format. */
export interface ListEntry {
  item: CslItem
  reference: Reference
}

/** Converts a source to a list entry; `number` makes a key for a reference without an id. */
function readSource(source: CitationSource, number: number): ListEntry {
  if ('reference' in source)
    return { item: referenceToCsl(source.reference, `ref${number}`), reference: source.reference }
  const entry = workEntry(readWork(source.record), source.id)
  if (source.standing) entry.item.custom = { ...entry.item.custom, standing: source.standing }
  return entry
}

/** Converts the sources of a list to its entries. */
export const readSources = (sources: readonly CitationSource[]): ListEntry[] =>
  sources.map((source, at) => readSource(source, at + 1))

/** Converts a record to a list entry. */
function workEntry(record: Work, id: string): ListEntry {
  const work = withPrintedSource(record)
  return { item: toCsl(work, id), reference: referenceOf(work) }
}

/**
 * Replaces a source name that is only a word or a code by the title of the proceedings, as reference lists print it, and
 * leaves out a code that nobody knows.
 */
const withPrintedSource = (work: Work): Work => ({
  ...work,
  basic_sourcename: printedSourceTitle(work) ?? (isUnknownCode(work) ? null : work.basic_sourcename),
})

/** Converts a work to the specification's reference, with the same names as the paper's `authors_short`. */
function referenceOf(work: Work): Reference {
  const authors_short = authorNames(work)
  return { ...work, authors: authors_short.join('; '), authors_short }
}
