import { NO_MODEL_USED, type UnderstoodChip, type UnderstoodQuestion } from '@scinav/contract'
import { NO_CONSTRAINTS } from '../language/question/constraints.ts'
import type { Intent } from '../language/question/intent.ts'
import { reviewSubject } from '../language/question/list-request.ts'
import { readQuestion } from '../language/question/question.ts'
import type { Context } from '../platform/context/context.ts'
import {
  AnswerFault,
  filterRelevant,
  findNamedPapers,
  hasChosenTexts,
  type Retrieval,
  type RetrievalRequest,
  toPassageHit,
  unknownTerms,
} from '../retrieval/index.ts'
import {
  type AspectAnswer,
  answerByAspect,
  describeChosenPapers,
} from './extractive/aspects/answer-by-aspect.ts'
import { reviewTopic } from './extractive/aspects/aspect-request.ts'
import { type AnswerFindings, findAnswer } from './extractive/find-answer.ts'
import { type QuotedAnswer, quoteFindings } from './extractive/quoted-answer.ts'
import { answerFromRecords, type RecordAnswer } from './extractive/record-answer.ts'
import { askWhichPaper } from './extractive/which-paper.ts'
import { findAnsweredFollowUps } from './suggestions/answerable-questions.ts'
import { needsModelText } from './talk.ts'
import { nothingFoundText, statusPart, unmetNegations } from './task/notes.ts'
import type { AnswerPart, AnswerTask } from './task/task.ts'
import { searchedQuestion, understandForAnswer } from './task/understand.ts'

/** For a task that is not grounded, such as a translation. */
const NEEDS_MODEL = '未配置模型：这项工作需要语言模型，请管理员在「语言模型」中添加。'
/** Notes that no model was used, and whether the answer consists of quotes or none were found. */
const withoutModelNote = ({ spares_model = false }: AnswerTask, hasQuotes: boolean): string =>
  `${spares_model ? NO_MODEL_USED : '未配置模型：'}${hasQuotes ? '以下内容由原文摘录组成，未作归纳推断' : '只能按词语查找原文，这里没有可以摘录的内容'}`
/** The most passages of evidence for one answer. */
const MAX_EVIDENCE = 12
/** Evidence for a list: up to eight papers with up to three passages each. */
const MAX_LIST_EVIDENCE = 24
/** The most of an unreadable period that a note repeats, in UTF-16 units. */
const MAX_PERIOD_CHARS = 40

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

/** Limits a task to the papers that its question names and, for a review, to its topic. */
export const narrowTask = async (ctx: Context, task: AnswerTask): Promise<AnswerTask> =>
  withReviewTopic(await scopeToNamedPapers(ctx, task))

/** Limits the scope to papers whose titles the question names, when nothing else was chosen. */
async function scopeToNamedPapers(ctx: Context, task: AnswerTask): Promise<AnswerTask> {
  const { question, history, scope } = task
  const isChosen = scope.paper_ids.length > 0 || hasChosenTexts(scope)
  if (isChosen || !task.grounded || task.layout === 'review') return task
  const named = await findNamedPapers(ctx, question, history.at(-1)?.question)
  return named.length === 0 ? task : { ...task, scope: { ...scope, paper_ids: named } }
}

/** Reduces a request for a review, by its application or in the question, to the topic to search for. */
function withReviewTopic(task: AnswerTask): AnswerTask {
  const { layout = 'quotes', question } = task
  if (layout === 'review') return { ...task, question: reviewTopic(question) }
  const subject = layout === 'quotes' ? reviewSubject(question) : null
  return subject ? { ...task, layout: 'review', question: subject } : task
}

/**
 * Reads the question by rules and derives the retrieval request from it; `understood` is shown to the user.
 */
export async function interpretQuestion(
  ctx: Context,
  task: AnswerTask,
  intent: Intent,
): Promise<{ understood: UnderstoodQuestion; request: RetrievalRequest }> {
  const { question, earlier } = searchedQuestion(task, intent)
  const { without_chips = [], form = {} } = task
  const read = await understandForAnswer(ctx, { question, without_chips, period: form.period ?? '' })
  const request: RetrievalRequest = {
    question: read.text,
    earlier: read.without_topic ? [] : earlier,
    constraints: read.constraints,
    negated: read.negated,
    scope: task.scope,
    embedding: task.embedding,
    rerank: task.rerank,
    words_rank: true,
    most: readQuestion(read.text).type === 'list' ? MAX_LIST_EVIDENCE : MAX_EVIDENCE,
  }
  return { understood: read.shown, request }
}

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

/** The forms that an answer may take; at most one of `byAspect` and `description` is set. */
interface ComposedAnswers {
  /** The papers laid out by aspect, because the question or the application asks for it; replaces quotes. */
  byAspect: AspectAnswer | null
  /** Quotes; null when nothing can be quoted. */
  quoted: QuotedAnswer | null
  /** The chosen papers by aspect, because the quotes from them do not answer; shown instead of the quotes. */
  description: AspectAnswer | null
}

interface ComposeOptions {
  found: AnswerFindings
  request: RetrievalRequest
  parts: string[]
  signal: AbortSignal
}

/** Lays the findings out by aspect or as quotes. When papers were chosen that do not answer, describes these instead. */
async function composeAnswer(
  ctx: Context,
  task: AnswerTask,
  intent: Intent,
  { found, request, parts, signal }: ComposeOptions,
): Promise<ComposedAnswers> {
  const form = intent === 'table' ? 'table' : 'list'
  const { question, evidence, scoped } = found.retrieval
  const related = filterRelevant(evidence, 'related', scoped)
  const aspectRequest = { task, question, evidence: found.direct ? related : [] }
  const byAspect = form === 'list' ? await answerByAspect(ctx, aspectRequest) : null
  if (byAspect) return { byAspect, quoted: null, description: null }
  const quoted = await quoteFindings(ctx, request, found, { form, parts, signal })
  const isAnswered = quoted?.answered === true || task.scope.paper_ids.length === 0
  return { byAspect, quoted, description: isAnswered ? null : await describeChosenPapers(ctx, aspectRequest) }
}

function* emitAnswer({ text, citations }: Pick<QuotedAnswer, 'text' | 'citations'>): Generator<AnswerPart> {
  yield { event: 'delta', data: { text } }
  for (const data of citations) yield { event: 'citation', data }
}

function* emitNothingFound({ question, query, concepts }: Retrieval): Generator<AnswerPart> {
  const unknown = unknownTerms(concepts, query)
  yield { event: 'delta', data: { text: nothingFoundText(question.language, [query], unknown) } }
}

interface AnswerSummary {
  found: AnswerFindings
  request: RetrievalRequest
  answers: ComposedAnswers
  understood: UnderstoodQuestion
}

/**
 * Emits exclusions that could not be checked, how directly the question was answered, and the full result of a list.
 */
async function* summaryEvents(
  ctx: Context,
  { found, request, answers: { byAspect, quoted }, understood }: AnswerSummary,
): AsyncGenerator<AnswerPart> {
  const { retrieval } = found
  for (const text of quoted ? unmetNegations(request.negated ?? [], retrieval, quoted.cited) : [])
    yield statusPart(text)
  const isList = quoted?.answered === true && !byAspect && retrieval.question.type === 'list'
  const results = isList
    ? await findAllResults(ctx, { query: retrieval.query, request }, citedPaperIds(quoted).size)
    : null
  const lead = byAspect ? aspectLead(byAspect) : quotedLead(quoted)
  yield { event: 'understood', data: { ...understood, lead, results } }
}

/** An abstract without the requested aspect is only related. */
const aspectLead = ({ stated }: AspectAnswer) => (stated ? 'answer' : 'related')

const quotedLead = (quoted: QuotedAnswer | null) =>
  quoted ? (quoted.direct ? 'answer' : 'related') : 'nothing'

const citedPaperIds = ({ citations }: QuotedAnswer) => new Set(citations.map(({ paper_id }) => paper_id))

/**
 * Counts all papers that a list question asks for, as the search page finds them with the same query and filters.
 * Returns null when that page cannot show them: for chosen papers, external engines only, or exclusions.
 *
 * @param namedPapers the number of papers that the answer names.
 */
async function findAllResults(
  ctx: Pick<Context, 'library'>,
  { query, request }: { query: string; request: Pick<RetrievalRequest, 'scope' | 'constraints' | 'negated'> },
  namedPapers: number,
): Promise<UnderstoodQuestion['results']> {
  const { scope, constraints = NO_CONSTRAINTS, negated = [] } = request
  const inLibrary = scope.engines.length === 0 || scope.engines.includes('local')
  const searchesLibrary = inLibrary && scope.paper_ids.length === 0 && scope.dataset_id === null
  if (!searchesLibrary || negated.length > 0) return null
  const { year_from, year_to, author, source, resource_type } = constraints
  const filters = {
    ...(year_from !== undefined && { year_from }),
    ...(year_to !== undefined && { year_to }),
    ...(author.length > 0 && { author }),
    ...(source.length > 0 && { source }),
    ...(resource_type.length > 0 && { resource_type }),
  }
  const index = await ctx.library.current()
  // Only the total is needed.
  const { total } = await index.search({ query, filters, size: 0 })
  return { total, shown: namedPapers, query, filters }
}

/**
 * Returns questions that may follow: those for further aspects of the papers, else follow-ups that quotes answer. Empty
 * when the answer cites nothing.
 */
async function followUpQuestions(
  ctx: Context,
  { scope }: AnswerTask,
  { question: { text, language } }: Retrieval,
  { byAspect, description, quoted }: ComposedAnswers,
  signal: AbortSignal,
): Promise<string[]> {
  const aspects = byAspect ?? description
  if (aspects && aspects.questions.length > 0) return aspects.questions
  const cited = aspects ? aspects.papers : (quoted?.cited ?? [])
  const works = [...new Map(cited.map(({ source_id, work }) => [source_id, work])).values()]
  return works.length === 0
    ? []
    : findAnsweredFollowUps(ctx, { question: text, works, language, scope }, signal)
}
