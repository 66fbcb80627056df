import { collectTextTerms, isChineseText, joinTermPlaces } from '@scinav/search'
import { readQuestion } from '../../language/question/question.ts'
import type { Context } from '../../platform/context/context.ts'
import {
  type AnswerCriteria,
  answerCriteria,
  type Evidence,
  type Retrieval,
  type RetrievalRequest,
  retrieve,
  statesShare,
} from '../../retrieval/index.ts'
import { pickSentences } from './pick-sentences.ts'

/** The findings for a question or for one of its parts. */
export interface AnswerFindings {
  retrieval: Retrieval
  criteria: AnswerCriteria
  /** The evidence that is relevant to the question. */
  evidence: Evidence[]
  /** Whether the evidence may answer the question, rather than being only related. */
  direct: boolean
}

/** The least share of the question that a sentence with its paper must state. */
const MIN_QUESTION_SHARE = 0.5

/**
 * Finds an answer within some papers, which count as being about the subject. The evidence is in the order of
 * `paper_ids`. Returns null when they have no answer.
 */
export async function findAmongPapers(
  ctx: Context,
  request: RetrievalRequest,
  paper_ids: string[],
  signal: AbortSignal,
): Promise<AnswerFindings | null> {
  const retrieval = await retrieve(ctx, { ...request, scope: { ...request.scope, paper_ids } }, signal)
  const ranks = new Map(paper_ids.map((id, index) => [id, index]))
  const rankOf = ({ source_id }: Evidence) => ranks.get(source_id) ?? paper_ids.length
  const evidence = retrieval.evidence.toSorted((a, b) => rankOf(a) - rankOf(b))
  const question = readQuestion(request.question)
  const index = await ctx.library.current()
  // The concepts of this question alone, without those of the earlier ones.
  const { list: concepts } = await index.concepts(question.query)
  const criteria = await answerCriteria(ctx, question, { concepts, absent: [], subject_known: true })
  const answers = pickSentences(evidence, criteria).filter(
    ({ answers: isAnswer, quote, evidence: { about } }) =>
      isAnswer &&
      statesShare(
        joinTermPlaces(about, collectTextTerms([quote])),
        concepts,
        isChineseText(quote),
        MIN_QUESTION_SHARE,
      ),
  )
  if (answers.length === 0) return null
  const papers = new Set(answers.map(({ evidence: { source_id } }) => source_id))
  return {
    retrieval,
    criteria,
    evidence: evidence.filter(({ source_id }) => papers.has(source_id)),
    direct: true,
  }
}
