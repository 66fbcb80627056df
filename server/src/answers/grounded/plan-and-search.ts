import { isFollowUp } from '../../language/question/topic.ts'
import type { QuestionUnderstanding } from '../../language/question/understand.ts'
import { TIME_BOUND } from '../../language/question/year-constraint.ts'
import { findPaperTitles } from '../../library/papers/index.ts'
import type { Retrieval } from '../../retrieval/index.ts'
import { statusPart } from '../task/notes.ts'
import type { AnswerPart, AnswerTask } from '../task/task.ts'
import { directPassages } from './direct-evidence.ts'
import { type AnswerRun, fallbackNote, tryOrNull } from './model-run.ts'
import { makePlan, type Plan } from './plan.ts'
import { type SearchedQuestion, searchQuestion } from './planned-search.ts'
import { needsNoPlan } from './search-scorer.ts'

const NO_PLAN_NOTE = '模型没有给出可用的检索计划，已按规则检索'
/** How long the search runs alone, since its result may make a plan superfluous; after that a plan is requested too. */
const HEAD_START_MS = 2_000
/** How long a plan is waited for when the question itself has found direct evidence. */
const DIRECT_PLAN_WAIT_MS = 8_000

/** The search for a question, and its plan. */
interface PlannedRetrieval {
  retrieval: Retrieval
  /** Null when none was requested, and when the model gave none. */
  plan: Plan | null
  /** Whether the search needed no plan, so that none was asked for. */
  is_settled: boolean
}

/**
 * Searches for the question itself and has its search planned, unless the rules understand the question completely and
 * their search finds enough to answer from.
 *
 * @param reading the question as the rules read it; null for what is no question and needs no plan.
 * @throws the errors of `retrieve`.
 */
export async function* planAndSearch(
  run: AnswerRun,
  asked: SearchedQuestion,
  reading: QuestionUnderstanding | null,
): AsyncGenerator<AnswerPart, PlannedRetrieval> {
  const searching = searchQuestion(run.ctx, run.task, asked, run.signal)
  if (reading === null) return { retrieval: await searching, plan: null, is_settled: false }
  if (isCompletelyRead(run.task, reading)) {
    const early = await withinHeadStart(searching)
    if (early && needsNoPlan(early)) return { retrieval: early, plan: null, is_settled: true }
  }
  const [retrieval, plan] = await planDuringSearch(run, searching)
  if (!plan) yield statusPart(fallbackNote(run, NO_PLAN_NOTE, '已按规则检索'))
  return { retrieval, plan, is_settled: false }
}

/**
 * Returns whether the rules read all of a question, so that its search shows whether a plan could add anything: it is for
 * no review, bounds no time that the rules did not make a constraint, and where a conversation comes before it, takes its
 * topic from there in words that the rules know. Several questions at once are searched for together; where a source for one
 * of them is missing, the writer can ask for a further search.
 */
export function isCompletelyRead(
  { history, layout }: Pick<AnswerTask, 'history' | 'layout'>,
  { text, constraints }: QuestionUnderstanding,
): boolean {
  const { year_from, year_to } = constraints
  const isTimeRead = year_from !== undefined || year_to !== undefined || !TIME_BOUND.test(text)
  const earlier = history.map(({ question }) => question)
  const isTopicKnown = history.length === 0 || isFollowUp(text, earlier)
  return layout !== 'review' && isTimeRead && isTopicKnown
}

/** Returns the result of a search that ends within `HEAD_START_MS`, else null. */
async function withinHeadStart(searching: Promise<Retrieval>): Promise<Retrieval | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), HEAD_START_MS)
  try {
    return await Promise.race([searching, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Has a plan made while a search runs. A plan that takes longer than `DIRECT_PLAN_WAIT_MS` is given up when the search
 * has found direct evidence; the plan is null then, and when the model fails.
 */
async function planDuringSearch(
  run: AnswerRun,
  searching: Promise<Retrieval>,
): Promise<[Retrieval, Plan | null]> {
  const giveUp = new AbortController()
  const planning = requestPlan(run, AbortSignal.any([run.signal, giveUp.signal]))
  const timer = setTimeout(async () => {
    const found = await searching.catch(() => null)
    if (found && directPassages(found).size > 0) giveUp.abort(new DOMException('too late', 'TimeoutError'))
  }, DIRECT_PLAN_WAIT_MS)
  try {
    return await Promise.all([searching, planning])
  } finally {
    clearTimeout(timer)
    giveUp.abort()
  }
}

/** Has the model of the answer make a plan; null when it fails, which `run.reason` explains. */
async function requestPlan(run: AnswerRun, signal: AbortSignal): Promise<Plan | null> {
  const { ctx, task, nonce, usage } = run
  const titles = await findPaperTitles(ctx, task.scope.paper_ids)
  const asked = { task, chosen: [...titles.values()], now: ctx.now(), nonce }
  return tryOrNull(run, () => makePlan(task.model, asked, { signal, usage }))
}
