import { readQuestion } from '../../language/question/question.ts'
import type { Context } from '../../platform/context/context.ts'
import {
  type AnswerScope,
  filterRelevant,
  findNamedPapers,
  findPapersById,
  retrieve,
} from '../../retrieval/index.ts'
import { readAspectRequest } from '../extractive/aspects/aspect-request.ts'
import { paperAspects } from '../extractive/aspects/paper-aspects.ts'
import { extractAnswer } from '../extractive/extract-answer.ts'

/** Maximum number of questions that are suggested. */
const MAX_SUGGESTIONS = 3
/** The most questions tried to find as many as are suggested. */
const MAX_TRIED_QUESTIONS = 15

/** Returns the first three of the questions that quotes from a scope answer, or fewer. */
export async function filterAnswered(
  ctx: Context,
  questions: string[],
  scope: AnswerScope,
  signal: AbortSignal,
): Promise<string[]> {
  const answered: string[] = []
  for (const question of questions.slice(0, MAX_TRIED_QUESTIONS)) {
    if (await isAnswered(ctx, question, scope, signal)) answered.push(question)
    if (answered.length === MAX_SUGGESTIONS) break
  }
  return answered
}

/** Returns whether quotes from a scope answer a question directly; false when the attempt fails. */
async function isAnswered(
  ctx: Context,
  question: string,
  scope: AnswerScope,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const named = scope.paper_ids.length === 0 ? await findNamedPapers(ctx, question) : []
    const narrowedScope = named.length > 0 ? { ...scope, paper_ids: named } : scope
    const statesAspects = named.length > 0 ? await statesAskedAspects(ctx, question, named) : null
    if (statesAspects !== null) return statesAspects
    const request = {
      question,
      earlier: [],
      scope: narrowedScope,
      embedding: null,
      rerank: null,
      most: MAX_SUGGESTIONS,
    }
    const found = await retrieve(ctx, request, signal)
    const evidence = filterRelevant(found.evidence, 'quotes', found.scoped)
    return extractAnswer(evidence, found.criteria, found.question)?.direct === true
  } catch (error) {
    signal.throwIfAborted()
    // A failing follow-up must not affect the answer that it follows.
    ctx.log.warn({ err: error }, 'a question that may follow was not tried')
    return false
  }
}

/** Returns whether each of the papers states all aspects that a question asks for; null when it asks for anything else. */
async function statesAskedAspects(ctx: Context, question: string, ids: string[]): Promise<boolean | null> {
  const { aspects, alone } = readAspectRequest(question)
  if (aspects.length === 0 || !alone) return null
  const { language } = readQuestion(question)
  const papers = (await findPapersById(ctx, ids)).map((paper) => paperAspects(paper, language))
  return papers.length > 0 && papers.every(({ stated }) => aspects.every((aspect) => stated.has(aspect)))
}
