import type { ModelFallback } from '@scinav/contract'
import type { TokenUsage } from '../../models/prompts/index.ts'
import type { RunModel } from './choose-engine.ts'

/** Output of a model that cannot be used; the message gives the reason in Chinese. */
export class UnusableOutput extends Error {}

/** The reason of an `UnusableOutput` that does not have the requested form at all. */
export const WRONG_FORM = '模型的答复不是约定的格式'

/** A part of a research run that its model carries out; `about` tells parts of one kind apart. */
export type ModelTask = Omit<ModelFallback, 'reason'>

/** What a task needs to call the model. */
export interface ModelCall {
  model: RunModel
  /** Random part of the delimiters in prompts, which no document can guess. */
  nonce: string
  signal: AbortSignal
  /** Collects the tokens that the task uses. */
  usage: TokenUsage
  /** Time limit of the whole task, in milliseconds. */
  timeout_ms: number
  /** Factor for the time limits of single requests: more than 1 where the operator waits longer for slow models. */
  time_scale: number
  /** Counts the requests of the task. */
  count: { calls: number }
}
