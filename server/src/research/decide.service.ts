import {
  type api,
  applyResearchEvent,
  type ParsedInputOf,
  type PlanStep,
  RESEARCH_LIMITS,
  type ResearchEvent,
  type ResearchPlan,
  type ResearchState,
} from '@scinav/contract'
import { readQuestion } from '../language/question/question.ts'
import { type Context, transact } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import { requireOwnRun } from './guard.ts'
import { researchRunsOf, stampEvent } from './research-runs.ts'
import { reserveFreeQuota } from './run/free-quota.service.ts'
import { events, researchEvent } from './run/research.ts'
import * as runs from './run/run.store.ts'
import { requireRunQuota } from './run.service.ts'

type Calls = typeof api.deepResearch
type PlanDecision = ParsedInputOf<Calls['plan']>

/**
 * Answers or skips the clarifying question of a waiting research run and resumes the run.
 *
 * @throws AppError `research.not_waiting` when the run does not wait for an answer.
 */
export async function answerClarification(
  ctx: Context,
  input: ParsedInputOf<Calls['answer']>,
): Promise<null> {
  const answered = researchEvent('clarify.answer', { answer: input.answer ?? null })
  await resumeWaiting(
    ctx,
    input,
    { waiting: 'waiting_clarification', refusal: 'research.not_waiting' },
    async () => ({
      events: [answered],
      next: 'clarifying',
    }),
  )
  return null
}

/**
 * Accepts, edits or rejects the current plan of a research run.
 *
 * @throws AppError `research.not_planned` when the run does not wait for a decision; `research.plan_changed` when a
 * newer version of the plan exists; `research.too_many_plans`; `research.no_free_count` when the free quota is used up.
 */
export async function decideOnPlan(ctx: Context, input: PlanDecision): Promise<null> {
  const expected = { waiting: 'waiting_plan', refusal: 'research.not_planned' } as const
  await resumeWaiting(ctx, input, expected, async (ctx, state) => {
    const plan = state.plans.at(-1)
    if (!plan || plan.plan_id !== input.plan_id || plan.version !== input.version)
      throw new AppError('research.plan_changed')
    const { action } = input
    if (action !== 'accept' && plan.version >= RESEARCH_LIMITS.plans)
      throw new AppError('research.too_many_plans', { limit: RESEARCH_LIMITS.plans })
    if (action === 'accept') await reserveFreeQuota(ctx, input.run_id)
    return { events: decisionEvents(input, plan, state.question), next: NEXT_STATES[action] }
  })
  return null
}

/** The state in which a run resumes after a decision on its plan; after an edit it keeps waiting. */
const NEXT_STATES = { accept: 'researching', edit: null, reject: 'planning' } as const

/** Returns the events of a decision: the plan as the user edited it, if it changed, and then the decision. */
function decisionEvents(
  { action, steps }: PlanDecision,
  plan: ResearchPlan,
  question: string,
): ResearchEvent[] {
  const { plan_id } = plan
  const decision = (version: number, accepted: PlanStep[]) =>
    researchEvent('plan.decision', { action, plan_id, version, auto: false, steps: accepted })
  if (action === 'reject') return [decision(plan.version, [])]
  const edited = steps.length > 0 ? editPlan(plan, steps, question) : plan
  const isSame = JSON.stringify(edited.steps) === JSON.stringify(plan.steps)
  if (action === 'accept' && isSame) return [decision(plan.version, plan.steps)]
  const accepted = action === 'accept' ? edited.steps : []
  return [researchEvent('plan.ready', { plan: edited }), decision(edited.version, accepted)]
}

/**
 * Returns the next version of a plan with the user's steps. When the limit of versions is reached, the last version is
 * changed in place.
 */
function editPlan(plan: ResearchPlan, steps: PlanDecision['steps'], question: string): ResearchPlan {
  const version = Math.min(RESEARCH_LIMITS.plans, plan.version + 1)
  const planIds = new Set(plan.steps.map(({ step_id }) => step_id))
  const usedIds = new Set<string>()
  // A step keeps the id that it had in the plan; a new one gets an id of its own.
  const stepId = (proposedId: string | undefined, at: number) => {
    const isKept = proposedId !== undefined && planIds.has(proposedId) && !usedIds.has(proposedId)
    const id = isKept ? proposedId : `s${version}-u${at + 1}`
    usedIds.add(id)
    return id
  }
  return {
    ...plan,
    version,
    made_by: 'user',
    steps: steps.map(({ step_id, title, goal, queries }, at) => ({
      step_id: stepId(step_id, at),
      title,
      goal,
      queries: queries.length > 0 ? [...new Set(queries)] : [stepQuery(title, question)],
    })),
  }
}

/** Maximum number of words of the question in the query of a step that the user added. */
const MAX_TOPIC_WORDS = 8

/** Builds the query of a step that the user added: the words of its title, preceded by words of the research question. */
function stepQuery(title: string, question: string): string {
  const titleWords = readQuestion(title).query || title
  const lowerTitle = titleWords.toLowerCase()
  const topic = readQuestion(question)
    .query.split(' ')
    .filter((word) => !lowerTitle.includes(word.toLowerCase()))
    .slice(0, MAX_TOPIC_WORDS)
  return [...topic, titleWords].join(' ')
}

/** What a decision adds to a run. */
interface DecisionOutcome {
  events: ResearchEvent[]
  /** The state in which the run resumes; null when it keeps waiting. */
  next: ResearchState['state'] | null
}

/**
 * Records a user's decision on a waiting run and resumes the run, in one transaction with the writes that depend on it.
 *
 * @throws AppError `refusal` when the run does not wait in the state `waiting`; `research.too_many_runs`; what `decide`
 * throws.
 */
async function resumeWaiting(
  ctx: Context,
  input: { run_id: string },
  {
    waiting,
    refusal,
  }: { waiting: ResearchState['state']; refusal: 'research.not_waiting' | 'research.not_planned' },
  decide: (ctx: Context, state: ResearchState) => Promise<DecisionOutcome>,
): Promise<void> {
  const isResumed = await transact(ctx, async (ctx) => {
    const row = await requireOwnRun(ctx, input)
    if (row.status !== 'waiting' || row.state !== waiting) throw new AppError(refusal)
    const { state, seq } = await researchRunsOf(ctx).loadState(ctx, row.id)
    const decision = await decide(ctx, state)
    await appendEvents(ctx, row.id, { state, seq }, decision.events)
    if (decision.next === null) return false
    await requireRunQuota(ctx)
    await runs.resume(ctx.db, row.id, waiting, { state: decision.next, ...researchRunsOf(ctx).lease() })
    return true
  })
  if (isResumed) await researchRunsOf(ctx).resumeRun(input.run_id)
  researchRunsOf(ctx).notifyFollowers(input.run_id)
}

/** Stores events after the last one of a run, each stamped with the state before it. */
async function appendEvents(
  ctx: Context,
  run_id: string,
  { state, seq }: { state: ResearchState; seq: number },
  newEvents: ResearchEvent[],
): Promise<void> {
  let current = state
  const rows = newEvents.map((each, at) => {
    const ts = ctx.now().toISOString()
    const event = stampEvent(each, { id: run_id, seq: seq + at + 1, state: current, ts })
    current = applyResearchEvent(current, event)
    return { run_id, seq: seq + at + 1, event: JSON.stringify(event) }
  })
  await events.append(ctx.db, rows)
}
