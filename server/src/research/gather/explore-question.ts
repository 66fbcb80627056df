import type { ResearchEvent } from '@scinav/contract'
import { awaitFiles } from '../../knowledge/passages/index.ts'
import { retrieve } from '../../retrieval/index.ts'
import { askForTitle, missingWorksNotice } from '../paste/work-names.ts'
import { askForTerm, findClarification, findUnknownTerm, unknownTermNotice } from '../plan/clarification.ts'
import { type ResearchQuestion, readResearchQuestion } from '../plan/read-question.ts'
import { MIN_REPORT_SOURCES, type Research, researchEvent } from '../run/research.ts'
import { relevantEvidence } from './relevant.ts'
import { searchScope } from './scope.ts'
import { searchQueueOf } from './search-queue.ts'
import { type RetrievalResult, silentEngines, toResearchSource } from './search-result.ts'
import { selectTools } from './tool-sources.ts'

/** Emits the request of the run. */
export async function* announceResearch({ row, request }: Research) {
  const { report_style, depth, application_id, sources, auto_accept_plan } = request
  const { question, engine, model } = row
  yield researchEvent('run.created', {
    question,
    report_style,
    depth,
    application_id,
    sources,
    auto_accept_plan,
    engine,
    model,
  })
}

/** Asks the user back when the question is unclear; otherwise explores it at once. */
export async function* clarifyOrExplore(research: Research) {
  const clarification = await clarifyingQuestion(research)
  if (clarification) yield researchEvent('clarify.request', clarification)
  else yield* exploreQuestion(research)
}

/** Returns the question to the user; null when there is enough to search for. */
async function clarifyingQuestion({ ctx, state }: Research) {
  const { named } = await readResearchQuestion(ctx, state())
  if (!named) return findClarification(state().question)
  // A reference without a known title, and nothing else to search for.
  const isEmpty = named.subjects.length === 0 && named.query === ''
  return isEmpty ? { question: askForTitle(named.works), options: [] } : null
}

const STYLE_UNUSED = '没有使用模型，文体只作记录，没有改写原文'

/** Emits warnings about requested options that have no effect. */
async function* warnUnused(research: Research) {
  const { row, request } = research
  const { report_style, notices = [] } = request
  for (const text of notices) yield researchEvent('warning', { text })
  if (row.engine === 'extractive' && report_style !== 'academic')
    yield researchEvent('warning', { text: STYLE_UNUSED })
  const { notes } = await selectTools(research)
  for (const text of notes) yield researchEvent('warning', { text })
}

/** Maximum number of hits of the exploratory search. */
const MAX_HITS = 10
/** Id of the exploratory search among the searches of a run. */
const EXPLORATION_ID = 'look-1'

/**
 * Searches once with the question itself, so that the user sees what exists before deciding on a plan. A term that
 * nobody knows leads to a question to the user, unless one was already asked or the run asks nothing.
 */
export async function* exploreQuestion(research: Research): AsyncGenerator<ResearchEvent> {
  const { ctx, request, state } = research
  yield* warnUnused(research)
  yield* awaitSources(research)
  const question = await readResearchQuestion(ctx, state())
  const { named, kind, textWithNames, language } = question
  const missing = missingWorksNotice(named?.works ?? [])
  if (missing !== '') yield researchEvent('warning', { text: missing })
  const found = yield* searchTopic(research, question)
  const sources = new Map(
    relevantEvidence(found, textWithNames).map((each) => [each.source_id, toResearchSource(each, language)]),
  )
  for (const source of sources.values()) yield researchEvent('source.added', { step_id: null, source })
  const unknown =
    sources.size < MIN_REPORT_SOURCES ? findUnknownTerm(found, named ? named.rest : state().question) : null
  if (unknown !== null) {
    if (!state().clarification && !request.auto_accept_plan)
      return yield researchEvent('clarify.request', askForTerm(unknown))
    yield researchEvent('warning', { text: unknownTermNotice(unknown) })
  }
  yield researchEvent('background.done', { kind, sources: sources.size })
}

/** Searches for the topic of the question and emits the search as the first of the run. */
async function* searchTopic(
  research: Research,
  question: ResearchQuestion,
): AsyncGenerator<ResearchEvent, RetrievalResult> {
  const { ctx, request, signal } = research
  const { topic } = question
  const call = { call_id: EXPLORATION_ID, step_id: null }
  const { engines } = request.sources
  yield researchEvent('tool.started', { ...call, name: 'search', query: topic, engines })
  const search = { ...searchScope(request, question), question: topic, most: MAX_HITS }
  const found = await retrieve(ctx, { ...search, inTurn: searchQueueOf(research) }, signal)
  for (const text of found.notes) yield researchEvent('warning', { text })
  const outcome = { found: found.evidence.length, error: null, silent: silentEngines(found) }
  yield researchEvent('tool.finished', { ...call, ...outcome })
  return found
}

/** Waits until the files attached to a run are parsed, and warns about files without readable text. */
async function* awaitSources({ ctx, request, signal }: Research): AsyncGenerator<ResearchEvent> {
  const { file_ids } = request.sources
  if (file_ids.length === 0) return
  const unread = await awaitFiles(ctx, file_ids, signal)
  if (unread.length > 0)
    yield researchEvent('warning', { text: `这些附件还读不出文字，没有用于研究：${unread.join('、')}` })
}
