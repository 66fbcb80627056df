import { isChineseText } from '@scinav/search'
import { phrasePattern } from '../../../language/phrases.ts'
import { contentWords } from '../../../language/question/content-words.ts'
import { CUES } from './aspect-cues.ts'
import { ASPECTS, type Aspect } from './aspect-model.ts'

/** The aspects of papers that a question asks for. */
export interface AspectRequest {
  /** In the order of `ASPECTS`; empty when the question names none. */
  aspects: Aspect[]
  /** Whether the question asks for nothing besides: 「这篇论文用了什么数据？」, 「概括这篇文献」. */
  alone: boolean
}

/** Bounds the part of a question that is read, in UTF-16 units. */
const MAX_QUESTION_CHARS = 2_000
/** A title or quotation, whose words ask for nothing. */
const QUOTED_TEXT = /《[^《》]*》|“[^“”]*”|"[^"]*"|「[^「」]*」/gu

const REVIEW_PHRASE = phrasePattern('papers/review-phrase', 'giu')

/** Returns the subject of a requested review, or the whole question when only the request is left. */
export const reviewTopic = (question: string): string =>
  question.replace(REVIEW_PHRASE, ' ').trim() || question

/** Reads the aspects that a question about papers names, ignoring quoted titles. */
export function readAspectRequest(question: string): AspectRequest {
  const text = question.slice(0, MAX_QUESTION_CHARS).replace(QUOTED_TEXT, ' ')
  const cues = CUES[isChineseText(text) ? 'zh' : 'en']
  const aspects = ASPECTS.filter((aspect) => text.search(cues.asked[aspect]) >= 0)
  const rest = ASPECTS.reduce((remaining, aspect) => remaining.replace(cues.asked[aspect], ' '), text)
  return { aspects, alone: contentWords(rest.replace(cues.besides, ' ')) === '' }
}
