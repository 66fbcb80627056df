import type { ResearchState } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import type { ResearchRequest } from './request.ts'
import type { RunRow } from './run.store.ts'

/** What a phase of a research works with. */
export interface Research {
  /** As the person who asked, so that every search asks what they may read. */
  ctx: Context
  row: RunRow
  request: ResearchRequest
  signal: AbortSignal
  /** What it has come to, with everything that was said so far. */
  state: () => ResearchState
}

/** Parts of the plan failed, or were left out. */
export const isPartial = ({ steps }: Pick<ResearchState, 'steps'>): boolean =>
  steps.some(({ state }) => state === 'failed' || state === 'skipped')

/** The question, with what its person answered when they were asked back. */
export const questionWithAnswer = ({ question, clarification }: ResearchState): string =>
  clarification?.answer ? `${question}（${clarification.answer}）` : question

/** Sources that a step found; what only the look round met is left out. */
export const stepSources = ({ read }: ResearchState) => read.filter(({ step_ids }) => step_ids.length > 0)
