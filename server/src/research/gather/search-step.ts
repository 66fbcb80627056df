import { RESEARCH_DEPTHS, RESEARCH_LIMITS, type ResearchEvent } from '@scinav/contract'
import { inCorners, inDoubleQuotes } from '@scinav/contract/quoted'
import { AppError } from '../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { retrieve } from '../../retrieval/index.ts'
import { stepFocus } from '../plan/focus.ts'
import { type ResearchQuestion, readResearchQuestion } from '../plan/read-question.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { readWorks } from './read-works.ts'
import { findRequiredTerms, type RelaxedQuery } from './relax-query.ts'
import { relevantEvidence } from './relevant.ts'
import { searchScope, worksInQuery, worksScope } from './scope.ts'
import { searchQueueOf } from './search-queue.ts'
import {
  type PassageHit,
  type ResearchStep,
  type RetrievalResult,
  silentEngines,
  toResearchSource,
} from './search-result.ts'
import { findTiedWorks } from './tied-works.ts'
import { searchTools, selectTools } from './tool-sources.ts'
import { requestOtherQueries } from './widen-by-model.ts'
import { hasEnoughSources, widenStep } from './widen-step.ts'
import { type ReadableWork, workKey, worksToRead } from './works-to-read.ts'
import { pivotYear, queryWithYears, stepYears } from './years.ts'

/** A search of a step and its result. */
interface StepSearch {
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

/** What all searches of a step have in common. */
interface StepContext {
  research: Research
  step: ResearchStep
  /** The question, with its constraints narrowed to the years of the step. */
  question: ResearchQuestion
  maxHits: number
  /** Returns a query as shown to the user, with the years of the step. */
  displayQuery: (words: string) => string
}

/**
 * Carries out a step of a plan: runs its searches and, with a model, has the works read; otherwise chooses
 * evidence from the results by rules. A search that fails is an event of the step, not an error.
 *
 * @param maxHits maximum number of hits per search.
 */
export async function* searchStep(
  research: Research,
  step: ResearchStep,
  maxHits: number = RESEARCH_LIMITS.hits_a_query,
): AsyncGenerator<ResearchEvent> {
  const { ctx, state } = research
  const { step_id } = step
  // Steps start one after another through the queue, so that events of other runs are handled in between.
  await searchQueueOf(research)(async () => undefined)
  yield researchEvent('step.started', { step_id, restart: step.state === 'running' })
  const question = await readResearchQuestion(ctx, state())
  const focus = stepFocus(step)
  const years = stepYears(focus, state(), question)
  const context: StepContext = {
    research,
    step,
    question: { ...question, constraints: { ...question.constraints, ...years } },
    maxHits,
    displayQuery: (words) => queryWithYears(words, focus, years, question.language),
  }
  const planned = yield* runPlannedQueries(context)
  if (state().engine === 'model') return yield* readByModel(context, planned)
  const wider = yield* runWiderQueries(context, planned)
  yield* emitFindings(context, [...planned, ...wider])
}

/** Runs the queries of the plan, each in the library and with the chosen search tools. */
async function* runPlannedQueries(context: StepContext): AsyncGenerator<ResearchEvent, StepSearch[]> {
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

const plannedQueries = ({ queries }: ResearchStep) => queries.slice(0, RESEARCH_LIMITS.queries_a_step)

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

/** Runs relaxed queries while the step has too few relevant sources. */
async function* runWiderQueries(
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

/** Returns the id of the search with an index in its step, counted from 0. */
const callId = ({ step_id }: ResearchStep, at: number): string => `${step_id}-${at + 1}`

/**
 * Runs one query in the library, or in the named works when it names them.
 *
 * @param at index of the query among those of the step, of which the ids of searches are made.
 */
async function* runSearch(
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

/** Emits the relevant sources of a step, the evidence chosen from them, and the end of the step. */
async function* emitFindings(
  { research, step, question }: StepContext,
  searches: StepSearch[],
): AsyncGenerator<ResearchEvent> {
  const { step_id } = step
  const { language, named, textWithNames } = question
  const pivot = pivotYear(research.state(), named)
  const relevant = searches.flatMap((search) => relevantInSearch(search, textWithNames))
  const sources = new Map(relevant.map((each) => [each.source_id, each]))
  for (const each of sources.values())
    yield researchEvent('source.added', { step_id, source: toResearchSource(each, language) })
  const passages = distinctPassages(searches, textWithNames)
  const evidence = await chooseEvidence({ state: research.state(), step, passages, pivot })
  for (const each of evidence) yield researchEvent('evidence.added', { evidence: each })
  const relaxed = searches.flatMap((search) => search.relaxed?.words ?? [])
  const note = relaxed.length > 0 ? WIDER_SEARCH_NOTES[language](relaxed) : null
  yield researchEvent('step.finished', { step_id, ...stepOutcome(searches, evidence.length, note) })
}

/** A step that found fewer works that answer a part of the question searches again with other words. */
const MIN_STEP_WORKS = 5
/** From this relevance on, 0–3, a note counts as answering a part of the question. */
const MIN_ANSWERING_RELEVANCE = 2

/**
 * Has the model read the works that a step found. A step that found too few works searches again, with other words and
 * along citations. Works of requests that failed are quoted by rules.
 */
async function* readByModel(context: StepContext, planned: StepSearch[]): AsyncGenerator<ResearchEvent> {
  const { research, step, question } = context
  const { step_id } = step
  const { state } = research
  const { works_a_step: maxWorks } = RESEARCH_DEPTHS[state().depth]
  // The searches of the plan, followed by those that widen it.
  const searches = [...planned]
  const unread = yield* readFoundWorks(context, searches, { maxWorks, round: '' })
  if (countAnswering(research, step) < MIN_STEP_WORKS && unread.length === 0) {
    searches.push(...(yield* runWiderQueries(context, planned)))
    for (const words of yield* requestOtherQueries(research, step))
      searches.push(yield* runSearch(context, words, searches.length))
    unread.push(
      ...(yield* readFoundWorks(context, searches.slice(planned.length), { maxWorks, round: '-wider' })),
    )
    const tied = (yield* findTiedWorks(research, step, question)).slice(0, maxWorks)
    unread.push(...(yield* readWorks(research, step, tied, '-ties')))
  }
  if (unread.length > 0) yield* quoteUnread(context, searches, unread)
  const workCount = state().read.filter(({ step_ids }) => step_ids.includes(step_id)).length
  const widerQueries = searches.slice(planned.length).map(({ query }) => query)
  const note = widerQueries.length > 0 ? WIDER_SEARCH_NOTES[question.language](widerQueries) : null
  yield researchEvent('step.finished', { step_id, ...stepOutcome(searches, workCount, note) })
}

/**
 * Reads the works of searches that no step has read yet; a work that was read counts for this step as well.
 *
 * @param round tells the readings of one step apart, as in `readWorks`.
 * @returns the works that the model failed to read.
 */
async function* readFoundWorks(
  { research, step, question }: StepContext,
  searches: StepSearch[],
  { maxWorks, round }: { maxWorks: number; round: string },
): AsyncGenerator<ResearchEvent, ReadableWork[]> {
  const { step_id } = step
  const { notes, read } = research.state()
  // A work without a note was only quoted by rules, and may still be read.
  const notedIds = new Set(notes.map(({ source_id }) => source_id))
  const readable = searches.flatMap(({ query, found, terms }) => {
    if (!found) return []
    const relevant = new Set(relevantEvidence(found, question.textWithNames, terms))
    return [{ query, found, isRelevant: (each: (typeof found.evidence)[number]) => relevant.has(each) }]
  })
  const foundIds = new Set(readable.flatMap(({ found }) => found.evidence.map(({ source_id }) => source_id)))
  for (const source of read) {
    const { step_ids, looked: _looked, ...record } = source
    const isFoundAgain = notedIds.has(source.source_id) && foundIds.has(source.source_id)
    if (isFoundAgain && !step_ids.includes(step_id))
      yield researchEvent('source.added', { step_id, source: record })
  }
  const { language } = question
  const knownKeys = new Set(read.flatMap((each) => (notedIds.has(each.source_id) ? [workKey(each)] : [])))
  const works = worksToRead(readable, { maxWorks, language, knownKeys })
  return yield* readWorks(research, step, works, round)
}

/** Returns the number of works of a step that answer a part of the question. */
function countAnswering({ state }: Research, { step_id }: ResearchStep): number {
  const { notes, read } = state()
  const ofStep = read.filter(({ step_ids }) => step_ids.includes(step_id))
  const idsOfStep = new Set(ofStep.map(({ source_id }) => source_id))
  return notes.filter(
    ({ source_id, relevance }) => relevance >= MIN_ANSWERING_RELEVANCE && idsOfStep.has(source_id),
  ).length
}

/**
 * Chooses sentences by rules from works that the model did not read, and emits them after the evidence of the
 * step.
 */
async function* quoteUnread(
  { research, step, question }: StepContext,
  searches: StepSearch[],
  unread: ReadableWork[],
): AsyncGenerator<ResearchEvent> {
  const { textWithNames, language, named } = question
  const ids = new Set(unread.map(({ found }) => found.source_id))
  const passages = distinctPassages(searches, textWithNames).filter(({ evidence }) =>
    ids.has(evidence.source_id),
  )
  const sources = new Map(passages.map(({ evidence }) => [evidence.source_id, evidence]))
  for (const each of sources.values())
    yield researchEvent('source.added', { step_id: step.step_id, source: toResearchSource(each, language) })
  const state = research.state()
  const selection = { state, step, passages, pivot: pivotYear(state, named) }
  const existingCount = state.evidence.filter(({ step_id }) => step_id === step.step_id).length
  for (const [at, each] of (await chooseEvidence(selection)).entries())
    yield researchEvent('evidence.added', {
      evidence: { ...each, evidence_id: `${step.step_id}-e${existingCount + at + 1}` },
    })
}

const NOTHING_FOUND = '试过的检索式都没有找到可以摘录的原文'

/** Notes on a step whose own queries found next to nothing, so that relaxed queries were searched. */
const WIDER_SEARCH_NOTES = {
  zh: (words: string[]) => `同时说到各项的文献很少，另按${words.map(inCorners).join('、')}查过`,
  en: (words: string[]) =>
    `few papers speak of all of it, so ${words.map(inDoubleQuotes).join(' and ')} was searched for as well`,
}

/**
 * Returns the final state of a step: failed when every search failed, empty without evidence, else done.
 *
 * @param evidence the number of pieces of evidence, or of works that were read.
 * @param note note of a step that finished without errors.
 */
function stepOutcome(searches: StepSearch[], evidence: number, note: string | null) {
  const errors = searches.flatMap(({ error }) => error ?? [])
  const [firstError = null] = errors
  if (errors.length === searches.length && firstError !== null)
    return { state: 'failed' as const, note: firstError }
  return evidence === 0
    ? { state: 'empty' as const, note: NOTHING_FOUND }
    : { state: 'done' as const, note: firstError ?? note }
}

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

const relevantInSearch = ({ found, terms }: StepSearch, textWithNames: string) =>
  found ? relevantEvidence(found, textWithNames, terms) : []

/** Returns the relevant passages of all searches, each with the search that found it first. */
function distinctPassages(searches: StepSearch[], textWithNames: string): PassageHit[] {
  const byId = new Map<string, PassageHit>()
  for (const search of searches)
    for (const evidence of relevantInSearch(search, textWithNames)) {
      const { query, found, relaxed } = search
      const { passage_id } = evidence.passage
      if (!byId.has(passage_id))
        byId.set(passage_id, {
          evidence,
          query,
          wider: relaxed !== undefined,
          concepts: found?.concepts ?? [],
        })
    }
  return [...byId.values()]
}
