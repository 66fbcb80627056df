import type { UnderstoodQuestion } from '@scinav/contract'
import type { Intent } from '../../language/question/intent.ts'
import { readQuestion } from '../../language/question/question.ts'
import { noUsage } from '../../models/prompts/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AnswerFault, type Evidence, resolveEvidenceScope } from '../../retrieval/index.ts'
import { findAnsweredFollowUps } from '../suggestions/answerable-questions.ts'
import { filterPromising } from '../suggestions/promising-questions.ts'
import { nothingFoundText, statusPart, unmetNegations } from '../task/notes.ts'
import type { AnswerPart, AnswerTask } from '../task/task.ts'
import { searchedQuestion, understandForAnswer } from '../task/understand.ts'
import { type AnswerDraft, citedClaims } from '../verification/cited-claims.ts'
import { judgeCitations } from '../verification/judge-citations.ts'
import { reviseClaims } from '../verification/revise-claims.ts'
import { type EarlierEvidence, findEarlierEvidence } from './earlier-evidence.ts'
import { type AnswerRun, type ModelAnswerTask, tryOrNull } from './model-run.ts'
import type { Plan } from './plan.ts'
import { planAndSearch } from './plan-and-search.ts'
import { addPlan, type PlannedSearch, searchesLibrary, searchFurther } from './planned-search.ts'
import { DEFAULT_PROMPT_OPTIONS, type PromptOptions } from './prompt.ts'
import { selectEvidence } from './select-evidence.ts'
import {
  replaceDraft,
  retrievalPart,
  type WrittenAnswer,
  writeAnswer,
  writeUngrounded,
} from './write-answer.ts'

/** Answers a task from quotes, when the model fails. */
type AnswerWithoutModel = (task: AnswerTask) => AsyncGenerator<AnswerPart>

const EXTERNAL_MODEL_FORBIDDEN =
  '这个知识库不允许把内容发送给外部模型，请改用本地模型，或选择不使用模型；知识库的管理者可以在「更多操作」里打开「外部模型」。'
const GENERAL_KNOWLEDGE_NOTE = '未找到相关文献：以下由模型凭通用知识回答，请核实'

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
  const found = yield* findEvidence(run, intent)
  const { plan, search, earlier, evidence } = found
  const needs_no_evidence = needsNoEvidence(intent, plan, evidence)
  if (evidence.length === 0 && !needs_no_evidence && !task.general_knowledge && task.tools.length === 0)
    return yield {
      event: 'delta',
      data: { text: nothingFoundText(search.retrieval.question.language, search.queries) },
    }
  if (evidence.length === 0 && task.general_knowledge && !needs_no_evidence)
    yield statusPart(GENERAL_KNOWLEDGE_NOTE)
  const options = promptOptions(task, found, needs_no_evidence)
  const written = yield* writeAnswer(run, { ...found, options })
  if (written.fault !== null) {
    yield* replaceDraft(written)
    yield* answerWithoutModel({ ...task, model: null, rerank: null, spares_model: true })
    return yield { event: 'usage', data: run.usage }
  }
  if (evidence.length > 0) yield await suggestionsPart(run, search, written)
  yield* checkAnswer(run, written.draft, [...written.evidence, ...earlier.evidence], search)
}

/** What was found for a question, and how. */
interface FoundEvidence {
  plan: Plan | null
  /** What the question asks where it asks several things, by the plan or else by its words. */
  parts: string[]
  search: PlannedSearch
  earlier: EarlierEvidence
  /** Best first. */
  evidence: Evidence[]
  searchFurther: (queries: string[]) => Promise<Evidence[]>
}

/** Reads the question, searches for it, and selects the evidence to answer from. */
async function* findEvidence(run: AnswerRun, intent: Intent): AsyncGenerator<AnswerPart, FoundEvidence> {
  const { ctx, task, signal } = run
  const { question, earlier: earlierQuestions } = searchedQuestion(task, intent)
  const reading = await understandForAnswer(ctx, { question, without_chips: task.without_chips ?? [] })
  const { constraints, negated, shown } = reading
  const asked = { question: reading.text, earlier: earlierQuestions, constraints, negated }
  const planned = yield* planAndSearch(run, asked, intent === 'question' ? reading : null)
  const { plan, retrieval, is_settled } = planned
  const understood = understoodWithPlan(shown, plan)
  yield { event: 'understood', data: understood }
  const search = await addPlan(ctx, task, { asked, retrieval, plan }, signal)
  const { concepts } = search.retrieval
  const standalone = plan?.question ?? search.retrieval.question.text
  const earlier = await findEarlierEvidence(ctx, task, { question: standalone, concepts })
  for (const note of new Set([...search.retrieval.notes, ...earlier.notes])) yield statusPart(note)
  const evidence = yield* selectEvidence(run, { search, plan, is_settled, earlier, intent })
  yield retrievalPart(search.queries, evidence)
  if (evidence.length > 0)
    for (const note of unmetNegations(negated, search.retrieval, evidence)) yield statusPart(note)
  const further = (queries: string[]) => searchFurther(ctx, task, { asked, queries, plan }, signal)
  return { plan, parts: plan?.parts ?? understood.parts, search, earlier, evidence, searchFurther: further }
}

/** Refuses the question when a dataset of its scope must not be sent to an external model or to tools. */
async function requireExternalModelAllowed({ ctx, task }: AnswerRun): Promise<void> {
  if (!task.model.external && task.tools.length === 0) return
  if ((await resolveEvidenceScope(ctx, task.scope, true)).closed)
    throw new AnswerFault('provider_error', EXTERNAL_MODEL_FORBIDDEN, false)
}

/**
 * Has a model check the cited claims of a complete answer, and revise what it found unsupported; does nothing
 * when the task has no checker. The answer stays as it is when the model fails, is too slow or is stopped.
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
  const revision = { draft, evidence, concepts: search.retrieval.concepts, nonce }
  const models = { writer: task.model, checker }
  yield* (await tryOrNull(run, () => reviseClaims(models, revision, { signal, usage }))) ?? []
  yield { event: 'usage', data: usage }
}

/** Returns questions that may follow: those that the model wrote or, if none is usable, those that the rules make. */
async function suggestionsPart(
  { ctx, task, signal }: AnswerRun,
  { retrieval: { question } }: PlannedSearch,
  { evidence, questions }: WrittenAnswer,
): Promise<AnswerPart> {
  const { scope, history, model } = task
  const { text, language } = question
  const asked = [text, ...history.map((turn) => turn.question)]
  const outside = model.external
  const byModel = await filterPromising(ctx, questions, { asked, language, scope, outside }, signal)
  if (byModel.length > 0) return { event: 'suggestions', data: { questions: byModel } }
  const works = [...new Map(evidence.map(({ source_id, work }) => [source_id, work])).values()]
  const byRules = await findAnsweredFollowUps(ctx, { question: text, works, language, scope }, signal)
  return { event: 'suggestions', data: { questions: byRules } }
}

/** Returns whether a request needs no evidence: it is about the last answer, or talk for which nothing was found. */
function needsNoEvidence(intent: Intent, plan: Plan | null, evidence: Evidence[]): boolean {
  if (intent !== 'question') return true
  return plan?.intent === 'last_answer' || (plan?.intent === 'talk' && evidence.length === 0)
}

/** The form of an answer by the type of its question. */
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
  task: AnswerTask,
  { plan, parts, search, evidence }: FoundEvidence,
  needs_no_evidence: boolean,
): PromptOptions {
  const form = ANSWER_FORMS[search.retrieval.question.type]
  const isGrounded = evidence.length > 0 && !needs_no_evidence
  const options: PromptOptions = {
    ...DEFAULT_PROMPT_OPTIONS,
    form,
    parts,
    needs_no_evidence,
    further_search: isGrounded && task.tools.length === 0 && searchesLibrary(task) ? 'offered' : 'none',
    suggests: isGrounded && task.has_own_form !== true,
  }
  if (!plan) return options
  // A rephrased question says more than the original only where earlier turns explain it.
  const isAlone = plan.question === readQuestion(task.question).text || task.history.length === 0
  return {
    ...options,
    form: plan.type === 'other' ? form : plan.type,
    standalone: isAlone ? null : plan.question,
  }
}

/** Adds the plan to what the rules understood of a question. */
function understoodWithPlan(shown: UnderstoodQuestion, plan: Plan | null): UnderstoodQuestion {
  if (!plan) return shown
  const searched_as = plan.question === shown.text ? shown.searched_as : plan.question
  return { ...shown, searched_as, parts: plan.parts.length > 1 ? plan.parts : shown.parts }
}
