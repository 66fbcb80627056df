import type { Context } from '../context.ts'
import { AnswerFault } from './fault.ts'
import type { AnswerPart, AnswerTask } from './task.ts'

export { AnswerFault } from './fault.ts'
export type { AnswerPart, AnswerScope, AnswerTask, AnswerTool } from './task.ts'

/**
 * Answers a question from the library: part by part, as it is made. What was yielded before a fault stays said.
 *
 * @throws AnswerFault; the signal's reason when it was stopped.
 */
export async function* answer(
  _ctx: Context,
  task: AnswerTask,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  signal.throwIfAborted()
  if (!task.model && !task.grounded)
    throw new AnswerFault('provider_error', '这项工作需要语言模型，当前没有配置。', false)
  yield { event: 'delta', data: { text: '未找到相关文献。' } }
}
