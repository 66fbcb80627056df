import type { ResearchEvent, ResearchState } from '@scinav/contract'
import { acceptPlan } from './plan/accept.ts'
import { draftPlan } from './plan/draft-plan.ts'
import { finishResearch, mapCitations } from './report/finish.ts'
import { reportOutline } from './report/outline.ts'
import { writeSection } from './report/write-section.ts'
import type { Research } from './run/research.ts'
import { researchEvent } from './run/research-event.ts'
import { announceResearch, clarifyOrExplore, exploreQuestion } from './gather/explore-question.ts'
import { searchStep } from './gather/search-step.ts'

/** A part of a research run that is carried out as a unit and restarted after an interruption. */
interface ResearchPhase {
  /** State of the run during the phase. */
  state: ResearchState['state']
  /** Undefined when the run waits for the user. */
  work?: (research: Research) => AsyncIterable<ResearchEvent>
}

/** Returns the next phase of a run, derived from its recorded state alone. */
export function nextPhase(
  state: ResearchState,
  { auto, finishing }: { auto: boolean; finishing: boolean },
): ResearchPhase | 'end' {
  return planningPhase(state, auto) ?? searchPhase(state, finishing) ?? reportPhase(state)
}

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

function reportPhase(state: ResearchState): ResearchPhase | 'end' {
  const done = new Set(state.sections.flatMap((each) => (each.state === 'done' ? [each.section_id] : [])))
  const section = reportOutline(state).find(({ section_id }) => !done.has(section_id))
  if (section) return { state: 'writing', work: (research) => writeSection(research, section) }
  if (!state.check) return { state: 'verifying', work: mapCitations }
  return state.report ? 'end' : { state: 'verifying', work: finishResearch }
}
