import { readWork, type Work } from '@scinav/contract'
import type { Context } from '../context/context.ts'
import { recordsByIds } from '../papers/index.ts'
import { answeredFollowUps, answeredOf } from './answerable.ts'
import { startQuestionsFor } from './follow-ups.ts'
import { papersInScope } from './scope.ts'
import { readQuestion } from './understanding/question.ts'

/** Papers that questions are made from. */
const MOST = 20

/** Up to three questions that may follow an answer which rests on these papers, and that quotes answer. */
export async function followUpQuestions(
  ctx: Context,
  { question, paper_ids }: { question: string; paper_ids: string[] },
): Promise<string[]> {
  const works = await worksOf(ctx, paper_ids)
  const { language } = readQuestion(question)
  return answeredFollowUps(ctx, { question, works, language }, ctx.stream.signal)
}

/**
 * Questions to begin with about papers or a dataset, from the texts themselves and answered by quotes from them; none where
 * there are no papers.
 *
 * @throws AppError `dataset.not_found` for a dataset that the caller may not read.
 */
export async function startQuestions(
  ctx: Context,
  { paper_ids = [], dataset_id = null }: { paper_ids?: string[]; dataset_id?: string | null },
): Promise<string[]> {
  const scope = { paper_ids, dataset_id, document_ids: [], engines: [] }
  const { papers } = await papersInScope(ctx, scope)
  const questions = startQuestionsFor(await worksOf(ctx, papers ?? []))
  return answeredOf(ctx, questions, scope, ctx.stream.signal)
}

async function worksOf(ctx: Pick<Context, 'db'>, ids: string[]): Promise<Work[]> {
  const works: Work[] = []
  for await (const part of recordsByIds(ctx, [...new Set(ids)].slice(0, MOST)))
    for (const { record } of part) works.push(readWork(record))
  return works
}
