import type { BaseContext } from '../context/context.ts'
import { enqueue } from '../jobs/index.ts'
import type { Message } from '../providers/mail.ts'
import { sendMessage } from './message.job.ts'

/** Queues a message to one person; inside `transact` it goes out only if the rest is saved. */
export async function queueMessage(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  message: Pick<Message, 'to' | 'subject' | 'text'>,
): Promise<void> {
  await enqueue(ctx, sendMessage, message)
}
