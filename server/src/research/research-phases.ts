import type { ResearchEvent, ResearchState } from '@scinav/contract'
import { transact } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import { AnswerFault } from '../retrieval/index.ts'
import { announceResearch, clarifyOrExplore, exploreQuestion } from './gather/explore-question.ts'
import { searchStep } from './gather/search-step.ts'
import { draftPlan } from './plan/draft-plan.ts'
import { readResearchQuestion } from './plan/read-question.ts'
import { reportBody } from './report/body.ts'
import { checkReport } from './report/check-report.ts'
import { hasEnoughSources, reportOutline, reportTitle } from './report/outline.ts'
import { loadReferences } from './report/references.ts'
import { isSurvey, synthesize } from './report/synthesis.ts'
import { writeSection } from './report/write-section.ts'
import { reserveFreeQuota } from './run/free-quota.service.ts'
import * as reports from './run/report.store.ts'
import { type Research, researchEvent } from './run/research.ts'
import * as runs from './run/run.store.ts'

/** A part of a research run that is carried out as a unit and restarted after an interruption. */
interface ResearchPhase {
  /** State of the run during the phase. */
  state: ResearchState['state']
  /** Undefined when the run waits for the user. */
  work?: (research: Research) => AsyncIterable<ResearchEvent>
}

/**
 * Returns the next phase of a run, derived from its recorded state alone.
 *
 * @param auto whether the run asks its user nothing.
 * @param finishing whether the user wants the report now.
 */
export function nextPhase(
  state: ResearchState,
  { auto, finishing }: { auto: boolean; finishing: boolean },
): ResearchPhase | 'end' {
  return planningPhase(state, auto) ?? searchPhase(state, finishing) ?? reportPhase(state)
}

/** Returns the phase up to an accepted plan; null once there is one. */
function planningPhase(state: ResearchState, auto: boolean): ResearchPhase | null {
  const { clarification, background, plans, accepted_version, replan } = state
  if (state.run_id === '') return { state: 'created', work: announceResearch }
  if (clarification && !clarification.decided) return { state: 'waiting_clarification' }
  if (!background)
    return { state: 'clarifying', work: clarification || auto ? exploreQuestion : clarifyOrExplore }
  if (plans.length === 0 || replan) return { state: 'planning', work: draftPlan }
  if (accepted_version !== null) return null
  return auto ? { state: 'planning', work: acceptPlan } : { state: 'waiting_plan' }
}

/**
 * Accepts the last plan of a run that asks its user nothing.
 *
 * @throws AnswerFault `quota_exceeded`.
 */
async function* acceptPlan({ ctx, row, state }: Research) {
  const plan = state().plans.at(-1)
  if (!plan) throw new Error('there is no plan to accept')
  try {
    await transact(ctx, (ctx) => reserveFreeQuota(ctx, row.id))
  } catch (error) {
    if (error instanceof AppError) throw new AnswerFault('quota_exceeded', error.message, false)
    throw error
  }
  const { plan_id, version, steps } = plan
  yield researchEvent('plan.decision', { action: 'accept', plan_id, version, auto: true, steps })
}

/**
 * Returns the phase of the first step that is not done, which is skipped when the user wants the report now; null when
 * all steps are done.
 */
function searchPhase({ steps }: ResearchState, finishing: boolean): ResearchPhase | null {
  const step = steps.find(({ state }) => state === 'pending' || state === 'running')
  if (!step) return null
  return {
    state: 'researching',
    work: (research) => (finishing ? skipStep(step.step_id) : searchStep(research, step)),
  }
}

/** Emits that a step is skipped because the user wants the report now. */
async function* skipStep(step_id: string) {
  yield researchEvent('step.finished', {
    step_id,
    state: 'skipped',
    note: '按您的要求提前成文，没有检索这一步',
  })
}

/** Returns the phase from the synthesis to the stored report. */
function reportPhase(state: ResearchState): ResearchPhase | 'end' {
  if (!state.synthesis && isSurvey(state) && hasEnoughSources(state))
    return { state: 'writing', work: synthesize }
  const done = new Set(state.sections.flatMap((each) => (each.state === 'done' ? [each.section_id] : [])))
  const section = reportOutline(state).find(({ section_id }) => !done.has(section_id))
  if (section) return { state: 'writing', work: (research) => writeSection(research, section) }
  if (!state.check) return { state: 'verifying', work: mapCitations }
  return state.report ? 'end' : { state: 'verifying', work: finishResearch }
}

/** Emits the references with their numbers and the result of the report check. */
async function* mapCitations({ ctx, state }: Research): AsyncGenerator<ResearchEvent> {
  yield researchEvent('citation.map', await loadReferences(ctx, state()))
  const check = await checkReport(ctx, state())
  yield researchEvent('verify.result', { check })
}

/** Stores the report, marks the reserved free research as used, and emits the final event. */
async function* finishResearch({ ctx, row, state }: Research): AsyncGenerator<ResearchEvent> {
  const title = row.title || reportTitle(state(), (await readResearchQuestion(ctx, state())).named)
  const now = ctx.now().toISOString()
  const body = JSON.stringify(reportBody(state()))
  const { id: run_id, user_id, report_id } = row
  await transact(ctx, async (ctx) => {
    const report = { id: report_id, run_id, user_id, body, version: 1, created_at: now, updated_at: now }
    await reports.save(ctx.db, report)
    await runs.setTitleOnce(ctx.db, run_id, title)
    await runs.markFreeUsed(ctx.db, run_id)
  })
  yield researchEvent('report.final', { report_id, title })
}
