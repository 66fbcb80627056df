import type { Citation } from '@scinav/contract'
import type { Passage } from '../../language/text/passages.ts'
import type { Evidence, FoundPaper } from './evidence.ts'

/** The source and the passage that a citation refers to. */
interface CitedPassage extends Pick<FoundPaper, 'paper_id' | 'file'> {
  passage: Passage
}

type SourceFields = Pick<Citation, 'passage_id' | 'paper_id' | 'document_id' | 'title'> &
  Partial<Pick<Citation, 'parse_id' | 'file_id' | 'file_name' | 'by_site'>>

/** Returns the fields of a citation that identify its source: the record of a paper, or a file. */
export function sourceFields({ passage, paper_id, file }: CitedPassage): SourceFields {
  const { passage_id, heading: title, by_site } = passage
  if (!file) return { passage_id, paper_id, document_id: null, title, ...(by_site && { by_site }) }
  const { document_id, file_id, parse_id, name: file_name } = file
  return { passage_id, paper_id, document_id, ...(file_id && { file_id }), parse_id, file_name, title }
}

/** Returns the position of a quote on its pages; that of its passage when the lines are not known. */
export function quotePosition(
  { text, page, boxes, lines = [] }: Passage,
  quote: string,
): Pick<Citation, 'page' | 'boxes'> {
  const start = text.indexOf(quote)
  const quotedBoxes = start < 0 ? [] : lineBoxes(lines, start, start + quote.length)
  const [first] = quotedBoxes
  return first ? { page: first.page, boxes: quotedBoxes } : { page, boxes }
}

/** Returns the boxes of the lines that a span of a passage touches. */
const lineBoxes = (lines: NonNullable<Passage['lines']>, start: number, end: number) =>
  lines
    .filter((line, at) => line.start < end && (lines[at + 1]?.start ?? Number.POSITIVE_INFINITY) > start)
    .map(({ box }) => box)

/** Returns a found passage as it is streamed before the answer. */
export function toPassageHit({ passage, paper_id, file, engine, score }: Evidence) {
  const { passage_id, heading: title } = passage
  return { passage_id, paper_id, document_id: file?.document_id ?? null, title, engine, score }
}

/** Numbers sources from 1 in the order of first use; passages of one source share its number. */
export interface Numbering {
  numberOf: (evidence: Pick<Evidence, 'source_id'>) => number
}

/** Creates an empty numbering. */
export function createNumbering(): Numbering {
  const numbers = new Map<string, number>()
  return {
    numberOf: ({ source_id }) => {
      const existing = numbers.get(source_id)
      if (existing) return existing
      numbers.set(source_id, numbers.size + 1)
      return numbers.size
    },
  }
}
