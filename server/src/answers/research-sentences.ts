import { coverage, isChineseText, type TermPlaces } from '@scinav/search'
import type { AnswerCriteria, Evidence } from '../retrieval/index.ts'
import type { Aspect } from './aspects/cues.ts'
import { readAspects } from './aspects/read-aspects.ts'
import { sentenceCandidates } from './choosing/candidates.ts'
import { cueScore, definitionCue } from './choosing/cue.ts'

/** A sentence of a source, and what it tells of it. */
export interface ResearchSentence {
  evidence: Evidence
  quote: string
  terms: TermPlaces
  /** How well it fits what is asked; comparable within one list. */
  score: number
  /** How much of what is asked the sentence says itself, 0–1. */
  said: number
  aspects: ReadonlySet<Aspect>
  /** How far its words show that it says what is wanted, 0–1. */
  cue: number
}

/** Shorter ones are scraps, longer ones no quotes. */
const SENTENCE_CHARS = { least: 8, most: 420 }

/**
 * Every sentence of the evidence that can be quoted, with what it is worth for what is wanted and which side of its source
 * it tells. Titles tell nothing.
 */
export function researchSentences(
  evidence: Evidence[],
  wanted: Omit<AnswerCriteria, 'absent' | 'at_hand'>,
): ResearchSentence[] {
  const { type, concepts } = wanted
  // Who asks has judged already whether the source is about the subject.
  const at_hand = { ...wanted, absent: [], at_hand: true }
  const cue = type === 'definition' ? definitionCue(concepts) : (text: string) => cueScore(type, text)
  return evidence.flatMap((each, rank) => {
    if (each.field === 'title' || each.field === 'title_zh') return []
    const { text } = each.passage
    const told = aspectMatches(text)
    let from = 0
    return sentenceCandidates(each, at_hand, rank, cue).flatMap(({ quote: whole, terms, score }) => {
      const quote = withoutUnpairedQuote(whole)
      const start = Math.max(from, text.indexOf(quote, from))
      from = start + quote.length
      if (quote.length < SENTENCE_CHARS.least || quote.length > SENTENCE_CHARS.most) return []
      const aspects = told.filter((span) => span.start < from && start < span.end).map(({ aspect }) => aspect)
      const said = coverage(terms, concepts, isChineseText(quote))
      return [{ evidence: each, quote, terms, score, said, aspects: new Set(aspects), cue: cue(quote) }]
    })
  })
}

const OPENING_QUOTES = '“「"'
const CLOSING_QUOTES = '”」"'
const includesAny = (text: string, of: string) => Array.from(of).some((sign) => text.includes(sign))

/** Without a quotation mark at its end whose other half stands in another sentence. */
function withoutUnpairedQuote(quote: string): string {
  const [first, last] = [quote.charAt(0), quote.charAt(quote.length - 1)]
  if (first !== '' && OPENING_QUOTES.includes(first) && !includesAny(quote.slice(1), CLOSING_QUOTES))
    return quote.slice(1)
  return last !== '' && CLOSING_QUOTES.includes(last) && !includesAny(quote.slice(0, -1), OPENING_QUOTES)
    ? quote.slice(0, -1)
    : quote
}

/** What many sentences say a little of are counts and lacks: of these only what is sure tells them. */
const CERTAIN_ONLY_ASPECTS: ReadonlySet<Aspect> = new Set(['data', 'limitation'])

const aspectMatches = (text: string) => [
  ...readAspects(text, 'nearly').filter(({ aspect }) => !CERTAIN_ONLY_ASPECTS.has(aspect)),
  ...readAspects(text).filter(({ aspect }) => CERTAIN_ONLY_ASPECTS.has(aspect)),
]
