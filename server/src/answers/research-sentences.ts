import { coverage, isChinese, type Terms } from '@scinav/search'
import type { Evidence, Wanted } from '../retrieval/index.ts'
import type { Aspect } from './aspects/cues.ts'
import { readAspects } from './aspects/read-aspects.ts'
import { candidatesOf } from './choosing/candidates.ts'
import { cueOf, definitionCue } from './choosing/cue.ts'

/** A sentence of a source, and what it tells of it. */
export interface ToldSentence {
  evidence: Evidence
  quote: string
  terms: Terms
  /** How well it fits what is asked; comparable within one list. */
  score: number
  /** How much of what is asked the sentence says itself, 0–1. */
  said: number
  aspects: ReadonlySet<Aspect>
  /** How far its words show that it says what is wanted, 0–1. */
  cue: number
}

/** Shorter ones are scraps, longer ones no quotes. */
const LENGTHS = { least: 8, most: 420 }

/**
 * Every sentence of the evidence that can be quoted, with what it is worth for what is wanted and which side of its source
 * it tells. Titles tell nothing.
 */
export function toldSentences(
  evidence: Evidence[],
  wanted: Omit<Wanted, 'absent' | 'at_hand'>,
): ToldSentence[] {
  const { type, concepts } = wanted
  // Who asks has judged already whether the source is about the subject.
  const at_hand = { ...wanted, absent: [], at_hand: true }
  const cue = type === 'definition' ? definitionCue(concepts) : (text: string) => cueOf(type, text)
  return evidence.flatMap((each, rank) => {
    if (each.field === 'title' || each.field === 'title_zh') return []
    const { text } = each.passage
    const told = toldOf(text)
    let from = 0
    return candidatesOf(each, at_hand, rank, cue).flatMap(({ quote: whole, terms, score }) => {
      const quote = withoutLoneMark(whole)
      const start = Math.max(from, text.indexOf(quote, from))
      from = start + quote.length
      if (quote.length < LENGTHS.least || quote.length > LENGTHS.most) return []
      const aspects = told.filter((span) => span.start < from && start < span.end).map(({ aspect }) => aspect)
      const said = coverage(terms, concepts, isChinese(quote))
      return [{ evidence: each, quote, terms, score, said, aspects: new Set(aspects), cue: cue(quote) }]
    })
  })
}

const OPENS = '“「"'
const CLOSES = '”」"'
const hasOne = (text: string, of: string) => Array.from(of).some((sign) => text.includes(sign))

/** Without a quotation mark at its end whose other half stands in another sentence. */
function withoutLoneMark(quote: string): string {
  const [first, last] = [quote.charAt(0), quote.charAt(quote.length - 1)]
  if (first !== '' && OPENS.includes(first) && !hasOne(quote.slice(1), CLOSES)) return quote.slice(1)
  return last !== '' && CLOSES.includes(last) && !hasOne(quote.slice(0, -1), OPENS)
    ? quote.slice(0, -1)
    : quote
}

/** What many sentences say a little of are counts and lacks: of these only what is sure tells them. */
const SURE_ALONE: ReadonlySet<Aspect> = new Set(['data', 'limitation'])

const toldOf = (text: string) => [
  ...readAspects(text, 'nearly').filter(({ aspect }) => !SURE_ALONE.has(aspect)),
  ...readAspects(text).filter(({ aspect }) => SURE_ALONE.has(aspect)),
]
