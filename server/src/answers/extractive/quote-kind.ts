import type { Language } from '../../language/question/question.ts'
import type { QuestionType } from '../../language/question/question-type.ts'
import type { Passage } from '../../language/text/passages.ts'
import type { Aspect } from './aspects/aspect-cues.ts'
import { aspectName } from './aspects/frames.ts'
import { readAspects } from './aspects/read-aspects.ts'

const DEFINITION_PHRASE =
  /是指|指的是|定义为|是一(?:种|类|个)|(?<!\p{L})(?:refers? to|(?:is|are) (?:an?|the|defined)|we (?:propose|introduce|present|define))(?!\p{L})/iu
/** The score that an aspect must exceed; it excludes aspects recognised only by their position in an abstract. */
const MIN_ASPECT_SCORE = 2.4
const DEFINITION_LABELS = { zh: '定义', en: 'Definition' } as const

interface ShownQuote {
  evidence: { passage: Passage }
  quote: string
}

/**
 * Returns the label of a quote: a definition when one was asked for, else the aspect that it states; undefined when
 * unclear.
 */
export function quoteKind(
  { evidence: { passage }, quote }: ShownQuote,
  { language, type }: { language: Language; type: QuestionType },
): string | undefined {
  if (type === 'definition' && DEFINITION_PHRASE.test(quote)) return DEFINITION_LABELS[language]
  const at = passage.text.indexOf(quote)
  const aspect: Aspect | undefined = readAspects(passage.text).find(
    ({ start, end, score }) => score > MIN_ASPECT_SCORE && start < at + quote.length && end > at,
  )?.aspect
  return aspect && aspectName(aspect, language)
}
