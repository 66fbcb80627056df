import type { UnderstoodQuestion } from '@scinav/contract'
import { phrasePattern } from '../../language/phrases.ts'
import type { Intent } from '../../language/question/intent.ts'
import { readQuestion } from '../../language/question/question.ts'
import { findPaperTitles } from '../../library/papers/index.ts'
import { noUsage, type TokenUsage } from '../../models/prompts/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import {
  AnswerFault,
  type Evidence,
  type Retrieval,
  resolveEvidenceScope,
  toPassageHit,
} from '../../retrieval/index.ts'
import { findAnsweredFollowUps } from '../suggestions/answerable-questions.ts'
import { nothingFound, statusPart, unmetNegations } from '../task/notes.ts'
import type { AnswerPart, AnswerTask } from '../task/task.ts'
import { searchedQuestion, understandForAnswer } from '../task/understand.ts'
import {
  type AnswerDraft,
  citedClaims,
  judgeCitations,
  recordAnswerParts,
} from '../verification/judge-citations.ts'
import { reviseClaims } from '../verification/revise-claims.ts'
import { askModel } from './ask-model.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { directPassages } from './direct-evidence.ts'
import { type EarlierEvidence, findEarlierEvidence, NO_EARLIER_EVIDENCE } from './earlier-evidence.ts'
import { makePlan, type Plan } from './plan.ts'
import { addPlan, type PlannedSearch, type SearchedQuestion, searchQuestion } from './planned-search.ts'
import { DEFAULT_PROMPT_OPTIONS, type PromptOptions } from './prompt.ts'

type ModelAnswerTask = AnswerTask & { model: ChatModel }

/** Answers a task from quotes. */
type AnswerWithoutModel = (task: AnswerTask) => AsyncGenerator<AnswerPart>

/** The state of one answer in progress. */
interface AnswerRun {
  ctx: Context
  task: ModelAnswerTask
  nonce: string
  usage: TokenUsage
  signal: AbortSignal
  /** Why the last step of the model failed, when the reader may be told; set and reset by `tryOrNull`. */
  reason: string | null
}

const EXTERNAL_MODEL_FORBIDDEN =
  '这个知识库不允许把内容发送给外部模型，请改用本地模型，或选择不使用模型；知识库的管理者可以在「更多操作」里打开「外部模型」。'
const GENERAL_KNOWLEDGE_NOTE = '未找到相关文献：以下由模型凭通用知识回答，请核实'
const NO_PLAN_NOTE = '模型没有给出可用的检索计划，已按规则检索'
const NO_CHOICE_NOTE = '模型没有挑选证据，已按检索次序选用'
const NO_RERANK_NOTE = '重排序暂不可用，已按检索次序'
const RULES_NOTE = '这一步没有用模型'
const MAX_EVIDENCE = 12
/**
 * The further passages added to earlier evidence that the plan calls sufficient, or that a follow-up continues from.
 */
const MAX_SUPPLEMENTARY_EVIDENCE = 4

/**
 * Answers with a model in steps: it plans searches, chooses evidence, answers from it, and revises once what its
 * sources do not support. A step of the model that fails is skipped; where it is the answer, quotes take its place.
 *
 * @throws AnswerFault, ModelFault; the signal's reason when aborted.
 */
export async function* answerWithModel(
  ctx: Context,
  task: ModelAnswerTask,
  { intent, answerWithoutModel }: { intent: Intent; answerWithoutModel: AnswerWithoutModel },
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  const run: AnswerRun = {
    ctx,
    task,
    nonce: ctx.newId().slice(-10),
    usage: noUsage(),
    signal,
    reason: null,
  }
  if (!task.grounded) return yield* writeUngrounded(run)
  await requireExternalModelAllowed(run)
  const { question, earlier: before } = searchedQuestion(task, intent)
  const { text, constraints, negated, shown } = await understandForAnswer(ctx, {
    question,
    without_chips: task.without_chips ?? [],
  })
  const asked = { question: text, earlier: before, constraints, negated }
  const { plan, retrieval } = yield* planAndSearch(run, asked, intent === 'question')
  yield { event: 'understood', data: understoodWithPlan(shown, plan) }
  const search = await addPlan(ctx, task, { asked, retrieval, plan }, signal)
  for (const note of search.retrieval.notes) yield statusPart(note)
  const earlier = await findEarlierEvidence(ctx, task.history, search.retrieval.concepts)
  const evidence = yield* selectEvidence(run, search, { plan, earlier, intent })
  yield retrievalPart(search, evidence)
  if (evidence.length > 0)
    for (const note of unmetNegations(negated, search.retrieval, evidence)) yield statusPart(note)
  const needs_no_evidence = needsNoEvidence(intent, plan, evidence)
  if (evidence.length === 0 && !needs_no_evidence && !task.general_knowledge && task.tools.length === 0)
    return yield {
      event: 'delta',
      data: { text: nothingFound(search.retrieval.question.language, search.queries) },
    }
  if (evidence.length === 0 && task.general_knowledge && !needs_no_evidence)
    yield statusPart(GENERAL_KNOWLEDGE_NOTE)
  const options = promptOptions(task, plan, search, needs_no_evidence)
  const { draft, fault } = yield* tryToWrite(run, { evidence, earlier, options, search })
  if (fault !== null) {
    yield* replaceDraft({ draft, fault })
    yield* answerWithoutModel({ ...task, model: null, rerank: null, spares_model: true })
    return yield { event: 'usage', data: run.usage }
  }
  if (evidence.length > 0) yield await suggestionsPart(run, search, evidence)
  yield* checkAnswer(run, draft, [...evidence, ...earlier.evidence], search)
}

/** Refuses the question when a dataset of its scope must not be sent to an external model or to tools. */
async function requireExternalModelAllowed({ ctx, task }: AnswerRun): Promise<void> {
  if (!task.model.external && task.tools.length === 0) return
  if ((await resolveEvidenceScope(ctx, task.scope, true)).closed)
    throw new AnswerFault('provider_error', EXTERNAL_MODEL_FORBIDDEN, false)
}

/** How long a plan is waited for when the question itself has found direct evidence. */
const DIRECT_PLAN_WAIT_MS = 8_000

/**
 * Asks for a plan while it searches for the question itself. A plan that takes longer than `DIRECT_PLAN_WAIT_MS` is
 * given up when the search has found direct evidence.
 *
 * @throws the errors of `retrieve`.
 */
async function* planAndSearch(
  run: AnswerRun,
  asked: SearchedQuestion,
  isPlanned: boolean,
): AsyncGenerator<AnswerPart, { plan: Plan | null; retrieval: Retrieval }> {
  const { ctx, task, signal } = run
  const giveUp = new AbortController()
  const searching = searchQuestion(ctx, task, asked, signal)
  const planning = isPlanned ? requestPlan(run, AbortSignal.any([signal, giveUp.signal])) : null
  const timer = setTimeout(async () => {
    const found = await searching.catch(() => null)
    if (found && directPassages(found).size > 0) giveUp.abort(new DOMException('too late', 'TimeoutError'))
  }, DIRECT_PLAN_WAIT_MS)
  try {
    const [retrieval, plan] = await Promise.all([searching, planning])
    if (isPlanned && !plan) yield statusPart(fallbackNote(run, NO_PLAN_NOTE, '已按规则检索'))
    return { plan, retrieval }
  } finally {
    clearTimeout(timer)
    giveUp.abort()
  }
}

async function requestPlan(run: AnswerRun, signal: AbortSignal): Promise<Plan | null> {
  const { ctx, task, nonce, usage } = run
  const titles = await findPaperTitles(ctx, task.scope.paper_ids)
  const asked = { task, chosen: [...titles.values()], now: ctx.now(), nonce }
  return tryOrNull(run, () => makePlan(task.model, asked, { signal, usage }))
}

/** Runs a step whose failure is logged and skipped; a lasting fault of the model reappears in the answer itself. */
async function tryOrNull<T>(run: AnswerRun, work: () => Promise<T | null>): Promise<T | null> {
  const { ctx, signal } = run
  run.reason = null
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ModelFault) run.reason = error.message.replace(/。$/, '')
    ctx.log.warn({ err: error }, 'an answer goes on without a step of its model')
    return null
  }
}

/** Returns the note on a skipped step, with the reason when it is known, such as an exhausted quota. */
const fallbackNote = ({ reason }: AnswerRun, unknown: string, instead: string): string =>
  reason === null ? unknown : `${RULES_NOTE}（${reason}），${instead}`

async function* selectEvidence(
  run: AnswerRun,
  search: PlannedSearch,
  { plan, earlier, intent }: { plan: Plan | null; earlier: EarlierEvidence; intent: Intent },
): AsyncGenerator<AnswerPart, Evidence[]> {
  const { task, nonce, usage, signal } = run
  const last = earlier.evidence.filter(({ passage }) => earlier.last.has(passage.passage_id))
  if (intent !== 'question' && last.length > 0) return last
  if (plan?.enough && last.length > 0)
    return distinctPassages([...last, ...search.own.slice(0, MAX_SUPPLEMENTARY_EVIDENCE)])
  const { candidates } = search
  const question = plan?.question ?? task.question
  const { concepts } = search.retrieval
  const isClear = !task.rerank && isClearlyEnough(search, plan)
  const chosen = isClear
    ? candidates.slice(0, MAX_EVIDENCE)
    : await tryOrNull(run, () =>
        chooseEvidence(task, { question, concepts, candidates, nonce }, { signal, usage }),
      )
  if (!chosen && task.rerank && candidates.length > 1)
    yield statusPart(fallbackNote(run, NO_RERANK_NOTE, '已按检索次序'))
  else if (!chosen && candidates.length > MAX_EVIDENCE)
    yield statusPart(fallbackNote(run, NO_CHOICE_NOTE, '已按检索次序选用'))
  return continueFrom(task, plan, chosen ?? candidates.slice(0, MAX_EVIDENCE), last)
}

/** Questions that one sentence can answer, and whose sentence the rules can tell by its kind of content. */
const ONE_SENTENCE_TYPES: ReadonlySet<string> = new Set(['number', 'year', 'definition', 'cause'])

/** Questions that ask for many sources. */
const WIDE_TYPES: ReadonlySet<string> = new Set(['list', 'comparison'])
/** Searches with different words that have to agree. */
const MIN_AGREEING_SEARCHES = 2

/**
 * Returns whether the search alone has settled what to answer from, so that no judge is needed. It has when the question
 * asks for one thing, and about the source that all searches together rank first, either
 *
 * - at least half of the searches, and at least two, rank it first, or
 * - one sentence can answer the question, and that passage has a sentence of the kind asked for.
 */
function isClearlyEnough({ candidates, leaders, retrieval }: PlannedSearch, plan: Plan | null): boolean {
  const [first] = candidates
  const { type } = retrieval.question
  if (!first || WIDE_TYPES.has(plan?.type ?? type) || (plan?.parts.length ?? 0) > 1) return false
  const agreeing = leaders.filter((source_id) => source_id === first.source_id).length
  if (agreeing >= MIN_AGREEING_SEARCHES && agreeing * 2 >= leaders.length) return true
  return ONE_SENTENCE_TYPES.has(type) && directPassages(retrieval).has(first.passage.passage_id)
}

/**
 * Adds evidence of the last answer when the plan rephrased the question, which shows that it continues the
 * conversation.
 */
function continueFrom(
  task: ModelAnswerTask,
  plan: Plan | null,
  ranked: Evidence[],
  last: Evidence[],
): Evidence[] {
  const isFollowUp = plan !== null && plan.question !== readQuestion(task.question).text
  const [first, ...others] = isFollowUp ? last.slice(0, MAX_SUPPLEMENTARY_EVIDENCE) : []
  return first ? distinctPassages([first, ...ranked, ...others]) : ranked
}

/** Removes repeated passages, keeping the first of each. */
function distinctPassages(evidence: Evidence[]): Evidence[] {
  const seen = new Set<string>()
  return evidence.filter(({ passage: { passage_id } }) => !seen.has(passage_id) && seen.add(passage_id))
}

interface AnswerMaterial {
  evidence: Evidence[]
  earlier: EarlierEvidence
  options: PromptOptions
  search?: PlannedSearch
}

/**
 * Writes an answer that rests on no evidence, such as a translation.
 *
 * @throws AnswerFault `provider_error` when the model writes nothing.
 */
async function* writeUngrounded(run: AnswerRun): AsyncGenerator<AnswerPart> {
  const material = { evidence: [], earlier: NO_EARLIER_EVIDENCE, options: DEFAULT_PROMPT_OPTIONS }
  const draft = yield* writeAnswerParts(run, { ...material, draft: emptyDraft() })
  if (draft.text.trim() === '') throw new AnswerFault('provider_error', NOTHING_WRITTEN, true)
}

const NOTHING_WRITTEN = '模型没有写出内容，请重试，或换一个模型后再试。'

/** An answer, and in Chinese why it cannot stand as one; null when it can. */
interface AnswerAttempt {
  draft: AnswerDraft
  fault: string | null
}

/**
 * Writes an answer from evidence. A model that fails before its first word, writes nothing or declines is a fault to
 * answer without it; one that fails later is thrown, and what it wrote stays.
 */
async function* tryToWrite(
  run: AnswerRun,
  material: AnswerMaterial,
): AsyncGenerator<AnswerPart, AnswerAttempt> {
  const draft = emptyDraft()
  try {
    yield* writeAnswerParts(run, { ...material, draft })
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof ModelFault) || draft.text.trim() !== '') throw error
    run.ctx.log.warn({ err: error }, 'an answer is made without its model')
    return { draft, fault: `模型没有回答（${error.message.replace(/。$/, '')}）` }
  }
  if (draft.text.trim() === '') return { draft, fault: '模型没有写出内容' }
  return { draft, fault: isRefusal(draft) ? '模型拒绝回答这个问题' : null }
}

const REFUSAL = phrasePattern('talk/refusal')
/** How far into an answer a refusal is sought, in UTF-16 units. */
const MAX_REFUSAL_CHARS = 160

/** Returns whether a model declines to answer: it says so at once, and cites nothing. */
const isRefusal = ({ text, citations }: AnswerDraft): boolean =>
  citations.length === 0 && REFUSAL.test(text.slice(0, MAX_REFUSAL_CHARS).toLowerCase().replaceAll('’', "'"))

/** Takes back what a model wrote, with a note that says why quotes answer. */
function* replaceDraft({ draft, fault }: AnswerAttempt): Generator<AnswerPart> {
  if (draft.text !== '') yield { event: 'revision', data: { start: 0, end: draft.text.length, text: '' } }
  yield statusPart(`${fault}，以下改用原文摘录回答`)
}

const emptyDraft = (): AnswerDraft => ({ text: '', citations: [] })

async function* writeAnswerParts(
  run: AnswerRun,
  material: AnswerMaterial & { draft: AnswerDraft },
): AsyncGenerator<AnswerPart, AnswerDraft> {
  const { ctx, task, nonce, usage, signal } = run
  const { evidence, earlier, options, search, draft } = material
  const concepts = search?.retrieval.concepts ?? []
  const context = { evidence, earlier, options, concepts, nonce, log: ctx.log, usage }
  yield* recordAnswerParts(askModel(task, context, signal), draft)
  return draft
}

/**
 * Has a model check the cited claims of a complete answer, where one does, and revise what it found unsupported. The
 * answer stays as it is when the model fails, is too slow or is stopped.
 */
async function* checkAnswer(
  run: AnswerRun,
  draft: AnswerDraft,
  offered: Evidence[],
  search: PlannedSearch,
): AsyncGenerator<AnswerPart> {
  const { task, nonce, usage, signal } = run
  const { checker } = task
  const claims = checker ? citedClaims(draft) : []
  if (!checker || claims.length === 0) return
  yield { event: 'checking', data: { claims: claims.length } }
  const evidence = new Map(offered.map((each) => [each.passage.passage_id, each]))
  const judged =
    (await tryOrNull(run, () => judgeCitations(checker, claims, evidence, { nonce, signal, usage }))) ?? []
  for (const data of judged) {
    draft.citations = draft.citations.map((each) =>
      each.start === data.start && each.n === data.n ? data : each,
    )
    yield { event: 'citation', data }
  }
  const asked = { draft, evidence, concepts: search.retrieval.concepts, nonce }
  const models = { writer: task.model, checker }
  yield* (await tryOrNull(run, () => reviseClaims(models, asked, { signal, usage }))) ?? []
  yield { event: 'usage', data: usage }
}

function retrievalPart({ queries }: PlannedSearch, evidence: Evidence[]): AnswerPart {
  const hits = evidence.map(toPassageHit)
  return { event: 'retrieval', data: { query: queries.join('；'), hits } }
}

async function suggestionsPart(
  { ctx, task: { scope }, signal }: AnswerRun,
  { retrieval: { question } }: PlannedSearch,
  evidence: Evidence[],
): Promise<AnswerPart> {
  const works = [...new Map(evidence.map(({ source_id, work }) => [source_id, work])).values()]
  const asked = { question: question.text, works, language: question.language, scope }
  return { event: 'suggestions', data: { questions: await findAnsweredFollowUps(ctx, asked, signal) } }
}

/** Returns whether a request needs no evidence: it is about the last answer, or talk for which nothing was found. */
function needsNoEvidence(intent: Intent, plan: Plan | null, evidence: Evidence[]): boolean {
  if (intent !== 'question') return true
  return plan?.intent === 'last_answer' || (plan?.intent === 'talk' && evidence.length === 0)
}

const ANSWER_FORMS = {
  number: 'number',
  year: 'number',
  definition: 'definition',
  cause: 'cause',
  list: 'list',
  limitation: 'aspect',
  conclusion: 'aspect',
  comparison: 'comparison',
  method: 'method',
  'yes-no': 'yes_no',
  other: 'other',
} as const

/** Returns how to write the answer: as the plan determines, else as the words of the question show. */
function promptOptions(
  { question: asked, history }: Pick<AnswerTask, 'question' | 'history'>,
  plan: Plan | null,
  search: PlannedSearch,
  needs_no_evidence: boolean,
): PromptOptions {
  const { question } = search.retrieval
  const byWords = ANSWER_FORMS[question.type]
  if (!plan) return { ...DEFAULT_PROMPT_OPTIONS, form: byWords, needs_no_evidence }
  const standalone = plan.question === readQuestion(asked).text || history.length === 0 ? null : plan.question
  const form = plan.type === 'other' ? byWords : plan.type
  return { form, parts: plan.parts, standalone, needs_no_evidence }
}

/** Adds the plan to what the rules understood of a question. */
function understoodWithPlan(shown: UnderstoodQuestion, plan: Plan | null): UnderstoodQuestion {
  if (!plan) return shown
  const searched_as = plan.question === shown.text ? shown.searched_as : plan.question
  return { ...shown, searched_as, parts: plan.parts.length > 1 ? plan.parts : shown.parts }
}
