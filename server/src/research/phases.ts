import type { ResearchEvent, ResearchState } from '@scinav/contract'
import { acceptPlan } from './plan/accept.ts'
import { drawUpPlan } from './plan/draw-up.ts'
import { finish, mapCitations } from './report/finish.ts'
import { outlineOf } from './report/outline.ts'
import { writeSection } from './report/write-section.ts'
import type { Research } from './research/research.ts'
import { say } from './research/say.ts'
import { begin, clarifyOrLook, lookRound } from './search/look-round.ts'
import { searchStep } from './search/search-step.ts'

/** A part of a research that is done in one go, and begun again where it was interrupted. */
interface Phase {
  /** Where the research stands meanwhile. */
  state: ResearchState['state']
  /** Left out: it waits for a person. */
  work?: (research: Research) => AsyncIterable<ResearchEvent>
}

/** How a research goes on, by what it has come to alone. */
export function nextPhase(
  state: ResearchState,
  { auto, finishing }: { auto: boolean; finishing: boolean },
): Phase | 'end' {
  return beforeSearch(state, auto) ?? searching(state, finishing) ?? reporting(state)
}

function beforeSearch(state: ResearchState, auto: boolean): Phase | null {
  const { clarification, background, plans, accepted_version, replan } = state
  if (state.run_id === '') return { state: 'created', work: begin }
  if (clarification && !clarification.decided) return { state: 'waiting_clarification' }
  if (!background) return { state: 'clarifying', work: clarification || auto ? lookRound : clarifyOrLook }
  if (plans.length === 0 || replan) return { state: 'planning', work: drawUpPlan }
  if (accepted_version !== null) return null
  return auto ? { state: 'planning', work: acceptPlan } : { state: 'waiting_plan' }
}

function searching({ steps }: ResearchState, finishing: boolean): Phase | null {
  const step = steps.find(({ state }) => state === 'pending' || state === 'running')
  if (!step) return null
  return {
    state: 'researching',
    work: (research) => (finishing ? skip(step.step_id) : searchStep(research, step)),
  }
}

/** A step that is left out, since the report is wanted now. */
async function* skip(step_id: string) {
  yield say('step.finished', { step_id, state: 'skipped', note: '按您的要求提前成文，没有检索这一步' })
}

function reporting(state: ResearchState): Phase | 'end' {
  const done = new Set(state.sections.flatMap((each) => (each.state === 'done' ? [each.section_id] : [])))
  const section = outlineOf(state).find(({ section_id }) => !done.has(section_id))
  if (section) return { state: 'writing', work: (research) => writeSection(research, section) }
  if (!state.check) return { state: 'verifying', work: mapCitations }
  return state.report ? 'end' : { state: 'verifying', work: finish }
}
