import type { Work } from '@scinav/contract'
import { readAspects } from '../../../answers/index.ts'
import { requireWork } from '../../../library/papers/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Readable } from '../text/readable.ts'
import { readTextAspects } from './full-text.ts'
import type { ReadingAspect } from './full-text-cues.ts'

/** A passage on an aspect; without offsets when it comes from an abstract. */
export interface AspectQuote {
  aspect: ReadingAspect
  quote: string
  start: number | null
  end: number | null
  page: number | null
  boxes: { page: number; x0: number; y0: number; x1: number; y1: number }[]
  heading_path: string[]
}

/** Converts a passage to the form returned by the API. */
export const toPlacedQuote = ({ quote, start, end, page, boxes, heading_path }: AspectQuote) => ({
  quote,
  start,
  end,
  page,
  boxes,
  heading_path,
})

/** The passages of a text by aspect, and the kind of text that was read. */
export interface AspectReading {
  of: 'full_text' | 'abstract' | 'nothing'
  quotes: AspectQuote[]
  /** Only the first part of a long text was read. */
  isCut: boolean
}

/**
 * Returns the passages of a text by aspect: from the full text if there is one, else from the abstract; best first
 * within each aspect.
 */
export async function findAspects(ctx: Context, read: Readable): Promise<AspectReading> {
  if (read.text) {
    const { sentences, isCut } = await readTextAspects(ctx, read.text)
    return { of: 'full_text', quotes: sentences, isCut }
  }
  if (read.paper_id === null) return { of: 'nothing', quotes: [], isCut: false }
  const { work } = await requireWork(ctx, read.paper_id)
  const of = work.abstract || work.abstract_zh ? 'abstract' : 'nothing'
  return { of, quotes: readAbstract(work), isCut: false }
}

const MAX_ABSTRACT_CHARS = 8_000

function readAbstract({ abstract, abstract_zh }: Work): AspectQuote[] {
  const text = (abstract_zh ?? abstract ?? '').slice(0, MAX_ABSTRACT_CHARS)
  return readAspects(text).map(({ aspect, start, end }) => ({
    aspect,
    quote: text.slice(start, end),
    start: null,
    end: null,
    page: null,
    boxes: [],
    heading_path: [],
  }))
}
