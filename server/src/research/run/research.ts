import type { ResearchState } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import type { ResearchRequest } from './request.ts'
import type { RunRow } from './run.store.ts'

/** The context of a phase of a research run. */
export interface Research {
  /** Context with the user as actor, so that every search observes the user's permissions. */
  ctx: Context
  row: RunRow
  request: ResearchRequest
  signal: AbortSignal
  /** Returns the present state, including all emitted events. */
  state: () => ResearchState
}

/** Returns whether steps of the plan failed or were skipped. */
export const isPartial = ({ steps }: Pick<ResearchState, 'steps'>): boolean =>
  steps.some(({ state }) => state === 'failed' || state === 'skipped')

/** Returns the question with the user's answer to the clarifying question. */
export const questionWithAnswer = ({ question, clarification }: ResearchState): string =>
  clarification?.answer ? `${question}（${clarification.answer}）` : question

/** Returns the sources that steps found, without those that only the exploratory search found. */
export const stepSources = ({ read }: ResearchState) => read.filter(({ step_ids }) => step_ids.length > 0)
