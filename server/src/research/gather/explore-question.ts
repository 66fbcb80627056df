import type { ResearchEvent } from '@scinav/contract'
import { awaitFiles } from '../../knowledge/passages/index.ts'
import { retrieve } from '../../retrieval/index.ts'
import { askForTitle, missingWorksNotice } from '../paste/work-names.ts'
import { askForTerm, findClarification, findUnknownTerm, unknownTermNotice } from '../plan/clarification.ts'
import { readResearchQuestion } from '../plan/read-question.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { relevantEvidence } from './relevant.ts'
import { searchScope } from './scope.ts'
import { searchQueueOf } from './search-queue.ts'
import { silentEngines, toResearchSource } from './search-result.ts'
import { selectTools } from './tool-sources.ts'

/** Emits the request of the run. */
export async function* announceResearch({ row, request }: Research) {
  const { report_style, application_id, sources, auto_accept_plan } = request
  const { question, engine, model } = row
  yield researchEvent('run.created', {
    question,
    report_style,
    application_id,
    sources,
    auto_accept_plan,
    engine,
    model,
  })
}

/** Asks the user back when the question is unclear; otherwise explores it at once. */
export async function* clarifyOrExplore(research: Research) {
  const open = await findOpenQuestion(research)
  if (open) yield researchEvent('clarify.request', open)
  else yield* exploreQuestion(research)
}

async function findOpenQuestion({ ctx, state }: Research) {
  const { named } = await readResearchQuestion(ctx, state())
  if (!named) return findClarification(state().question)
  // A reference without a known title, and nothing else to search for.
  const isEmpty = named.subjects.length === 0 && named.own === ''
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

const MAX_HITS = 10
/** Minimum number of relevant sources of a report. */
const MIN_SOURCES = 3

/** Searches once with the question itself, so that the user sees what exists before deciding on a plan. */
export async function* exploreQuestion(research: Research) {
  const { ctx, request, state, signal } = research
  yield* warnUnused(research)
  yield* awaitSources(research)
  const asked = await readResearchQuestion(ctx, state())
  const lacking = missingWorksNotice(asked.named?.works ?? [])
  if (lacking !== '') yield researchEvent('warning', { text: lacking })
  const call_id = 'look-1'
  const { engines } = request.sources
  yield researchEvent('tool.started', { call_id, step_id: null, name: 'search', query: asked.topic, engines })
  const wanted = { question: asked.topic, most: MAX_HITS, inTurn: searchQueueOf(research) }
  const found = await retrieve(ctx, { ...searchScope(request, asked), ...wanted }, signal)
  for (const text of found.notes) yield researchEvent('warning', { text })
  const ended = { found: found.evidence.length, error: null, silent: silentEngines(found) }
  yield researchEvent('tool.finished', { call_id, step_id: null, ...ended })
  const sources = new Map(
    relevantEvidence(found, asked.spelled).map((each) => [
      each.source_id,
      toResearchSource(each, asked.language),
    ]),
  )
  for (const source of sources.values()) yield researchEvent('source.added', { step_id: null, source })
  const term =
    sources.size < MIN_SOURCES
      ? findUnknownTerm(found, asked.named ? asked.named.rest : state().question)
      : null
  if (term !== null) {
    if (!state().clarification && !request.auto_accept_plan) {
      yield researchEvent('clarify.request', askForTerm(term))
      return
    }
    yield researchEvent('warning', { text: unknownTermNotice(term) })
  }
  yield researchEvent('background.done', { kind: asked.kind, sources: sources.size })
}

/** Waits until the files attached to a run are parsed, and warns about files without readable text. */
async function* awaitSources({ ctx, request, signal }: Research): AsyncGenerator<ResearchEvent> {
  const { file_ids } = request.sources
  if (file_ids.length === 0) return
  const unread = await awaitFiles(ctx, file_ids, signal)
  if (unread.length > 0)
    yield researchEvent('warning', { text: `这些附件还读不出文字，没有用于研究：${unread.join('、')}` })
}
