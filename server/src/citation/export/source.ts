import { type CslItem, referenceToCsl, toCsl } from '@scinav/citation'
import { type Reference, readWork, type Work } from '@scinav/contract'
import { printedSourceTitle } from '../../library/dictionaries/index.ts'
import { authorNames, type PaperRecord } from '../../library/papers/index.ts'

/** What is cited: a paper of the library, or what somebody sent. */
export type CitationSource = PaperRecord | { reference: Reference }

/** One entry of a list, for the styles and for the specification's format. */
export interface ListEntry {
  item: CslItem
  reference: Reference
}

/** A source as the formats want it; `number` names what has no id. */
export function readSource(source: CitationSource, number: number): ListEntry {
  if ('reference' in source)
    return { item: referenceToCsl(source.reference, `ref${number}`), reference: source.reference }
  const work = withPrintedSource(readWork(source.record))
  return { item: toCsl(work, source.id), reference: referenceOf(work) }
}

/** A work whose source is told by a word or a code has the title of its proceedings, as lists of references name it. */
const withPrintedSource = (work: Work): Work => ({
  ...work,
  basic_sourcename: printedSourceTitle(work) ?? work.basic_sourcename,
})

/** A work as the specification's source, with the same names as the paper's own `authors_short`. */
function referenceOf(work: Work): Reference {
  const authors_short = authorNames(work)
  return { ...work, authors: authors_short.join('; '), authors_short }
}
