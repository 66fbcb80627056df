import type { TokenUsage } from '../../models/prompts/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import type { AnswerTask } from '../task/task.ts'

/** A task that a model answers. */
export type ModelAnswerTask = AnswerTask & { model: ChatModel }

/** The state of one answer in progress. */
export interface AnswerRun {
  ctx: Context
  task: ModelAnswerTask
  nonce: string
  usage: TokenUsage
  signal: AbortSignal
  /** Why the last step of the model failed, when the reader may be told; set and reset by `tryOrNull`. */
  reason: string | null
}

const RULES_NOTE = '这一步没有用模型'

/**
 * Runs a step and returns its result; null for one that fails, which is logged and skipped. A lasting fault of the model
 * reappears in the answer itself.
 *
 * @throws the reason of the signal when the run is aborted.
 */
export async function tryOrNull<T>(run: AnswerRun, work: () => Promise<T | null>): Promise<T | null> {
  const { ctx, signal } = run
  run.reason = null
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ModelFault) run.reason = error.message.replace(/。$/, '')
    ctx.log.warn({ err: error }, 'an answer goes on without a step of its model')
    return null
  }
}

/**
 * Returns the note on a skipped step: its reason when it is known, such as an exhausted quota, followed by `instead`
 * (what was done in place of the step); otherwise the text `unknown`.
 */
export const fallbackNote = ({ reason }: AnswerRun, unknown: string, instead: string): string =>
  reason === null ? unknown : `${RULES_NOTE}（${reason}），${instead}`
