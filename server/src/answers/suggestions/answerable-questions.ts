import { readWork, type Work } from '@scinav/contract'
import { type Language, readQuestion } from '../../language/question/question.ts'
import { findRecordsBySeqs } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
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
import * as store from './answerable-questions.store.ts'
import { followUps } from './follow-ups.ts'

/** Maximum number of questions that are suggested. */
const MAX_SUGGESTIONS = 3
/** The most well-known papers that questions are made about. */
const MAX_PAPERS = 12
/** The most papers read, most cited first, to find these. */
const MAX_SCANNED_PAPERS = 60
const MAX_QUESTIONS_PER_PAPER = 4
/** The most questions tried to find as many as are suggested. */
const MAX_TRIED_QUESTIONS = 15
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

/** Returns whether each of the papers states all aspects that a question asks for; null when it asks for anything else. */
async function statesAskedAspects(ctx: Context, question: string, ids: string[]): Promise<boolean | null> {
  const { aspects, alone } = readAspectRequest(question)
  if (aspects.length === 0 || !alone) return null
  const { language } = readQuestion(question)
  const papers = (await findPapersById(ctx, ids)).map((paper) => paperAspects(paper, language))
  return papers.length > 0 && papers.every(({ stated }) => aspects.every((aspect) => stated.has(aspect)))
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
