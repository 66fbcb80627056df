import { z } from 'zod'
import type { BaseContext } from '../../platform/context/context.ts'
import { enqueue, type Job } from '../../platform/jobs/index.ts'
import type { Mailer, OutgoingMessage } from '../../platform/providers/mail.ts'

const messageShape = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  code: z.string().optional(),
})

/** Sends one message through the channel of its address. */
export const sendMessage: Job<typeof messageShape> = {
  name: 'user.message',
  title: '发送消息',
  payload: messageShape,
  attempts: 5,
  secret: true,
  is_short: true,
  run: async (ctx, payload) => {
    await messageRoute(ctx, payload.to).mailer.send(payload)
  },
}

/**
 * Returns the channel of an address: SMTP for e-mail, the SMS webhook for phones; the outbox when it is not configured.
 */
export function messageRoute(
  ctx: Pick<BaseContext, 'providers'>,
  to: string,
): { delivery: 'email' | 'sms' | 'outbox'; mailer: Mailer } {
  const { mail, sms, outbox } = ctx.providers
  if (to.includes('@'))
    return mail ? { delivery: 'email', mailer: mail } : { delivery: 'outbox', mailer: outbox }
  return sms ? { delivery: 'sms', mailer: sms } : { delivery: 'outbox', mailer: outbox }
}

/** Queues a message to one person; inside `transact` it is sent only if the transaction commits. */
export async function queueMessage(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  message: Pick<OutgoingMessage, 'to' | 'subject' | 'text'>,
): Promise<void> {
  await enqueue(ctx, sendMessage, message)
}
