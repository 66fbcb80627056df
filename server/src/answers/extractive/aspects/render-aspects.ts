import type { Citation } from '@scinav/contract'
import { createQuoteWriter } from '../../../retrieval/index.ts'
import { type AspectLayout, aspectsInOrder } from './aspect-layout.ts'
import type { PaperAspects } from './paper-aspects.ts'
import { lacksRequestedAspects, writePaper } from './write-paper.ts'
import { writeReview } from './write-review.ts'
import { writeAspectTable } from './write-table.ts'

/** Quotes with the text around them. */
interface RenderedAspects {
  text: string
  citations: Citation[]
  /**
   * Whether this answers the request: false when nothing is cited, and when a single paper is laid out by aspect but
   * states none of the requested aspects, and nothing that comes near them.
   */
  isAnswer: boolean
}

/** Lays out papers by aspect in quotes only, and names the aspects that an abstract does not state. */
export function renderAspects(papers: PaperAspects[], layout: AspectLayout): RenderedAspects {
  const writer = createQuoteWriter(layout.language)
  const aspects = aspectsInOrder(layout)
  if (layout.form === 'review') writeReview(writer, papers, aspects, layout)
  else if (papers.length > 1 || layout.form === 'table') writeAspectTable(writer, papers, aspects, layout)
  else for (const paper of papers) writePaper(writer, paper, aspects, layout)
  const { text, citations } = writer.done()
  const [first] = papers
  const lacksAspects = papers.length === 1 && first !== undefined && lacksRequestedAspects(first, aspects)
  return { text, citations, isAnswer: citations.length > 0 && !lacksAspects }
}
