import { retrieve } from '../../retrieval/index.ts'
import { lackOf, whatIsTitled } from '../pasted/calling.ts'
import { askedBack, unknownWords, whatIsCalled } from '../plan/ask-back.ts'
import { readAsked } from '../plan/read-asked.ts'
import type { Research } from '../research/research.ts'
import { say } from '../research/say.ts'
import { awaitSources } from './await-files.ts'
import { silentOf } from './found.ts'
import { relevantOf } from './relevant.ts'
import { scopeOf } from './scope.ts'
import { sourceFrom } from './source.ts'
import { chosenTools } from './tool-sources.ts'
import { turnsOf } from './turns.ts'
import { unknownTerm } from './unknown-term.ts'

/** Tells what was asked. */
export async function* begin({ row, request }: Research) {
  const { report_style, application_id, sources, auto_accept_plan } = request
  const { question, engine, model } = row
  yield say('run.created', {
    question,
    report_style,
    application_id,
    sources,
    auto_accept_plan,
    engine,
    model,
  })
}

/** Asks back where the question leaves open what it is after; else looks round at once. */
export async function* clarifyOrLook(research: Research) {
  const open = await leftOpen(research)
  if (open) yield say('clarify.request', open)
  else yield* lookRound(research)
}

async function leftOpen({ ctx, state }: Research) {
  const { named } = await readAsked(ctx, state())
  if (!named) return askedBack(state().question)
  // A reference that tells no title, and nothing else that could be looked up.
  const isEmpty = named.subjects.length === 0 && named.own === ''
  return isEmpty ? { question: whatIsTitled(named.works), options: [] } : null
}

const STYLE_UNUSED = '没有使用模型，文体只作记录，没有改写原文'

/** What was asked for and is not done. */
async function* tellUnused(research: Research) {
  const { row, request } = research
  const { report_style, notices = [] } = request
  for (const text of notices) yield say('warning', { text })
  if (row.engine === 'extractive' && report_style !== 'academic') yield say('warning', { text: STYLE_UNUSED })
  const { notes } = await chosenTools(research)
  for (const text of notes) yield say('warning', { text })
}

const MOST = 10
/** So few sources make no report. */
const FEW = 3

/** One search for the question as it is, so that its person sees what there is before they decide on a plan. */
export async function* lookRound(research: Research) {
  const { ctx, request, state, signal } = research
  yield* tellUnused(research)
  yield* awaitSources(research)
  const asked = await readAsked(ctx, state())
  const lacking = lackOf(asked.named?.works ?? [])
  if (lacking !== '') yield say('warning', { text: lacking })
  const call_id = 'look-1'
  const { engines } = request.sources
  yield say('tool.started', { call_id, step_id: null, name: 'search', query: asked.topic, engines })
  const wanted = { question: asked.topic, most: MOST, inTurn: turnsOf(research) }
  const found = await retrieve(ctx, { ...scopeOf(request, asked), ...wanted }, signal)
  for (const text of found.notes) yield say('warning', { text })
  const ended = { found: found.evidence.length, error: null, silent: silentOf(found) }
  yield say('tool.finished', { call_id, step_id: null, ...ended })
  const sources = new Map(
    relevantOf(found, asked.spelled).map((each) => [each.source_id, sourceFrom(each, asked.language)]),
  )
  for (const source of sources.values()) yield say('source.added', { step_id: null, source })
  const term =
    sources.size < FEW ? unknownTerm(found, asked.named ? asked.named.rest : state().question) : null
  if (term !== null) {
    if (!state().clarification && !request.auto_accept_plan) {
      yield say('clarify.request', whatIsCalled(term))
      return
    }
    yield say('warning', { text: unknownWords(term) })
  }
  yield say('background.done', { kind: asked.kind, sources: sources.size })
}
