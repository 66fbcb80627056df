import { hash } from 'node:crypto'
import type { Work } from '@scinav/contract'
import { readAspects } from '../../../answers/index.ts'
import { splitPassageSentences } from '../../../language/text/passages.ts'
import { requireWork } from '../../../library/papers/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Readable } from '../text/readable.ts'
import type { ChoiceSource } from './aspects.store.ts'
import { readTextAspects } from './full-text.ts'
import type { ReadingAspect } from './full-text-cues.ts'

/**
 * A sentence of a full text with its place, or one of an abstract, whose offsets and page are null. Offsets are
 * UTF-16 units in the canonical text, `end` exclusive; pages count from 1.
 */
export interface PlacedSentence {
  quote: string
  start: number | null
  end: number | null
  page: number | null
  /** In shares of the page, 0–1. */
  boxes: { page: number; x0: number; y0: number; x1: number; y1: number }[]
  /** The headings above the sentence, outermost first. */
  heading_path: string[]
}

/** A sentence on an aspect. */
export interface AspectQuote extends PlacedSentence {
  aspect: ReadingAspect
}

/** Converts a sentence to the form returned by the API. */
export const toPlacedQuote = ({ quote, start, end, page, boxes, heading_path }: PlacedSentence) => ({
  quote,
  start,
  end,
  page,
  boxes,
  heading_path,
})

/** The sentences of a text by aspect, and the kind of text that was read. */
export interface AspectReading {
  textKind: 'full_text' | 'abstract' | 'nothing'
  /** Best first within each aspect. */
  quotes: AspectQuote[]
  /**
   * The sentences among which a model may choose, with the key under which its choice is stored; null without a text.
   */
  offered: { sentences: PlacedSentence[]; source: ChoiceSource } | null
  /** Whether only the first part of a long text was read. */
  isCut: boolean
}

/**
 * Finds the sentences of a text on each aspect: in the full text if there is one, else in the abstract, of which the
 * Chinese one is preferred.
 */
export async function findAspects(ctx: Context, readable: Readable): Promise<AspectReading> {
  if (readable.text) {
    const { sentences, isCut } = await readTextAspects(ctx, readable.text)
    const offered = { sentences, source: { parse_id: readable.text.parse_id } }
    return { textKind: 'full_text', quotes: sentences, offered, isCut }
  }
  const text = readable.paper_id === null ? '' : abstractOf((await requireWork(ctx, readable.paper_id)).work)
  if (readable.paper_id === null || text === '')
    return { textKind: 'nothing', quotes: [], offered: null, isCut: false }
  const quotes = readAspects(text).map(({ aspect, start, end }) => ({
    aspect,
    ...abstractSentence(text.slice(start, end)),
  }))
  const sentences = splitPassageSentences(text, 'text').map(({ start, end }) =>
    abstractSentence(text.slice(start, end)),
  )
  const source = { paper_id: readable.paper_id, source_hash: hash('sha256', text, 'hex') }
  return { textKind: 'abstract', quotes, offered: { sentences, source }, isCut: false }
}

/** Maximum length of an abstract that is read. */
const MAX_ABSTRACT_CHARS = 8_000

const abstractOf = ({ abstract, abstract_zh }: Work): string =>
  (abstract_zh ?? abstract ?? '').slice(0, MAX_ABSTRACT_CHARS)

const abstractSentence = (quote: string): PlacedSentence => ({
  quote,
  start: null,
  end: null,
  page: null,
  boxes: [],
  heading_path: [],
})
