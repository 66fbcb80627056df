import type { Work } from '@scinav/contract'
import { readAspects } from '../../../answers/index.ts'
import { requireWork } from '../../../library/papers/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Readable } from '../text/readable.ts'
import { toldByText } from './full-text.ts'
import type { ReadingAspect } from './full-text-cues.ts'

/** A stretch of a text that tells an aspect; without offsets where it is of an abstract. */
export interface Told {
  aspect: ReadingAspect
  quote: string
  start: number | null
  end: number | null
  page: number | null
  boxes: { page: number; x0: number; y0: number; x1: number; y1: number }[]
  heading_path: string[]
}

/** As it is answered. */
export const toPlaced = ({ quote, start, end, page, boxes, heading_path }: Told) => ({
  quote,
  start,
  end,
  page,
  boxes,
  heading_path,
})

export interface ToldOf {
  of: 'full_text' | 'abstract' | 'nothing'
  told: Told[]
  isCut: boolean
}

/** What a text tells of itself: the full text where it is there, else the abstract; best first within each aspect. */
export async function toldOf(ctx: Context, read: Readable): Promise<ToldOf> {
  if (read.text) {
    const { sentences, isCut } = await toldByText(ctx, read.text)
    return { of: 'full_text', told: sentences, isCut }
  }
  if (read.paper_id === null) return { of: 'nothing', told: [], isCut: false }
  const { work } = await requireWork(ctx, read.paper_id)
  const told = ofAbstract(work)
  return { of: work.abstract || work.abstract_zh ? 'abstract' : 'nothing', told, isCut: false }
}

const LONGEST = 8_000

function ofAbstract({ abstract, abstract_zh }: Work): Told[] {
  const text = (abstract_zh ?? abstract ?? '').slice(0, LONGEST)
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
