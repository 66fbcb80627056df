import type { UnderstoodChip, UnderstoodQuestion } from '@scinav/contract'
import { awaitFiles } from '../knowledge/passages/index.ts'
import { detectIntent, type Intent } from '../language/question/intent.ts'
import { type Question, readQuestion } from '../language/question/question.ts'
import type { Context } from '../platform/context/context.ts'
import {
  AnswerFault,
  type AnswerScope,
  filterRelevant,
  hasChosenTexts,
  type Retrieval,
  type RetrievalRequest,
  toAnswerFault,
  toPassageHit,
  unknownTerms,
} from '../retrieval/index.ts'
import { findAllResults } from './all-results.ts'
import { type AspectAnswer, answerByAspect, describeChosenPapers } from './extractive/aspects/answer-by-aspect.ts'
import { findAnsweredFollowUps } from './suggestions/answerable-questions.ts'
import { type AnswerFindings, findAnswer } from './extractive/find-answer.ts'
import { answerWithModel } from './grounded/model-answer.ts'
import { findNamedPapers } from '../retrieval/named-papers.ts'
import { type QuotedAnswer, quoteFindings } from './extractive/quoted-answer.ts'
import { answerFromRecords, type RecordAnswer } from './extractive/record-answer.ts'
import { withReviewTopic } from './review-topic.ts'
import { nothingFound } from './task/notes.ts'
import { isTalk, needsModelText, replyToTalk } from './talk.ts'
import type { AnswerPart, AnswerTask } from './task/task.ts'
import { understandForAnswer } from './task/understand.ts'
import { unmetNegations } from './task/unmet-negations.ts'
import { askWhichPaper } from './extractive/which-paper.ts'

/**
 * Answers a question from the library as a stream of parts. With a model it answers from the evidence found; without
 * one it composes the answer from quotes. Parts yielded before a failure stay valid.
 *
 * @throws AnswerFault on failure; the signal's reason when aborted.
 */
export async function* answer(
  ctx: Context,
  task: AnswerTask,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  signal.throwIfAborted()
  try {
    const intent = task.grounded ? detectIntent(task.question, task.history.length > 0) : 'question'
    const { model } = task
    if (!isTalk(intent)) yield* awaitAttachments(ctx, task, signal)
    if (isTalk(intent)) yield* replyToTalk(ctx, task, intent)
    else if (model) yield* answerWithModel(ctx, { ...task, model }, intent, signal)
    else yield* answerFromQuotes(ctx, withReviewTopic(await scopeToNamedPapers(ctx, task)), intent, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw toAnswerFault(error, 'internal')
  }
}

/** Waits until attached files are parsed and reports those that have no readable text. */
async function* awaitAttachments(
  ctx: Context,
  { scope }: AnswerTask,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  const { file_ids = [] } = scope
  if (file_ids.length === 0) return
  const unread = await awaitFiles(ctx, file_ids, signal)
  if (unread.length > 0) yield status(`这些附件还读不出文字，没有用于回答：${unread.join('、')}`)
}

/** Limits the scope to papers whose titles the question names, when nothing else was chosen. */
async function scopeToNamedPapers(ctx: Context, task: AnswerTask): Promise<AnswerTask> {
  const { question, history, scope } = task
  const isChosen = scope.paper_ids.length > 0 || hasChosenTexts(scope)
  if (isChosen || !task.grounded || task.layout === 'review') return task
  const named = await findNamedPapers(ctx, question, history.at(-1)?.question)
  return named.length === 0 ? task : { ...task, scope: { ...scope, paper_ids: named } }
}

const NEEDS_MODEL = '未配置模型：这项工作需要语言模型，请管理员在「语言模型」中添加。'
/** Notes that no model was used, and whether the answer consists of quotes or none were found. */
const withoutModelNote = ({ spares_model = false }: AnswerTask, hasQuotes: boolean): string =>
  `${spares_model ? '没有使用模型' : '未配置模型'}：${hasQuotes ? '以下内容由原文摘录组成，未作归纳推断' : '只能按词语查找原文，这里没有可以摘录的内容'}`
const MAX_EVIDENCE = 12
/** Evidence for a list: up to eight papers with up to three passages each. */
const MAX_LIST_EVIDENCE = 24

async function* answerFromQuotes(
  ctx: Context,
  task: AnswerTask,
  intent: Intent,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  if (!task.grounded) throw new AnswerFault('provider_error', NEEDS_MODEL, false)
  const back =
    intent === 'rework' ? needsModelText(readQuestion(task.question).language) : askWhichPaper(task)
  if (back !== null) return yield { event: 'delta', data: { text: back } }
  const { shown: understood, request } = await interpretQuestion(ctx, task, intent)
  const recorded = await answerFromRecords(ctx, task, readQuestion(task.question).language)
  if (recorded) return yield* emitRecordAnswer(recorded, understood)
  const found = await findAnswer(ctx, request, task.history, signal)
  const shown = { ...understood, ...carriedTopic(found, understood.chips) }
  yield { event: 'understood', data: shown }
  for (const note of [...found.retrieval.notes, ...periodNotes(task, understood)]) yield status(note)
  yield retrievalPart(found)
  const { laid, made, rest } = await renderAnswer(ctx, task, intent, {
    found,
    request,
    parts: shown.parts,
    signal,
  })
  const said = laid ?? rest ?? made
  yield status(withoutModelNote(task, (said?.citations ?? []).length > 0))
  yield* said ? emitAnswer(said) : emitNothingFound(found.retrieval)
  yield* summaryEvents(ctx, { found, request, made, laid: laid && aspectLead(laid), shown })
  const questions = await nextQuestions(
    ctx,
    found.retrieval.question,
    { aspects: laid ?? rest, made, scope: task.scope },
    signal,
  )
  if (questions.length > 0) yield { event: 'suggestions', data: { questions } }
}

interface AnswerOutcome {
  found: AnswerFindings
  request: RetrievalRequest
  made: QuotedAnswer | null
  /** Whether the answer was laid out by aspect, as the question asked, and how directly it answers; null for quotes. */
  laid: 'answer' | 'related' | null
  shown: UnderstoodQuestion
}

/**
 * Emits exclusions that could not be checked, how directly the question was answered, and the full result of a list.
 */
async function* summaryEvents(
  ctx: Context,
  { found, request, made, laid, shown }: AnswerOutcome,
): AsyncGenerator<AnswerPart> {
  const { retrieval } = found
  for (const text of made ? unmetNegations(request.negated ?? [], retrieval, made.cited) : [])
    yield status(text)
  const isList = made?.answered === true && !laid && retrieval.question.type === 'list'
  const results = isList
    ? await findAllResults(ctx, { query: retrieval.query, request }, citedPaperIds(made).size)
    : null
  yield { event: 'understood', data: { ...shown, lead: laid ?? quotedLead(made), results } }
}

const citedPaperIds = ({ citations }: QuotedAnswer) => new Set(citations.map(({ paper_id }) => paper_id))

/** Returns a note when the period filled in could not be read as years. */
function periodNotes({ form = {}, without_chips = [] }: AnswerTask, { chips }: UnderstoodQuestion): string[] {
  const period = (form.period ?? '').trim()
  const isRead = [...chips.map(({ kind }) => kind), ...without_chips].some((each) => each.startsWith('year'))
  return period === '' || isRead ? [] : [`没有读懂时间范围「${period.slice(0, 40)}」，没有按它筛选`]
}

interface RenderInput {
  found: AnswerFindings
  request: RetrievalRequest
  parts: string[]
  signal: AbortSignal
}

/**
 * Lays the findings out by aspect or as quotes. When papers were chosen that do not answer, describes these instead.
 */
async function renderAnswer(
  ctx: Context,
  task: AnswerTask,
  intent: Intent,
  { found, request, parts, signal }: RenderInput,
) {
  const form = intent === 'table' ? 'table' : 'list'
  const near = filterRelevant(found.retrieval.evidence, 'related', found.retrieval.scoped)
  const asked = { task, question: found.retrieval.question, evidence: found.direct ? near : [] }
  const laid = form === 'list' ? await answerByAspect(ctx, asked) : null
  if (laid) return { laid, made: null, rest: null }
  const made = await quoteFindings(ctx, request, found, { form, parts, signal })
  return { laid, made, rest: answersWithinScope(made, task) ? null : await describeChosenPapers(ctx, asked) }
}

/** Returns whether quotes answer or no papers were chosen; otherwise the chosen papers are described instead. */
const answersWithinScope = (made: QuotedAnswer | null, { scope }: AnswerTask) =>
  made?.answered === true || scope.paper_ids.length === 0

/** An abstract without the requested aspect is only related. */
const aspectLead = ({ told }: AspectAnswer) => (told ? 'answer' : 'related')

const quotedLead = (made: QuotedAnswer | null) => (made ? (made.direct ? 'answer' : 'related') : 'nothing')

function* emitAnswer({ text, citations }: Pick<QuotedAnswer, 'text' | 'citations'>): Generator<AnswerPart> {
  yield { event: 'delta', data: { text } }
  for (const data of citations) yield { event: 'citation', data }
}

/** Reads the question by rules and derives the retrieval request from it. */
async function interpretQuestion(ctx: Context, task: AnswerTask, intent: Intent) {
  const { question, earlier } = searchedQuestion(task, intent)
  const { without_chips = [], form = {} } = task
  const understood = await understandForAnswer(ctx, { question, without_chips, period: form.period ?? '' })
  const request: RetrievalRequest = {
    question: understood.text,
    earlier: understood.without_topic ? [] : earlier,
    constraints: understood.constraints,
    negated: understood.negated,
    scope: task.scope,
    embedding: task.embedding,
    rerank: task.rerank,
    words_rank: true,
    most: readQuestion(understood.text).type === 'list' ? MAX_LIST_EVIDENCE : MAX_EVIDENCE,
  }
  return { shown: understood.shown, request }
}

/** Returns the query of a follow-up question and a chip with the topic taken from earlier questions. */
function carriedTopic({ retrieval: { question, query } }: AnswerFindings, chips: UnderstoodChip[]) {
  if (query === question.query) return {}
  const own = new Set(question.query.split(' '))
  const topic = query
    .split(' ')
    .filter((word) => !own.has(word))
    .join(' ')
  const chip: UnderstoodChip = { kind: 'topic', value: topic, label: `承接上文：${topic}` }
  return { searched_as: query, chips: [...chips, chip] }
}

function retrievalPart({ retrieval, evidence }: AnswerFindings): AnswerPart {
  const hits = evidence.map(toPassageHit)
  return { event: 'retrieval', data: { query: retrieval.query, hits } }
}

/** Returns the question to search for; a request about the last answer searches for the question of that answer. */
function searchedQuestion({ question, history }: AnswerTask, intent: Intent) {
  const questions = [...history.map((turn) => turn.question), question]
  const at = intent === 'question' ? -1 : -2
  return { question: questions.at(at) ?? question, earlier: questions.slice(0, at) }
}

/** Emits an answer from bibliographic records, which needs no retrieval. */
function* emitRecordAnswer(recorded: RecordAnswer, shown: UnderstoodQuestion): Generator<AnswerPart> {
  yield { event: 'understood', data: { ...shown, lead: 'answer' } }
  yield status('没有使用模型：以下内容取自题录')
  yield* emitAnswer(recorded)
}

const status = (text: string): AnswerPart => ({ event: 'status', data: { text } })

function* emitNothingFound({ question, query, concepts }: Retrieval): Generator<AnswerPart> {
  const unknown = unknownTerms(concepts, query)
  yield { event: 'delta', data: { text: nothingFound(question.language, [query], unknown) } }
}

/**
 * Returns questions that may follow: those for further aspects of the papers, else follow-ups that quotes answer. Empty
 * when the answer cites nothing.
 */
async function nextQuestions(
  ctx: Context,
  { text, language }: Question,
  { aspects, made, scope }: { aspects: AspectAnswer | null; made: QuotedAnswer | null; scope: AnswerScope },
  signal: AbortSignal,
): Promise<string[]> {
  if (aspects && aspects.questions.length > 0) return aspects.questions
  const cited = aspects ? aspects.papers : (made?.cited ?? [])
  const works = [...new Map(cited.map(({ source_id, work }) => [source_id, work])).values()]
  return works.length === 0
    ? []
    : findAnsweredFollowUps(ctx, { question: text, works, language, scope }, signal)
}
