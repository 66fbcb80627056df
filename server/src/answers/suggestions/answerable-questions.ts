import { readWork, type Work } from '@scinav/contract'
import type { Language } from '../../language/question/question.ts'
import { findRecordsBySeqs } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
import type { AnswerScope } from '../../retrieval/index.ts'
import * as store from './answerable-questions.store.ts'
import { filterAnswered } from './filter-answered.ts'
import { followUps } from './follow-ups.ts'

/** The most well-known papers that questions are made about. */
const MAX_PAPERS = 12
/** The most papers read, most cited first, to find these. */
const MAX_SCANNED_PAPERS = 60
const MAX_QUESTIONS_PER_PAPER = 4
const WHOLE_LIBRARY: AnswerScope = { paper_ids: [], dataset_id: null, document_ids: [], engines: [] }
/** How long found questions are kept while none are stored. */
const CACHE_TTL_MS = 10 * 60_000

/** Found questions by language, for each database. */
const questionCache = {
  zh: createCache<Context['db'], string[]>(CACHE_TTL_MS),
  en: createCache<Context['db'], string[]>(CACHE_TTL_MS),
}

/** Returns the stored questions that the library can answer; empty before the first search and in an empty library. */
export const preparedQuestions = (ctx: Pick<Context, 'db'>, language: Language): Promise<string[]> =>
  store.listQuestions(ctx.db, language)

/**
 * Returns suggestions for applications: questions that quotes answer, and subjects with enough sources for a report.
 */
export const preparedSuggestions = async (
  ctx: Pick<Context, 'db'>,
): Promise<Record<'library' | 'subjects', string[]>> => ({
  library: await preparedQuestions(ctx, 'zh'),
  subjects: await store.listResearchQuestions(ctx.db),
})

/** Returns questions that the library can answer; until some are stored they are searched at most every ten minutes. */
export async function answerableQuestions(ctx: Context, language: Language): Promise<string[]> {
  const prepared = await preparedQuestions(ctx, language)
  if (prepared.length > 0) return prepared
  const { signal } = ctx.stream
  return questionCache[language].get(ctx.db, ctx.now(), () => findAnswerable(ctx, language, signal))
}

/** Finds up to three questions about well-known papers that quotes answer now. */
export async function findAnswerable(
  ctx: Context,
  language: Language,
  signal: AbortSignal,
): Promise<string[]> {
  const engine = await ctx.library.current()
  const { hits } = await engine.search({ query: '', sort: 'citations', size: MAX_SCANNED_PAPERS })
  const rows = await findRecordsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  // Papers without an abstract can hardly be quoted.
  const works = rows
    .map(({ record }) => readWork(record))
    .filter(({ abstract, abstract_zh }) => abstract ?? abstract_zh)
  // The likeliest question about every paper comes before the second about any.
  const questionsByPaper = works.slice(0, MAX_PAPERS).map((work) => followUps('', [work], language))
  const candidates = Array.from({ length: MAX_QUESTIONS_PER_PAPER }, (_, at) =>
    questionsByPaper.flatMap((questions) => questions[at] ?? []),
  )
  return filterAnswered(ctx, [...new Set(candidates.flat())], WHOLE_LIBRARY, signal)
}

/** An answer that questions may follow: its sources, and the scope it was found in. */
interface PrecedingAnswer {
  question: string
  works: Work[]
  language: Language
  scope?: AnswerScope
}

/** Returns questions that may follow an answer and that quotes from its scope answer. */
export function findAnsweredFollowUps(
  ctx: Context,
  { question, works, language, scope = WHOLE_LIBRARY }: PrecedingAnswer,
  signal: AbortSignal,
): Promise<string[]> {
  return filterAnswered(ctx, followUps(question, works, language), { ...scope, engines: ['local'] }, signal)
}
