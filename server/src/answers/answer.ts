import type { Context } from '../context/context.ts'
import { answerableQuestions } from './answerable.ts'
import { answerByAspect, type ByAspect, instead } from './aspects/answer-by-aspect.ts'
import { topicOf } from './aspects/asked.ts'
import { relevant } from './evidence.ts'
import { extract } from './extractive.ts'
import { AnswerFault, answerFaultOf } from './fault.ts'
import { followUps } from './follow-ups.ts'
import { answerWithModel } from './model-answer.ts'
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
    else if (model) yield* answerWithModel(ctx, { ...task, model }, intent, signal)
    else yield* withoutModel(ctx, aboutTopic(task), intent, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw answerFaultOf(error, 'internal')
  }
}

/** A review is looked for by what it is of. */
const aboutTopic = (task: AnswerTask): AnswerTask =>
  task.layout === 'review' ? { ...task, question: topicOf(task.question) } : task

const NEEDS_MODEL = '未配置模型：这项工作需要语言模型，请管理员在“语言模型”中添加。'
const NO_MODEL = '未配置模型：以下内容由原文摘录组成，未作归纳推断'
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
  const near = relevant(found.retrieval.evidence, 'related', found.retrieval.scoped)
  const asked = { task, question, evidence: found.direct ? near : [] }
  const laid = form === 'list' ? await answerByAspect(ctx, asked) : null
  if (laid) return yield* sayByAspect(laid, found.retrieval)
  const made = extract(found.evidence, concepts, question, { form, direct: found.direct })
  const rest = made?.answered || task.scope.paper_ids.length === 0 ? null : await instead(ctx, asked)
  if (rest) return yield* sayByAspect(rest, found.retrieval)
  if (!made) return yield* refuse(found.retrieval)
  yield { event: 'delta', data: { text: made.text } }
  for (const data of made.citations) yield { event: 'citation', data }
  const cited = new Set(made.citations.map(({ passage_id }) => passage_id))
  yield suggestions(
    found.retrieval,
    found.evidence.filter(({ passage }) => cited.has(passage.passage_id)),
  )
}

function* sayByAspect(laid: ByAspect, retrieval: Retrieval): Generator<AnswerPart> {
  yield { event: 'delta', data: { text: laid.text } }
  for (const data of laid.citations) yield { event: 'citation', data }
  if (laid.questions.length > 0) yield { event: 'suggestions', data: { questions: laid.questions } }
  else yield suggestions(retrieval, laid.papers)
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
  const telling = relevant(retrieval.evidence, 'quotes', retrieval.scoped)
  const direct = telling.length > 0
  // What is only near the question is shown as that; papers that were chosen always are.
  const chosen = task.scope.paper_ids.length > 0
  const evidence = direct ? telling : relevant(retrieval.evidence, 'related', chosen)
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

function suggestions({ question }: Retrieval, evidence: Pick<Evidence, 'source_id' | 'work'>[]): AnswerPart {
  const works = new Map(evidence.map(({ source_id, work }) => [source_id, work]))
  return {
    event: 'suggestions',
    data: { questions: followUps(question.text, [...works.values()], question.language) },
  }
}
