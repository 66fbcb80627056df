import { RESEARCH_LIMITS, type ResearchEvent } from '@scinav/contract'
import { inCorners, inDoubleQuotes } from '@scinav/contract/quoted'
import { breath } from '../../platform/foundation/breath.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { retrieve } from '../../retrieval/index.ts'
import { focusOf } from '../plan/focus.ts'
import { type Asked, readAsked } from '../plan/read-asked.ts'
import type { Research } from '../research/research.ts'
import { say } from '../research/say.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { type FoundBy, type Retrieved, type Step, silentOf } from './found.ts'
import { notedEvidence } from './noted-evidence.ts'
import { termsIn, type Wider } from './relaxed.ts'
import { relevantOf } from './relevant.ts'
import { scopeOf } from './scope.ts'
import { sourceFrom } from './source.ts'
import { chosenTools, searchTools } from './tool-sources.ts'
import { turnsOf } from './turns.ts'
import { isEnough, widerThan } from './wider.ts'
import { withinWorks, worksCalled } from './works-called.ts'
import { pivotOf, toldQuery, yearsFor } from './years.ts'

/** A search of a step and what it found; null where it failed. */
interface Searched {
  query: string
  found: Retrieved | null
  error: string | null
  /** Of these its sources have to spell one, where there are any. */
  terms: string[]
  wider?: Wider
}

/**
 * Carries out one step of a plan: its searches, what was read, and what of it can be quoted.
 *
 * @param most hits that are looked at of each search.
 */
export async function* searchStep(
  research: Research,
  step: Step,
  most: number = RESEARCH_LIMITS.hits_a_query,
): AsyncGenerator<ResearchEvent> {
  const { ctx, state } = research
  const { step_id } = step
  // However many are begun at once, they begin one after another: what has been said meanwhile is heard in between.
  await turnsOf(research)(async () => undefined)
  yield say('step.started', { step_id, restart: step.state === 'running' })
  const asked = await readAsked(ctx, state())
  const focus = focusOf(step)
  const years = yearsFor(focus, state(), asked)
  const narrowed = { ...asked, constraints: { ...asked.constraints, ...years } }
  const how: How = { asked: narrowed, most, told: (words) => toldQuery(words, focus, years, asked.language) }
  const { usable: tools } = await chosenTools(research)
  const searched: Searched[] = []
  const queries = step.queries.slice(0, RESEARCH_LIMITS.queries_a_step)
  for (const [at, words] of queries.entries()) {
    const made = yield* oneSearch(research, step, { ...how, words, at })
    searched.push(made)
    if (made.found && tools.length > 0) {
      const asked = { call_id: callId(step, at), step_id, query: words, found: made.found }
      const evidence = yield* searchTools(research, tools, asked)
      const found = { ...made.found, evidence, scoped: false, notes: [] }
      searched.push({ query: words, found, error: null, terms: [] })
    }
    await breath()
  }
  const wider: Wider[] = []
  for (const each of await asFarAs(research, [], () => widerThan(research, step, foundBy(searched)))) {
    const at = queries.length + wider.length
    const made = yield* oneSearch(research, step, { ...how, words: each.words, at })
    searched.push({ ...made, terms: each.terms, wider: each })
    wider.push(each)
    if (isEnough(foundBy(searched), asked.spelled)) break
  }
  const pivot = pivotOf(state(), asked.named)
  yield* tellFound(research, step, { searched, asked, wider, pivot })
}

const foundBy = (searched: Searched[]): Retrieved[] => searched.flatMap((each) => each.found ?? [])

const callId = ({ step_id }: Step, at: number): string => `${step_id}-${at + 1}`

/** How a step searches, whatever it looks for. */
interface How {
  asked: Asked
  most: number
  told: (words: string) => string
}

async function* oneSearch(
  research: Research,
  step: Step,
  { asked, most, told, words, at }: How & { words: string; at: number },
): AsyncGenerator<ResearchEvent, Searched> {
  const { step_id } = step
  const call_id = callId(step, at)
  const { engines } = research.request.sources
  const works = worksCalled(words, asked, research.request)
  const query = works.length > 0 ? words : told(words)
  yield say('tool.started', { call_id, step_id, name: 'search', query, engines })
  const made = { ...(await searchFor(research, asked, { query: words, most, works })), query }
  const { found } = made
  const terms =
    asked.named || !found ? [] : await asFarAs(research, [], () => termsIn(research, found, { words, asked }))
  for (const text of made.found?.notes ?? []) yield say('warning', { text })
  yield say('tool.finished', {
    call_id,
    step_id,
    found: made.found?.evidence.length ?? 0,
    error: made.error,
    silent: silentOf(made.found),
  })
  return { ...made, terms }
}

interface Told {
  searched: Searched[]
  asked: Asked
  wider: Wider[]
  pivot: number
}

async function* tellFound(
  research: Research,
  step: Step,
  { searched, asked, wider, pivot }: Told,
): AsyncGenerator<ResearchEvent> {
  const { step_id } = step
  const { language, spelled } = asked
  const lists = searched.map((each) => relevantIn(each, spelled))
  const sources = new Map(lists.flat().map((each) => [each.source_id, each]))
  for (const each of sources.values())
    yield say('source.added', { step_id, source: sourceFrom(each, language) })
  const choosing = { state: research.state(), step, passages: passagesOf(searched, spelled), pivot }
  const evidence = (yield* notedEvidence(research, choosing)) ?? (await chooseEvidence(choosing))
  for (const each of evidence) yield say('evidence.added', { evidence: each })
  const note = wider.length > 0 ? WIDER[language](wider.map(({ words }) => words)) : null
  yield say('step.finished', { step_id, ...endOf(searched, evidence.length, note) })
}

const NOTHING = '试过的检索式都没有找到可以摘录的原文'

/** What a step says of itself whose searches found next to nothing as they stood in the plan. */
const WIDER = {
  zh: (words: string[]) => `同时说到各项的文献很少，另按${words.map(inCorners).join('、')}查过`,
  en: (words: string[]) =>
    `few papers speak of all of it, so ${words.map(inDoubleQuotes).join(' and ')} was searched for as well`,
}

/** @param note for a step that is done and met no fault. */
function endOf(searched: Searched[], evidence: number, note: string | null) {
  const failed = searched.flatMap(({ error }) => error ?? [])
  if (failed.length === searched.length && failed.length > 0)
    return { state: 'failed' as const, note: failed[0] ?? null }
  return evidence === 0
    ? { state: 'empty' as const, note: NOTHING }
    : { state: 'done' as const, note: failed[0] ?? note }
}

/** A search that fails is told as failed, and the step goes on with the others. */
async function searchFor(
  research: Research,
  asked: Asked,
  { query, most, works }: { query: string; most: number; works: string[] },
): Promise<Pick<Searched, 'found' | 'error'>> {
  const { ctx, request, signal } = research
  const looked =
    works.length > 0 ? withinWorks(works, asked, request) : { ...scopeOf(request, asked), question: query }
  const inTurn = turnsOf(research)
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

/** What the library tells beside a search; where it does not answer, the step goes on without it. */
async function asFarAs<Told>(
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

const relevantIn = ({ found, terms }: Searched, spelled: string) =>
  found ? relevantOf(found, spelled, terms) : []

function passagesOf(searched: Searched[], spelled: string): FoundBy[] {
  const byId = new Map<string, FoundBy>()
  for (const each of searched)
    for (const evidence of relevantIn(each, spelled)) {
      const { query, found, wider } = each
      const { passage_id } = evidence.passage
      if (!byId.has(passage_id))
        byId.set(passage_id, { evidence, query, wider: wider !== undefined, concepts: found?.concepts ?? [] })
    }
  return [...byId.values()]
}
