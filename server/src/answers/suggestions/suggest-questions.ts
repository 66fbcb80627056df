import { readWork, type Work } from '@scinav/contract'
import { findOutlines } from '../../knowledge/passages/index.ts'
import { readQuestion } from '../../language/question/question.ts'
import { streamRecordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { resolveEvidenceScope } from '../../retrieval/index.ts'
import { findAnsweredFollowUps } from './answerable-questions.ts'
import { filterAnswered } from './filter-answered.ts'
import { isBoilerplateHeading, startQuestionsFor, stripHeadingNumber } from './follow-ups.ts'

/** The most papers from which questions are made. */
const MAX_PAPERS = 20
/** A short noun phrase, as opposed to a sentence: 「图神经网络」, `Graph neural networks`. */
const NAME_PHRASE = /^(?:[\p{Script=Han}\p{L}\d-]{3,16}|[\p{L}\d][\p{L}\d -]{3,40})$/u

/**
 * Returns up to three questions to ask after an answer from these papers; quotes from texts can answer each of them.
 */
export async function followUpQuestions(
  ctx: Context,
  { question, paper_ids }: { question: string; paper_ids: string[] },
): Promise<string[]> {
  const works = await loadWorks(ctx, paper_ids)
  const { language } = readQuestion(question)
  return findAnsweredFollowUps(ctx, { question, works, language }, ctx.stream.signal)
}

/**
 * Returns questions to begin with about papers or a dataset, derived from their texts and answered by quotes from them;
 * empty when there are no papers.
 *
 * @throws AppError `dataset.not_found` when the actor may not read the dataset.
 */
export async function startQuestions(
  ctx: Context,
  { paper_ids = [], dataset_id = null }: { paper_ids?: string[]; dataset_id?: string | null },
): Promise<string[]> {
  const scope = { paper_ids, dataset_id, document_ids: [], engines: [] }
  // The questions are made by rules: nothing goes to an external model.
  const goesToExternalModel = false
  const { papers, files } = await resolveEvidenceScope(ctx, scope, goesToExternalModel)
  const outlines = dataset_id !== null && files ? await findOutlines(ctx, files, MAX_PAPERS) : []
  const questions = startQuestionsFor([...outlines.map(fileSubject), ...(await loadWorks(ctx, papers ?? []))])
  return filterAnswered(ctx, questions, scope, ctx.stream.signal)
}

/** Describes the subject of a file by its title and headings. */
const fileSubject = ({ title, headings }: { title: string; headings: string[] }) => ({
  title,
  title_zh: null,
  keywords: headings
    .map(stripHeadingNumber)
    .filter((heading) => NAME_PHRASE.test(heading) && !isBoilerplateHeading(heading)),
})

/** Returns the works with these ids, of the first `MAX_PAPERS` different ones. */
async function loadWorks(ctx: Pick<Context, 'db'>, ids: string[]): Promise<Work[]> {
  const works: Work[] = []
  for await (const rows of streamRecordsByIds(ctx, [...new Set(ids)].slice(0, MAX_PAPERS)))
    for (const { record } of rows) works.push(readWork(record))
  return works
}
