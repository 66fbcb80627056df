import { retrieve } from '../../answers/index.ts'
import { askedBack } from '../plan/ask-back.ts'
import { readAsked } from '../plan/read-asked.ts'
import type { Research } from '../research/research.ts'
import { say } from '../research/say.ts'
import { awaitSources } from './await-files.ts'
import { relevantOf } from './relevant.ts'
import { scopeOf } from './scope.ts'
import { sourceFrom } from './source.ts'

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
  const open = askedBack(research.state().question)
  if (open) yield say('clarify.request', open)
  else yield* lookRound(research)
}

const UNUSED = {
  style: '没有使用模型，文体只作记录，没有改写原文',
  tools: '深度研究目前不调用 MCP 工具，选择的工具没有使用',
}

/** What was asked for and is not done. */
function* tellUnused({ row, request }: Research) {
  const { report_style, mcp_ids, notices = [] } = request
  for (const text of notices) yield say('warning', { text })
  if (row.engine === 'extractive' && report_style !== 'academic') yield say('warning', { text: UNUSED.style })
  if (mcp_ids.length > 0) yield say('warning', { text: UNUSED.tools })
}

const MOST = 10

/** One search for the question as it is, so that its person sees what there is before they decide on a plan. */
export async function* lookRound(research: Research) {
  const { ctx, request, state, signal } = research
  yield* tellUnused(research)
  yield* awaitSources(research)
  const asked = await readAsked(ctx, state())
  const call_id = 'look-1'
  const { engines } = request.sources
  yield say('tool.started', { call_id, step_id: null, name: 'search', query: asked.topic, engines })
  const found = await retrieve(ctx, { ...scopeOf(request, asked), question: asked.topic, most: MOST }, signal)
  for (const text of found.notes) yield say('warning', { text })
  yield say('tool.finished', { call_id, step_id: null, found: found.evidence.length, error: null })
  const sources = new Map(
    relevantOf(found, state().question).map((each) => [each.source_id, sourceFrom(each)]),
  )
  for (const source of sources.values()) yield say('source.added', { step_id: null, source })
  yield say('background.done', { kind: asked.kind, sources: sources.size })
}
