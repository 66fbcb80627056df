import { NO_MODEL_USED, type UnderstoodChip, type UnderstoodQuestion } from '@scinav/contract'
import type { Intent } from '../language/question/intent.ts'
import { readQuestion } from '../language/question/question.ts'
import type { Context } from '../platform/context/context.ts'
import { AnswerFault, type Retrieval, toPassageHit, unknownTerms } from '../retrieval/index.ts'
import { summaryEvents } from './answer-summary.ts'
import { composeAnswer, followUpQuestions } from './compose-answer.ts'
import type { AnswerFindings } from './extractive/find-among-papers.ts'
import { findAnswer } from './extractive/find-answer.ts'
import type { QuotedAnswer } from './extractive/quoted-answer.ts'
import { answerFromRecords, type RecordAnswer } from './extractive/record-answer.ts'
import { askWhichPaper } from './extractive/which-paper.ts'
import { interpretQuestion, narrowTask } from './interpret-task.ts'
import { needsModelText } from './talk.ts'
import { nothingFoundText, statusPart } from './task/notes.ts'
import type { AnswerPart, AnswerTask } from './task/task.ts'

/** For a task that is not grounded, such as a translation. */
const NEEDS_MODEL = '未配置模型：这项工作需要语言模型，请管理员在「语言模型」中添加。'

/**
 * Answers a question without a model, from bibliographic records or from quotes of the evidence, and says how directly
 * the answer fits. A question about a paper that it does not name is answered by asking which paper; a request to
 * rework the last answer is answered by a note that this needs a model.
 *
 * The parts of an ordinary answer are, in this order: what was understood, notes, the hits, the text with its citations,
 * what was understood again with how directly it was answered, and follow-up questions if there are any.
 *
 * @throws AnswerFault `provider_error` for a task that only a model can do.
 */
export async function* answerFromQuotes(
  ctx: Context,
  originalTask: AnswerTask,
  intent: Intent,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  const task = await narrowTask(ctx, originalTask)
  if (!task.grounded) throw new AnswerFault('provider_error', NEEDS_MODEL, false)
  const { language } = readQuestion(task.question)
  const clarification = intent === 'rework' ? needsModelText(language) : askWhichPaper(task)
  if (clarification !== null) return yield { event: 'delta', data: { text: clarification } }
  const { understood, request } = await interpretQuestion(ctx, task, intent)
  const fromRecords = await answerFromRecords(ctx, task, language)
  if (fromRecords) return yield* emitRecordAnswer(fromRecords, understood)
  const found = await findAnswer(ctx, request, task.history, signal)
  const interpreted = { ...understood, ...carriedTopic(found, understood.chips) }
  yield { event: 'understood', data: interpreted }
  for (const note of [...found.retrieval.notes, ...periodNotes(task, understood)]) yield statusPart(note)
  yield retrievalPart(found)
  const answers = await composeAnswer(ctx, task, intent, { found, request, parts: interpreted.parts, signal })
  const { byAspect, description, quoted } = answers
  const answer = byAspect ?? description ?? quoted
  yield statusPart(withoutModelNote(task, (answer?.citations ?? []).length > 0))
  yield* answer ? emitAnswer(answer) : emitNothingFound(found.retrieval)
  yield* summaryEvents(ctx, { found, request, answers, understood: interpreted })
  const questions = await followUpQuestions(ctx, task, found.retrieval, answers, signal)
  if (questions.length > 0) yield { event: 'suggestions', data: { questions } }
}

/** Notes that no model was used, and whether the answer consists of quotes or none were found. */
const withoutModelNote = ({ spares_model = false }: AnswerTask, hasQuotes: boolean): string =>
  `${spares_model ? NO_MODEL_USED : '未配置模型：'}${hasQuotes ? '以下内容由原文摘录组成，未作归纳推断' : '只能按词语查找原文，这里没有可以摘录的内容'}`

/** Emits an answer from bibliographic records, which needs no retrieval. */
function* emitRecordAnswer(answer: RecordAnswer, understood: UnderstoodQuestion): Generator<AnswerPart> {
  yield { event: 'understood', data: { ...understood, lead: 'answer' } }
  yield statusPart(`${NO_MODEL_USED}以下内容取自题录`)
  yield* emitAnswer(answer)
}

/**
 * Returns the query of a follow-up question and a chip with the topic taken from earlier questions; else
 * `{}`.
 */
function carriedTopic(
  { retrieval: { question, query } }: AnswerFindings,
  chips: UnderstoodChip[],
): Partial<UnderstoodQuestion> {
  if (query === question.query) return {}
  const questionWords = new Set(question.query.split(' '))
  const topic = query
    .split(' ')
    .filter((word) => !questionWords.has(word))
    .join(' ')
  const chip: UnderstoodChip = { kind: 'topic', value: topic, label: `承接上文：${topic}` }
  return { searched_as: query, chips: [...chips, chip] }
}

/** The most of an unreadable period that a note repeats, in UTF-16 units. */
const MAX_PERIOD_CHARS = 40

/** Returns a note when the period filled in could not be read as years. */
function periodNotes({ form = {}, without_chips = [] }: AnswerTask, { chips }: UnderstoodQuestion): string[] {
  const period = (form.period ?? '').trim()
  const isRead = [...chips.map(({ kind }) => kind), ...without_chips].some((each) => each.startsWith('year'))
  return period === '' || isRead
    ? []
    : [`没有读懂时间范围「${period.slice(0, MAX_PERIOD_CHARS)}」，没有按它筛选`]
}

function retrievalPart({ retrieval, evidence }: AnswerFindings): AnswerPart {
  const hits = evidence.map(toPassageHit)
  return { event: 'retrieval', data: { query: retrieval.query, hits } }
}

function* emitAnswer({ text, citations }: Pick<QuotedAnswer, 'text' | 'citations'>): Generator<AnswerPart> {
  yield { event: 'delta', data: { text } }
  for (const data of citations) yield { event: 'citation', data }
}

function* emitNothingFound({ question, query, concepts }: Retrieval): Generator<AnswerPart> {
  const unknown = unknownTerms(concepts, query)
  yield { event: 'delta', data: { text: nothingFoundText(question.language, [query], unknown) } }
}
