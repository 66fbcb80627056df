import type { Context } from '../context/context.ts'
import type { ChatModel } from '../providers/models/port.ts'
import { answerableQuestions } from './answerable.ts'
import { relevant } from './evidence.ts'
import { extract } from './extractive.ts'
import { AnswerFault, answerFaultOf } from './fault.ts'
import { followUps } from './follow-ups.ts'
import { askModel } from './grounded.ts'
import { judged, remembering, type Spoken } from './judge.ts'
import { nothingFound } from './nothing-found.ts'
import { type Evidence, type Retrieval, retrieve } from './retrieve.ts'
import { isTalk, needsModel, talkBack } from './talk.ts'
import type { AnswerPart, AnswerTask } from './task.ts'
import { type Intent, intentOf, type Talk } from './understanding/intent.ts'
import { readQuestion } from './understanding/question.ts'
import { understand } from './understanding/understand.ts'

/**
 * Answers a question from the library: part by part, as it is made. With a model it answers from the evidence found,
 * without one the answer is made of quotes. What was yielded before a fault stays said.
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
    const intent = task.grounded ? intentOf(task.question, task.history.length > 0) : 'question'
    const { model } = task
    if (isTalk(intent)) yield* talk(ctx, task, intent)
    else if (model) yield* withModel(ctx, { ...task, model }, intent, signal)
    else yield* withoutModel(ctx, task, intent, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw answerFaultOf(error, 'internal')
  }
}

const NEEDS_MODEL = '未配置模型：这项工作需要语言模型，请管理员在“语言模型”中添加。'
const NO_MODEL = '未配置模型：以下内容由原文摘录组成，未作归纳推断'
const CLOSED = '这个知识库不允许把内容发送给外部模型，请改用本地模型，或选择不使用模型。'
const GENERAL = '未找到相关文献：以下由模型凭通用知识回答，请核实'
const MOST_EVIDENCE = 12

async function* withoutModel(
  ctx: Context,
  task: AnswerTask,
  intent: Intent,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  if (!task.grounded) throw new AnswerFault('provider_error', NEEDS_MODEL, false)
  if (intent === 'rework')
    return yield { event: 'delta', data: { text: needsModel(readQuestion(task.question).language) } }
  yield status(NO_MODEL)
  const found = yield* search(ctx, task, intent, signal)
  const { question, concepts } = found.retrieval
  const form = intent === 'table' ? 'table' : 'list'
  const made = extract(found.evidence, concepts, question, { form, direct: found.direct })
  if (!made) return yield* refuse(found.retrieval)
  yield { event: 'delta', data: { text: made.text } }
  for (const data of made.citations) yield { event: 'citation', data }
  const cited = new Set(made.citations.map(({ passage_id }) => passage_id))
  yield suggestions(
    found.retrieval,
    found.evidence.filter(({ passage }) => cited.has(passage.passage_id)),
  )
}

async function* withModel(
  ctx: Context,
  task: AnswerTask & { model: ChatModel },
  intent: Intent,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  const nonce = ctx.newId().slice(-10)
  if (!task.grounded) return yield* askModel(task, { evidence: [], concepts: [], nonce }, signal)
  const { retrieval, evidence } = yield* search(ctx, task, intent, signal)
  if (retrieval.closed && task.model.external) throw new AnswerFault('provider_error', CLOSED, false)
  if (evidence.length === 0 && !task.general_knowledge && task.tools.length === 0)
    return yield* refuse(retrieval)
  if (evidence.length === 0 && task.general_knowledge) yield status(GENERAL)
  const spoken: Spoken = { text: '', citations: [] }
  yield* remembering(askModel(task, { evidence, concepts: retrieval.concepts, nonce }, signal), spoken)
  if (evidence.length > 0) yield suggestions(retrieval, evidence)
  if (ctx.config.AI_CITATION_CHECK === 'model') yield* secondLook(ctx, task.model, { spoken, nonce }, signal)
}

/** What words could not decide, decided by the model; where it fails, what the words said stands. */
async function* secondLook(
  ctx: Context,
  model: ChatModel,
  { spoken, nonce }: { spoken: Spoken; nonce: string },
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  try {
    for (const data of await judged(model, spoken, nonce, signal)) yield { event: 'citation', data }
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error }, 'citations stay as the rules have checked them')
  }
}

interface Found {
  retrieval: Retrieval
  /** What is about the question. */
  evidence: Evidence[]
  /** Whether it may answer it, or is only near it. */
  direct: boolean
}

/** What is asked of the last answer is looked for as that was. */
function askedOf({ question, history }: AnswerTask, intent: Intent) {
  const questions = [...history.map((turn) => turn.question), question]
  const at = intent === 'question' ? -1 : -2
  return { question: questions.at(at) ?? question, earlier: questions.slice(0, at) }
}

async function* search(
  ctx: Context,
  task: AnswerTask,
  intent: Intent,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, Found> {
  const { question, earlier } = askedOf(task, intent)
  const understood = await understand(ctx, { question, without_chips: task.without_chips ?? [] })
  const retrieval = await retrieve(
    ctx,
    {
      question: understood.text,
      earlier,
      constraints: understood.constraints,
      scope: task.scope,
      embedding: task.embedding,
      rerank: task.rerank,
      most: MOST_EVIDENCE,
    },
    signal,
  )
  yield { event: 'understood', data: understood.shown }
  for (const note of retrieval.notes) yield status(note)
  const telling = relevant(retrieval.evidence, task.model ? 'model' : 'quotes', retrieval.scoped)
  const direct = telling.length > 0
  // Without a model what is only near the question is shown as that; papers that were chosen always are.
  const chosen = task.scope.paper_ids.length > 0
  const evidence = direct || task.model ? telling : relevant(retrieval.evidence, 'related', chosen)
  const hits = evidence.map(({ passage, paper_id, engine, score }) => ({
    passage_id: passage.passage_id,
    paper_id,
    document_id: null,
    title: passage.heading,
    engine,
    score,
  }))
  yield { event: 'retrieval', data: { query: retrieval.query, hits } }
  return { retrieval, evidence, direct }
}

/** Words to the assistant are answered at once, with questions that this library can answer. */
async function* talk(ctx: Context, task: AnswerTask, kind: Talk): AsyncGenerator<AnswerPart> {
  const { language } = readQuestion(task.question)
  const questions = kind === 'thanks' ? [] : await answerableQuestions(ctx, language)
  const model = task.model?.name ?? null
  yield { event: 'delta', data: { text: talkBack(kind, language, model) } }
  if (questions.length > 0) yield { event: 'suggestions', data: { questions } }
}

const status = (text: string): AnswerPart => ({ event: 'status', data: { text } })

function* refuse({ question, query }: Retrieval): Generator<AnswerPart> {
  yield { event: 'delta', data: { text: nothingFound(question.language, [query]) } }
}

function suggestions({ question }: Retrieval, evidence: Evidence[]): AnswerPart {
  const works = new Map(evidence.map(({ source_id, work }) => [source_id, work]))
  return {
    event: 'suggestions',
    data: { questions: followUps(question.text, [...works.values()], question.language) },
  }
}
