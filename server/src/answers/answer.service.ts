import type { Context } from '../context.ts'
import { relevant } from './evidence.ts'
import { extract } from './extractive.ts'
import { AnswerFault, answerFaultOf } from './fault.ts'
import { nothingFound } from './nothing-found.ts'
import { type Retrieval, retrieve } from './retrieve.service.ts'
import type { AnswerPart, AnswerTask } from './task.ts'

export { AnswerFault } from './fault.ts'
export type { AnswerPart, AnswerScope, AnswerTask, AnswerTool } from './task.ts'

/**
 * Answers a question from the library: part by part, as it is made. What was yielded before a fault stays said.
 *
 * @throws AnswerFault; the signal's reason when it was stopped.
 */
export async function* answer(
  ctx: Context,
  task: AnswerTask,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  signal.throwIfAborted()
  try {
    yield* parts(ctx, task, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw answerFaultOf(error, 'internal')
  }
}

const NEEDS_MODEL =
  '这项工作需要语言模型，当前没有配置。请管理员在“模型管理”中添加模型，或设置 AI_BASE_URL、AI_API_KEY 和 AI_MODEL 后重试。'
const NO_MODEL = '未配置模型：以下内容由原文摘录组成，未作归纳推断'
const MOST_EVIDENCE = 12

async function* parts(ctx: Context, task: AnswerTask, signal: AbortSignal): AsyncGenerator<AnswerPart> {
  if (!task.model && !task.grounded) throw new AnswerFault('provider_error', NEEDS_MODEL, false)
  if (!task.model) yield { event: 'status', data: { text: NO_MODEL } }
  const found = await retrieve(
    ctx,
    {
      question: task.question,
      earlier: task.history.at(-1)?.question ?? '',
      scope: task.scope,
      embedding: task.embedding,
      rerank: task.rerank,
      most: MOST_EVIDENCE,
    },
    signal,
  )
  yield retrievalPart(found)
  yield* quotes(found)
}

function retrievalPart({ query, evidence }: Retrieval): AnswerPart {
  const hits = evidence.map(({ passage, paper_id, score }) => ({
    passage_id: passage.passage_id,
    paper_id,
    document_id: null,
    title: passage.heading,
    engine: 'local',
    score,
  }))
  return { event: 'retrieval', data: { query, hits } }
}

function* quotes(found: Retrieval): Generator<AnswerPart> {
  const { units, question } = found
  const made = extract(relevant(found.evidence), units, question.language)
  if (!made) {
    yield { event: 'delta', data: { text: nothingFound(question.language, [found.query]) } }
    return
  }
  yield { event: 'delta', data: { text: made.text } }
  for (const data of made.citations) yield { event: 'citation', data }
}
