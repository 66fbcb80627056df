import { coverage, isChineseText, type TermPlaces } from '@scinav/search'
import type { AnswerCriteria, Evidence } from '../../retrieval/index.ts'
import { cueScore, definitionCue } from './answer-cues.ts'
import type { Aspect } from './aspects/aspect-model.ts'
import { readAspects } from './aspects/read-aspects.ts'
import { isTitleEvidence } from './is-answer.ts'
import { type SentenceCandidate, sentenceCandidates } from './sentence-candidates.ts'

/** A quotable sentence of a source, with the aspects of the source that it states. */
export interface ResearchSentence {
  evidence: Evidence
  quote: string
  terms: TermPlaces
  /** The fit to the question; comparable within one list only. */
  score: number
  /** The share of the question that the sentence itself states, 0–1. */
  stated_share: number
  aspects: ReadonlySet<Aspect>
  /** How clearly its wording shows the requested kind of content, 0–1. */
  cue: number
}

/** Bounds of a quotable sentence in UTF-16 units: shorter ones are fragments, longer ones no quotes. */
const MIN_SENTENCE_CHARS = 8
const MAX_SENTENCE_CHARS = 420

/**
 * Returns every quotable sentence of the evidence with its score for the criteria and the aspects it states. Titles are
 * left out.
 */
export function researchSentences(
  evidence: Evidence[],
  criteria: Omit<AnswerCriteria, 'absent' | 'subject_known'>,
): ResearchSentence[] {
  const { type, concepts } = criteria
  // The caller has decided already whether the source is about the subject.
  const subjectCriteria = { ...criteria, absent: [], subject_known: true }
  const cueScoreOf = type === 'definition' ? definitionCue(concepts) : (text: string) => cueScore(type, text)
  return evidence.flatMap((each, rank) => {
    if (isTitleEvidence(each)) return []
    const candidates = sentenceCandidates(each, subjectCriteria, rank, cueScoreOf)
    return placeQuotes(each.passage.text, candidates).map(
      ({ quote, terms, score, aspects }): ResearchSentence => ({
        evidence: each,
        quote,
        terms,
        score,
        stated_share: coverage(terms, concepts, isChineseText(quote)),
        aspects,
        cue: cueScoreOf(quote),
      }),
    )
  })
}

/**
 * Returns the candidates of quotable length, in their order, with the aspects that the passage states where they stand.
 */
function placeQuotes(text: string, candidates: SentenceCandidate[]) {
  const matches = aspectMatches(text)
  // Candidates come in the order of the text, so that each is looked for behind the one before it.
  let searchFrom = 0
  return candidates.flatMap(({ quote: whole, terms, score }) => {
    const quote = withoutUnpairedQuote(whole)
    // A quote that is not found (-1) is taken to begin where the search did.
    const start = Math.max(searchFrom, text.indexOf(quote, searchFrom))
    const end = start + quote.length
    searchFrom = end
    if (quote.length < MIN_SENTENCE_CHARS || quote.length > MAX_SENTENCE_CHARS) return []
    const overlapping = matches.filter((span) => span.start < end && start < span.end)
    return [{ quote, terms, score, aspects: new Set(overlapping.map(({ aspect }) => aspect)) }]
  })
}

const OPENING_QUOTES = '“「"'
const CLOSING_QUOTES = '”」"'
const includesAny = (text: string, signs: string) => Array.from(signs).some((sign) => text.includes(sign))

/** Removes a quotation mark at either end whose counterpart is in another sentence. */
function withoutUnpairedQuote(quote: string): string {
  const [first, last] = [quote.charAt(0), quote.charAt(quote.length - 1)]
  if (first !== '' && OPENING_QUOTES.includes(first) && !includesAny(quote.slice(1), CLOSING_QUOTES))
    return quote.slice(1)
  return last !== '' && CLOSING_QUOTES.includes(last) && !includesAny(quote.slice(0, -1), OPENING_QUOTES)
    ? quote.slice(0, -1)
    : quote
}

/**
 * Aspects that many sentences touch on: for them only certain matches count, for all other aspects near ones as well.
 */
const CERTAIN_ONLY_ASPECTS: ReadonlySet<Aspect> = new Set(['data', 'limitation'])

/** Returns the spans of a text that state an aspect, with that aspect. */
const aspectMatches = (text: string) => [
  ...readAspects(text, 'nearly').filter(({ aspect }) => !CERTAIN_ONLY_ASPECTS.has(aspect)),
  ...readAspects(text).filter(({ aspect }) => CERTAIN_ONLY_ASPECTS.has(aspect)),
]
