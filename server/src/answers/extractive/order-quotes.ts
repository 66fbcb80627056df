import { phrasePattern } from '../../language/phrases.ts'
import type { Language, Question } from '../../language/question/question.ts'
import type { QuestionType } from '../../language/question/question-type.ts'
import type { Passage } from '../../language/text/passages.ts'
import { contradicts } from '../verification/polarity.ts'
import { answerKeySpan, hasUnit } from './answer-key.ts'
import type { Aspect } from './aspects/aspect-model.ts'
import { aspectName } from './aspects/frames.ts'
import { readAspects } from './aspects/read-aspects.ts'
import type { SentenceCandidate as Sentence } from './sentence-candidates.ts'

/**
 * Sorts by score. For a number, only quotes with such a figure are kept if there are any, those with the unit asked for
 * first.
 */
export function orderAnswers(picks: Sentence[], { type, text }: Pick<Question, 'type' | 'text'>): Sentence[] {
  const sorted = byScore(picks)
  if (type !== 'number') return sorted
  const withFigure = sorted.filter(({ quote }) => answerKeySpan(quote, type, text))
  if (withFigure.length === 0) return sorted
  const [withUnit, others] = partition(withFigure, ({ quote }) => hasUnit(quote, text))
  return [...withUnit, ...others]
}

/** Returns sentences best first. */
export const byScore = (picks: Sentence[]): Sentence[] =>
  picks.toSorted((one, other) => other.score - one.score)

/** Returns sentences of one source in the order of its text. */
export function inReadingOrder(picks: Sentence[]): Sentence[] {
  const offset = ({ evidence, quote }: Sentence) =>
    evidence.passage.start + evidence.passage.text.indexOf(quote)
  return picks.toSorted((a, b) => offset(a) - offset(b))
}

/** Matches the wording of a definition. */
const DEFINITION_PHRASE = phrasePattern('definition/phrase')
/** The score, in log odds, that an aspect must exceed for its name to be shown: a probability of .82. */
const MIN_ASPECT_SCORE = 1.5
/** The label of a quote that defines what was asked about. */
const DEFINITION_LABELS = { zh: '定义', en: 'Definition' } as const

interface QuoteInPassage {
  evidence: { passage: Passage }
  quote: string
}

/**
 * Returns the label of a quote: a definition when one was asked for, else the aspect that it states; undefined when
 * unclear.
 */
export function quoteKind(
  { evidence: { passage }, quote }: QuoteInPassage,
  { language, type }: { language: Language; type: QuestionType },
): string | undefined {
  if (type === 'definition' && DEFINITION_PHRASE.test(quote)) return DEFINITION_LABELS[language]
  const at = passage.text.indexOf(quote)
  const aspect: Aspect | undefined = readAspects(passage.text).find(
    ({ start, end, score }) => score > MIN_ASPECT_SCORE && start < at + quote.length && end > at,
  )?.aspect
  return aspect && aspectName(aspect, language)
}

/** Divides a list into the elements that pass a test and the others; both keep their order. */
export const partition = <Each>(all: Each[], test: (each: Each) => boolean): [Each[], Each[]] => [
  all.filter(test),
  all.filter((each) => !test(each)),
]

/** Returns whether one of the other sentences contradicts one of the sentences. */
export const isContradicted = (one: Sentence[], other: Sentence[]): boolean =>
  other.some(({ quote }) => one.some((first) => contradicts(first.quote, quote)))
