import { RESEARCH_LIMITS, type ResearchEvent } from '@scinav/contract'
import { AppError } from '../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { retrieve } from '../../retrieval/index.ts'
import type { ResearchQuestion } from '../plan/read-question.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { findRequiredTerms, type RelaxedQuery } from './relax-query.ts'
import { searchScope, worksInQuery, worksScope } from './scope.ts'
import { searchQueueOf } from './search-queue.ts'
import { type ResearchStep, type RetrievalResult, silentEngines } from './search-result.ts'
import { searchTools, selectTools } from './tool-sources.ts'
import { hasEnoughSources, widenStep } from './widen-step.ts'

/** What all searches of a step have in common. */
export interface StepContext {
  research: Research
  step: ResearchStep
  /** The question, with its constraints narrowed to the years of the step. */
  question: ResearchQuestion
  maxHits: number
  /** Returns a query as shown to the user, with the years of the step. */
  displayQuery: (words: string) => string
}

/** A search of a step and its result. */
export interface StepSearch {
  /** The query as shown to the user. */
  query: string
  /** What was found; null when the search failed. */
  found: RetrievalResult | null
  /** The reason of the failure in Chinese; null for a search that succeeded. */
  error: string | null
  /** Terms of which every source has to contain one; none for a search that accepts all relevant sources. */
  terms: string[]
  /** The relaxed query of the search; undefined for a query of the plan. */
  relaxed?: RelaxedQuery
}

/** Runs the queries of the plan, each in the library and with the chosen search tools. */
export async function* runPlannedQueries(context: StepContext): AsyncGenerator<ResearchEvent, StepSearch[]> {
  const { research, step } = context
  const { usable: tools } = await selectTools(research)
  const searches: StepSearch[] = []
  for (const [at, words] of plannedQueries(step).entries()) {
    const search = yield* runSearch(context, words, at)
    searches.push(search)
    if (search.found && tools.length > 0)
      searches.push(yield* runToolSearch(context, tools, { words, at, found: search.found }))
    // Other requests get a turn between two searches.
    await yieldToEventLoop()
  }
  return searches
}

/** Returns the queries of a step that are searched. */
const plannedQueries = ({ queries }: ResearchStep) => queries.slice(0, RESEARCH_LIMITS.queries_a_step)

/** Runs relaxed queries while the step has too few relevant sources. */
export async function* runWiderQueries(
  context: StepContext,
  planned: StepSearch[],
): AsyncGenerator<ResearchEvent, StepSearch[]> {
  const { research, step, question } = context
  const relaxedQueries = await withFallback(research, [], () => widenStep(research, step, resultsOf(planned)))
  const searches: StepSearch[] = []
  for (const relaxed of relaxedQueries) {
    const at = plannedQueries(step).length + searches.length
    const search = yield* runSearch(context, relaxed.words, at)
    searches.push({ ...search, terms: relaxed.terms, relaxed })
    if (hasEnoughSources(resultsOf([...planned, ...searches]), question.textWithNames)) break
  }
  return searches
}

const resultsOf = (searches: StepSearch[]): RetrievalResult[] => searches.flatMap(({ found }) => found ?? [])

/**
 * Runs one query in the library, or in the named works when it names them.
 *
 * @param at index of the query among those of the step, of which the ids of searches are made.
 */
export async function* runSearch(
  { research, step, question, maxHits, displayQuery }: StepContext,
  words: string,
  at: number,
): AsyncGenerator<ResearchEvent, StepSearch> {
  const { step_id } = step
  const call_id = callId(step, at)
  const { engines } = research.request.sources
  const works = worksInQuery(words, question, research.request)
  const query = works.length > 0 ? words : displayQuery(words)
  yield researchEvent('tool.started', { call_id, step_id, name: 'search', query, engines })
  const { found, error } = await retrieveOrReport(research, question, { query: words, maxHits, works })
  const terms =
    question.named || !found
      ? []
      : await withFallback(research, [], () => findRequiredTerms(research, found, { words, question }))
  for (const text of found?.notes ?? []) yield researchEvent('warning', { text })
  yield researchEvent('tool.finished', {
    call_id,
    step_id,
    found: found?.evidence.length ?? 0,
    error,
    silent: silentEngines(found),
  })
  return { query, found, error, terms }
}

/** Returns the id of the search with an index in its step, counted from 0. */
const callId = ({ step_id }: ResearchStep, at: number): string => `${step_id}-${at + 1}`

/** Reported for an error whose message is not for users. */
const UNKNOWN_FAULT = '检索时出错'

/**
 * Runs a search; an error is returned, and the step continues with its other searches. The messages of faults with a
 * code and of `AppError` are written for users.
 *
 * @param works ids of the papers to which the search is limited; none for the whole scope of the run.
 */
async function retrieveOrReport(
  research: Research,
  question: ResearchQuestion,
  { query, maxHits, works }: { query: string; maxHits: number; works: string[] },
): Promise<Pick<StepSearch, 'found' | 'error'>> {
  const { ctx, request, signal } = research
  const scope =
    works.length > 0
      ? worksScope(works, question, request)
      : { ...searchScope(request, question), question: query }
  const inTurn = searchQueueOf(research)
  try {
    const found = await retrieve(ctx, { ...scope, most: maxHits, inTurn }, signal)
    return { found, error: null }
  } catch (error) {
    signal.throwIfAborted()
    const isWrittenForUsers = error instanceof AppError || (error as { code?: string }).code !== undefined
    ctx.log.warn({ err: error }, 'a search of a research failed')
    return { found: null, error: isWrittenForUsers ? (error as Error).message : UNKNOWN_FAULT }
  }
}

/** Returns additional information from the library, or the fallback value when the library fails. */
async function withFallback<Result>(
  { ctx, signal }: Research,
  fallback: Result,
  load: () => Promise<Result>,
): Promise<Result> {
  try {
    return await load()
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error }, 'the library did not tell what a search is about')
    return fallback
  }
}

/** Runs a query with search tools; their answers take the place of the library's evidence in the result. */
async function* runToolSearch(
  { research, step }: StepContext,
  tools: Parameters<typeof searchTools>[1],
  { words, at, found }: { words: string; at: number; found: RetrievalResult },
): AsyncGenerator<ResearchEvent, StepSearch> {
  const call = { call_id: callId(step, at), step_id: step.step_id, query: words, found }
  const evidence = yield* searchTools(research, tools, call)
  return { query: words, found: { ...found, evidence, scoped: false, notes: [] }, error: null, terms: [] }
}
