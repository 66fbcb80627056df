import type { Work } from '@scinav/contract'
import { normalizeCharacters } from '@scinav/contract/written-form'
import type { Block, Passage } from '@scinav/documents'

/** A record of a reference file as a text block of its document, together with the record. */
interface ReferenceBlock extends Block {
  work: Work
}

/** Returns the text of a record for reading and search: title, authors, source, year, DOI, keywords and abstract. */
function textOfWork(work: Work): string {
  const creators = work.creators.map(({ name }) => name).join('; ')
  const source = [work.basic_sourcename, /\d{4}/.exec(work.publish_date ?? '')?.[0]]
    .filter(Boolean)
    .join('，')
  const lines = [
    work.title,
    creators,
    source,
    work.doi && `doi:${work.doi}`,
    work.keywords.join('；'),
    work.abstract,
  ]
  return normalizeCharacters(lines.filter(Boolean).join('\n'))
}

/** Creates a function that converts records to blocks and passages, one of each per record, in order. */
export function createReferenceWriter() {
  let [ordinal, start] = [0, 0]
  return (works: Work[]): { blocks: ReferenceBlock[]; passages: Passage[] } => {
    const blocks = works.map(
      (work): ReferenceBlock => ({ type: 'reference', text: textOfWork(work), page: 1, boxes: [], work }),
    )
    const passages = blocks.map(({ text }): Passage => {
      const passage = { kind: 'reference' as const, heading_path: [], text, page: 1, boxes: [] }
      const placed = { ...passage, ordinal, start, end: start + text.length }
      ordinal += 1
      // The canonical text joins blocks with two characters.
      start += text.length + 2
      return placed
    })
    return { blocks, passages }
  }
}
