import { RESEARCH_LIMITS, type ResearchEvent } from '@scinav/contract'
import { stepFocus } from '../plan/focus.ts'
import { readResearchQuestion } from '../plan/read-question.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { chooseEvidence } from './choose-evidence.ts'
import { readByModel } from './read-step.ts'
import { searchQueueOf } from './search-queue.ts'
import { type ResearchStep, toResearchSource } from './search-result.ts'
import { stepOutcome, widerSearchNote } from './step-outcome.ts'
import { distinctPassages, relevantInSearch } from './step-passages.ts'
import { runPlannedQueries, runWiderQueries, type StepContext, type StepSearch } from './step-search.ts'
import { pivotYear, queryWithYears, stepYears } from './years.ts'

/**
 * Carries out a step of a plan: runs its searches and, with a model, has the works read; otherwise chooses
 * evidence from the results by rules. A search that fails is an event of the step, not an error.
 *
 * @param maxHits maximum number of hits per search.
 */
export async function* searchStep(
  research: Research,
  step: ResearchStep,
  maxHits: number = RESEARCH_LIMITS.hits_a_query,
): AsyncGenerator<ResearchEvent> {
  const { ctx, state } = research
  const { step_id } = step
  // Waits in the queue of searches, so that steps start one after another and other runs get a turn in between.
  await searchQueueOf(research)(async () => undefined)
  yield researchEvent('step.started', { step_id, restart: step.state === 'running' })
  const question = await readResearchQuestion(ctx, state())
  const focus = stepFocus(step)
  const years = stepYears(focus, state(), question)
  const context: StepContext = {
    research,
    step,
    question: { ...question, constraints: { ...question.constraints, ...years } },
    maxHits,
    displayQuery: (words) => queryWithYears(words, focus, years, question.language),
  }
  const planned = yield* runPlannedQueries(context)
  if (state().engine === 'model') return yield* readByModel(context, planned)
  const wider = yield* runWiderQueries(context, planned)
  yield* emitFindings(context, [...planned, ...wider])
}

/** Emits the relevant sources of a step, the evidence chosen from them, and the end of the step. */
async function* emitFindings(
  { research, step, question }: StepContext,
  searches: StepSearch[],
): AsyncGenerator<ResearchEvent> {
  const { step_id } = step
  const { language, named, textWithNames } = question
  const pivot = pivotYear(research.state(), named)
  const relevant = searches.flatMap((search) => relevantInSearch(search, textWithNames))
  const sources = new Map(relevant.map((each) => [each.source_id, each]))
  for (const each of sources.values())
    yield researchEvent('source.added', { step_id, source: toResearchSource(each, language) })
  const passages = distinctPassages(searches, textWithNames)
  const evidence = await chooseEvidence({ state: research.state(), step, passages, pivot })
  for (const each of evidence) yield researchEvent('evidence.added', { evidence: each })
  const widerQueries = searches.flatMap(({ relaxed }) => relaxed?.words ?? [])
  yield researchEvent('step.finished', {
    step_id,
    ...stepOutcome(searches, evidence.length, widerSearchNote(widerQueries, language)),
  })
}
