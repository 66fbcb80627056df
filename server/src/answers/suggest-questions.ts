import { readWork, type Work } from '@scinav/contract'
import type { Context } from '../context/context.ts'
import { recordsByIds } from '../papers/index.ts'
import { followUps, startQuestionsFor } from './follow-ups.ts'
import { papersInScope } from './scope.ts'
import { readQuestion } from './understanding/question.ts'

/** Papers that questions are made from. */
const MOST = 20

/** Three questions that may follow an answer which rests on these papers. */
export async function followUpQuestions(
  ctx: Pick<Context, 'db'>,
  { question, paper_ids }: { question: string; paper_ids: string[] },
): Promise<string[]> {
  return followUps(question, await worksOf(ctx, paper_ids), readQuestion(question).language)
}

/**
 * Questions to begin with about papers or a dataset, from the texts themselves; none where there are no papers.
 *
 * @throws AppError `dataset.not_found` for a dataset that the caller may not read.
 */
export async function startQuestions(
  ctx: Pick<Context, 'db' | 'actor'>,
  { paper_ids = [], dataset_id = null }: { paper_ids?: string[]; dataset_id?: string | null },
): Promise<string[]> {
  const { papers } = await papersInScope(ctx, { paper_ids, dataset_id, document_ids: [] })
  return startQuestionsFor(await worksOf(ctx, papers ?? []))
}

async function worksOf(ctx: Pick<Context, 'db'>, ids: string[]): Promise<Work[]> {
  const works: Work[] = []
  for await (const part of recordsByIds(ctx, [...new Set(ids)].slice(0, MOST)))
    for (const { record } of part) works.push(readWork(record))
  return works
}
