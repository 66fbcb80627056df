import type { Work } from '@scinav/contract'
import { normalizeCharacters } from '@scinav/contract/written-form'
import type { Block, Passage } from '@scinav/documents'

/** A record of a file of references as the text of its document; the record itself goes with it. */
interface ReferenceBlock extends Block {
  work: Work
}

/** What a person reads and finds of a record: title, authors, source, year, then what it is about. */
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

/** Makes records blocks and passages, one a record, in their order. */
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
      // As the canonical text joins blocks.
      start += text.length + 2
      return placed
    })
    return { blocks, passages }
  }
}
