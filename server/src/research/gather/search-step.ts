import { RESEARCH_LIMITS, type ResearchEvent } from '@scinav/contract'
import { inCorners, inDoubleQuotes } from '@scinav/contract/quoted'
import { AppError } from '../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { retrieve } from '../../retrieval/index.ts'
import { stepFocus } from '../plan/focus.ts'
import { type ResearchQuestion, readResearchQuestion } from '../plan/read-question.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { chooseEvidenceByModel } from './choose-evidence-by-model.ts'
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
import { searchTools, selectTools } from './tool-sources.ts'
import { hasEnoughSources, widenStep } from './widen-step.ts'
import { pivotYear, queryWithYears, stepYears } from './years.ts'

/** A search of a step and its result; `found` is null when it failed. */
interface StepSearch {
  query: string
  found: RetrievalResult | null
  error: string | null
  /** Terms of which every source has to contain one, if there are any. */
  terms: string[]
  wider?: RelaxedQuery
}

/**
 * Carries out a step of a plan: runs its searches and chooses evidence from the results.
 *
 * @param most maximum number of hits per search.
 */
export async function* searchStep(
  research: Research,
  step: ResearchStep,
  most: number = RESEARCH_LIMITS.hits_a_query,
): AsyncGenerator<ResearchEvent> {
  const { ctx, state } = research
  const { step_id } = step
  // Steps start one after another through the queue, so that events of other runs are handled in between.
  await searchQueueOf(research)(async () => undefined)
  yield researchEvent('step.started', { step_id, restart: step.state === 'running' })
  const asked = await readResearchQuestion(ctx, state())
  const focus = stepFocus(step)
  const years = stepYears(focus, state(), asked)
  const narrowed = { ...asked, constraints: { ...asked.constraints, ...years } }
  const how: StepSearchOptions = {
    asked: narrowed,
    most,
    told: (words) => queryWithYears(words, focus, years, asked.language),
  }
  const { usable: tools } = await selectTools(research)
  const searched: StepSearch[] = []
  const queries = step.queries.slice(0, RESEARCH_LIMITS.queries_a_step)
  for (const [at, words] of queries.entries()) {
    const made = yield* runSearch(research, step, { ...how, words, at })
    searched.push(made)
    if (made.found && tools.length > 0) {
      const asked = { call_id: callId(step, at), step_id, query: words, found: made.found }
      const evidence = yield* searchTools(research, tools, asked)
      const found = { ...made.found, evidence, scoped: false, notes: [] }
      searched.push({ query: words, found, error: null, terms: [] })
    }
    await yieldToEventLoop()
  }
  const wider: RelaxedQuery[] = []
  for (const each of await orElse(research, [], () =>
    widenStep(research, step, retrievedResults(searched)),
  )) {
    const at = queries.length + wider.length
    const made = yield* runSearch(research, step, { ...how, words: each.words, at })
    searched.push({ ...made, terms: each.terms, wider: each })
    wider.push(each)
    if (hasEnoughSources(retrievedResults(searched), asked.spelled)) break
  }
  const pivot = pivotYear(state(), asked.named)
  yield* emitFindings(research, step, { searched, asked, wider, pivot })
}

const retrievedResults = (searched: StepSearch[]): RetrievalResult[] =>
  searched.flatMap((each) => each.found ?? [])

const callId = ({ step_id }: ResearchStep, at: number): string => `${step_id}-${at + 1}`

/** Options common to all searches of a step. */
interface StepSearchOptions {
  asked: ResearchQuestion
  most: number
  told: (words: string) => string
}

async function* runSearch(
  research: Research,
  step: ResearchStep,
  { asked, most, told, words, at }: StepSearchOptions & { words: string; at: number },
): AsyncGenerator<ResearchEvent, StepSearch> {
  const { step_id } = step
  const call_id = callId(step, at)
  const { engines } = research.request.sources
  const works = worksInQuery(words, asked, research.request)
  const query = works.length > 0 ? words : told(words)
  yield researchEvent('tool.started', { call_id, step_id, name: 'search', query, engines })
  const made = { ...(await retrieveOrReport(research, asked, { query: words, most, works })), query }
  const { found } = made
  const terms =
    asked.named || !found
      ? []
      : await orElse(research, [], () => findRequiredTerms(research, found, { words, asked }))
  for (const text of made.found?.notes ?? []) yield researchEvent('warning', { text })
  yield researchEvent('tool.finished', {
    call_id,
    step_id,
    found: made.found?.evidence.length ?? 0,
    error: made.error,
    silent: silentEngines(made.found),
  })
  return { ...made, terms }
}

interface StepFindings {
  searched: StepSearch[]
  asked: ResearchQuestion
  wider: RelaxedQuery[]
  pivot: number
}

async function* emitFindings(
  research: Research,
  step: ResearchStep,
  { searched, asked, wider, pivot }: StepFindings,
): AsyncGenerator<ResearchEvent> {
  const { step_id } = step
  const { language, spelled } = asked
  const lists = searched.map((each) => relevantInSearch(each, spelled))
  const sources = new Map(lists.flat().map((each) => [each.source_id, each]))
  for (const each of sources.values())
    yield researchEvent('source.added', { step_id, source: toResearchSource(each, language) })
  const choosing = { state: research.state(), step, passages: distinctPassages(searched, spelled), pivot }
  const evidence = (yield* chooseEvidenceByModel(research, choosing)) ?? (await chooseEvidence(choosing))
  for (const each of evidence) yield researchEvent('evidence.added', { evidence: each })
  const note = wider.length > 0 ? WIDER_SEARCH_NOTES[language](wider.map(({ words }) => words)) : null
  yield researchEvent('step.finished', { step_id, ...stepOutcome(searched, evidence.length, note) })
}

const NOTHING_FOUND = '试过的检索式都没有找到可以摘录的原文'

/** Notes on a step whose own queries found next to nothing, so that relaxed queries were searched. */
const WIDER_SEARCH_NOTES = {
  zh: (words: string[]) => `同时说到各项的文献很少，另按${words.map(inCorners).join('、')}查过`,
  en: (words: string[]) =>
    `few papers speak of all of it, so ${words.map(inDoubleQuotes).join(' and ')} was searched for as well`,
}

/**
 * Returns the final state of a step.
 *
 * @param note note of a step that finished without errors.
 */
function stepOutcome(searched: StepSearch[], evidence: number, note: string | null) {
  const failed = searched.flatMap(({ error }) => error ?? [])
  if (failed.length === searched.length && failed.length > 0)
    return { state: 'failed' as const, note: failed[0] ?? null }
  return evidence === 0
    ? { state: 'empty' as const, note: NOTHING_FOUND }
    : { state: 'done' as const, note: failed[0] ?? note }
}

/** Runs a search; an error is returned, and the step continues with its other searches. */
async function retrieveOrReport(
  research: Research,
  asked: ResearchQuestion,
  { query, most, works }: { query: string; most: number; works: string[] },
): Promise<Pick<StepSearch, 'found' | 'error'>> {
  const { ctx, request, signal } = research
  const looked =
    works.length > 0 ? worksScope(works, asked, request) : { ...searchScope(request, asked), question: query }
  const inTurn = searchQueueOf(research)
  try {
    const found = await retrieve(ctx, { ...looked, most, inTurn }, signal)
    return { found, error: null }
  } catch (error) {
    signal.throwIfAborted()
    const isTold = error instanceof AppError || (error as { code?: string }).code !== undefined
    ctx.log.warn({ err: error }, 'a search of a research failed')
    return { found: null, error: isTold ? (error as Error).message : '检索时出错' }
  }
}

/** Returns additional information from the library, or the fallback value when the library fails. */
async function orElse<Told>(
  { ctx, signal }: Research,
  otherwise: Told,
  ask: () => Promise<Told>,
): Promise<Told> {
  try {
    return await ask()
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error }, 'the library did not tell what a search is about')
    return otherwise
  }
}

const relevantInSearch = ({ found, terms }: StepSearch, spelled: string) =>
  found ? relevantEvidence(found, spelled, terms) : []

function distinctPassages(searched: StepSearch[], spelled: string): PassageHit[] {
  const byId = new Map<string, PassageHit>()
  for (const each of searched)
    for (const evidence of relevantInSearch(each, spelled)) {
      const { query, found, wider } = each
      const { passage_id } = evidence.passage
      if (!byId.has(passage_id))
        byId.set(passage_id, { evidence, query, wider: wider !== undefined, concepts: found?.concepts ?? [] })
    }
  return [...byId.values()]
}
