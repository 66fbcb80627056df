import { readWork, type Work } from '@scinav/contract'
import { outlinesOf } from '../knowledge/passages/index.ts'
import { readQuestion } from '../language/question/question.ts'
import { recordsByIds } from '../library/papers/index.ts'
import type { Context } from '../platform/context/context.ts'
import { evidenceScope } from '../retrieval/index.ts'
import { answeredFollowUps, answeredOf } from './answerable.ts'
import { startQuestionsFor } from './follow-ups.ts'
import { isFurniture } from './furniture.ts'

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
  const { papers, files } = await evidenceScope(ctx, scope, false)
  const told = dataset_id !== null && files ? await outlinesOf(ctx, files, MOST) : []
  const questions = startQuestionsFor([...told.map(aboutOf), ...(await worksOf(ctx, papers ?? []))])
  return answeredOf(ctx, questions, scope, ctx.stream.signal)
}

/** What a file is about, as its headings tell. */
const aboutOf = ({ title, headings }: { title: string; headings: string[] }) => ({
  title,
  title_zh: null,
  keywords: headings.map(withoutNumber).filter((heading) => TELLING.test(heading) && !isFurniture(heading)),
})

const withoutNumber = (heading: string) =>
  heading
    .replace(
      /^(?:[\dIVXivx.．]+|第[一二三四五六七八九十\d]+[章节]|[（(]?[一二三四五六七八九十]+[)）]?)[.、．:：\s]*/u,
      '',
    )
    .trim()
/** A name of something, not a sentence. */
const TELLING = /^(?:[\p{Script=Han}\p{L}\d-]{3,16}|[\p{L}\d][\p{L}\d -]{3,40})$/u
async function worksOf(ctx: Pick<Context, 'db'>, ids: string[]): Promise<Work[]> {
  const works: Work[] = []
  for await (const part of recordsByIds(ctx, [...new Set(ids)].slice(0, MOST)))
    for (const { record } of part) works.push(readWork(record))
  return works
}
