import type { api, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import * as accounts from './account.store.ts'
import { checkCode, consumeCode } from './code.service.ts'
import { sendMessage } from './message.job.ts'
import { getCurrentUser } from './profile.service.ts'

/**
 * Sets the caller's e-mail address or phone number. A message is sent to the one it replaces, so that its owner
 * notices.
 *
 * @throws AppError `input.invalid` at `code`, or at `target` when another account has it; `login.throttled`.
 */
export async function setContact(ctx: Context, { target, code }: ParsedInputOf<typeof api.user.setContact>) {
  const code_id = await checkCode(ctx, target, 'contact', code)
  return transact(ctx, async (ctx) => {
    await consumeCode(ctx, code_id, target, 'contact')
    if (await accounts.findByLogin(ctx.db, target)) throw invalidInput('target', '这个地址已经属于一个账号')
    const before = await getCurrentUser(ctx)
    const kind = target.includes('@') ? 'email' : 'phone'
    await accounts.update(ctx.db, ctx.actor.id, { [kind]: target, updated_at: ctx.now().toISOString() })
    const replaced = before[kind]
    if (replaced) await enqueue(ctx, sendMessage, { to: replaced, ...replacedMessage(ctx.config.SITE_TITLE) })
    return getCurrentUser(ctx)
  })
}

const replacedMessage = (site: string) => ({
  subject: `${site} 联系方式已更换`,
  text: '您的账号已改用另一个邮箱或手机号，这个地址不再用于登录和接收提醒。如果不是您本人操作，请立即修改密码并联系管理员。',
})
