import { isChinese } from '@scinav/search'
import { ASPECTS, type Aspect, CUES } from './cues.ts'

/** What a question asks of papers. */
export interface AspectsAsked {
  /** In the order of `ASPECTS`; empty where it names none. */
  aspects: Aspect[]
  /** It asks for nothing else: 「这篇论文用了什么数据？」, 「概括这篇文献」. */
  alone: boolean
}

/** A question is read so far. */
const LONGEST = 2_000
const QUOTED = /《[^《》]*》|“[^“”]*”|"[^"]*"|「[^「」]*」/gu
const SAYS = /[\p{L}\p{N}]/u

const REVIEW =
  /(?:的)?(?:研究|文献)?(?:综述|述评|研究进展|研究现状)|(?<!\p{L})(?:an? )?(?:literature )?(?:review|survey|overview) (?:of|on)(?!\p{L})/giu

/** What a review is wanted of. */
export const topicOf = (question: string): string => question.replace(REVIEW, ' ').trim() || question

/** The aspects that a question about papers names, titles in quotation marks apart. */
export function aspectsAsked(question: string): AspectsAsked {
  const text = question.slice(0, LONGEST).replace(QUOTED, ' ')
  const cues = CUES[isChinese(text) ? 'zh' : 'en']
  const aspects = ASPECTS.filter((aspect) => text.search(cues.asked[aspect]) >= 0)
  const rest = ASPECTS.reduce((left, aspect) => left.replace(cues.asked[aspect], ' '), text)
  return { aspects, alone: !SAYS.test(rest.replace(cues.besides, ' ')) }
}
