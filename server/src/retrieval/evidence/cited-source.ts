import type { Citation } from '@scinav/contract'
import type { Passage } from '../../language/text/passages.ts'
import type { Evidence, FoundPaper } from './evidence.ts'

/** What a citation is of. */
interface CitedPassage extends Pick<FoundPaper, 'paper_id' | 'file'> {
  passage: Passage
}

type SourceFields = Pick<Citation, 'passage_id' | 'paper_id' | 'document_id' | 'title'> &
  Partial<Pick<Citation, 'parse_id' | 'file_id' | 'file_name' | 'by_site'>>

/** Which source it is: a record of a paper, or a file. */
export function sourceFields({ passage, paper_id, file }: CitedPassage): SourceFields {
  const { passage_id, heading: title, by_site } = passage
  if (!file) return { passage_id, paper_id, document_id: null, title, ...(by_site && { by_site }) }
  const { document_id, file_id, parse_id, name: file_name } = file
  return { passage_id, paper_id, document_id, ...(file_id && { file_id }), parse_id, file_name, title }
}

/** Where on its pages a quote stands; where that is not known, where its passage does. */
export function quotePosition(
  { text, page, boxes, lines = [] }: Passage,
  quote: string,
): Pick<Citation, 'page' | 'boxes'> {
  const start = text.indexOf(quote)
  const lit = start < 0 ? [] : lineBoxes(lines, start, start + quote.length)
  const [first] = lit
  return first ? { page: first.page, boxes: lit } : { page, boxes }
}

const lineBoxes = (lines: NonNullable<Passage['lines']>, start: number, end: number) =>
  lines
    .filter((line, at) => line.start < end && (lines[at + 1]?.start ?? Number.POSITIVE_INFINITY) > start)
    .map(({ box }) => box)

/** A passage that was found, as it is told before the answer. */
export function toPassageHit({ passage, paper_id, file, engine, score }: Evidence) {
  const { passage_id, heading: title } = passage
  return { passage_id, paper_id, document_id: file?.document_id ?? null, title, engine, score }
}
