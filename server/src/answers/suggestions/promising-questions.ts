import { collectTextTerms, type TermPlaces } from '@scinav/search'
import { type Language, readQuestion } from '../../language/question/question.ts'
import { stripInvisible } from '../../language/text/clean.ts'
import type { Context } from '../../platform/context/context.ts'
import { type AnswerScope, filterRelevant, retrieve } from '../../retrieval/index.ts'
import { overlap } from '../extractive/pick-sentences.ts'

/** The conversation that questions may follow. */
interface PrecedingConversation {
  /** The questions asked so far. */
  asked: string[]
  /** The language of the answer. */
  language: Language
  scope: AnswerScope
  /** Whether their evidence would be sent to an external model. */
  outside: boolean
}

/** The least overlap of the words of two questions by which one repeats the other. */
const MIN_REPEATED_SHARE = 0.75
/** An id of evidence, which tells a reader nothing. */
const EVIDENCE_ID = /[[【（(]E\d/i

/**
 * Returns those of a model's questions that may follow an answer: in its language, repeating neither each other nor what
 * was asked, and with evidence that a model may answer from.
 */
export async function filterPromising(
  ctx: Context,
  questions: string[],
  { asked, language, scope, outside }: PrecedingConversation,
  signal: AbortSignal,
): Promise<string[]> {
  const earlierTerms = asked.map(questionTerms)
  const promising: string[] = []
  for (const raw of questions) {
    const question = stripInvisible(raw)
    const terms = questionTerms(question)
    const isUsable = readQuestion(question).language === language && !EVIDENCE_ID.test(question)
    if (!isUsable || earlierTerms.some((other) => overlap(terms, other) >= MIN_REPEATED_SHARE)) continue
    if (!(await hasEvidence(ctx, question, { scope, outside }, signal))) continue
    earlierTerms.push(terms)
    promising.push(question)
  }
  return promising
}

const questionTerms = (question: string): TermPlaces =>
  collectTextTerms([readQuestion(question).query || question])

/** Returns whether the library has evidence related to a question; false when the search fails. */
async function hasEvidence(
  ctx: Context,
  question: string,
  { scope, outside }: Pick<PrecedingConversation, 'scope' | 'outside'>,
  signal: AbortSignal,
): Promise<boolean> {
  const request = {
    question,
    earlier: [],
    scope: { ...scope, engines: ['local'] },
    embedding: null,
    rerank: null,
    outside,
    most: 1,
  }
  try {
    const { evidence } = await retrieve(ctx, request, signal)
    return filterRelevant(evidence, 'related', false).length > 0
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error }, 'a question of a model that may follow was not tried')
    return false
  }
}
