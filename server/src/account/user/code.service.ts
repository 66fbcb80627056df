import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { api, ParsedInputOf } from '@scinav/contract'
import { type PublicContext, transact } from '../../platform/context/context.ts'
import { CLOCK_SKEW_MS, latestPlausible } from '../../platform/foundation/clock.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import * as accounts from './account.store.ts'
import * as codes from './code.store.ts'
import { guessKeys, withAttemptLimit } from './login-attempts.ts'
import { messageRoute, sendMessage } from './message.job.ts'

/** How long a code is valid. */
const CODE_TTL_S = 300
const DAY_MS = 24 * 60 * 60_000
const RESEND_INTERVAL_MS = 60_000
/** Codes sent to one target, and requested from one network, within a day. */
const MAX_CODES_PER_TARGET = 10
const MAX_CODES_PER_ADDRESS = 300
/** Wrong attempts after which a code is void. */
const MAX_TRIES = 5

/** The purpose of a code. */
type CodeScene = ParsedInputOf<typeof api.user.sendCode>['scene']

const codeHash = (id: string, code: string) => createHash('sha256').update(`${id}:${code}`).digest('hex')

/**
 * Sends a six-digit code. Only the message itself reveals whether the target has an account.
 *
 * @throws AppError `code.too_soon` or `code.too_many` with the seconds to wait.
 */
export async function sendCode(
  ctx: PublicContext,
  { target, scene }: ParsedInputOf<typeof api.user.sendCode>,
) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await transact(ctx, async (ctx) => {
    await requireSendAllowed(ctx, target)
    const hasAccount = (await accounts.findAccountByLogin(ctx.db, target)) !== undefined
    // Only an existing account has a password to reset, and only a free target can be registered or added.
    const isPossible = hasAccount === (scene === 'reset')
    const id = ctx.newId()
    const now = ctx.now()
    await codes.insertCode(ctx.db, {
      id,
      target,
      scene,
      code_hash: isPossible ? codeHash(id, code) : null,
      tries: 0,
      ip: ctx.client.network,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + CODE_TTL_S * 1000).toISOString(),
      used_at: null,
    })
    await enqueue(ctx, sendMessage, {
      to: target,
      ...codeMessage(ctx.config.SITE_TITLE, scene, isPossible ? code : undefined),
    })
  })
  const { delivery } = messageRoute(ctx, target)
  const notice =
    delivery === 'outbox' ? '服务器未配置邮件或短信，验证码已写入服务器日志和发件箱，请向管理员索取' : null
  return { expires_in: CODE_TTL_S, delivery, notice }
}

/** Writes the message with a code; without one it explains why there is none. */
function codeMessage(site: string, scene: CodeScene, code: string | undefined) {
  const subject = `${site} ${{ register: '注册', reset: '重置密码', contact: '修改联系方式' }[scene]}验证码`
  if (code) return { subject, text: `验证码 ${code}，5 分钟内有效。如果不是您本人操作，请忽略。`, code }
  const text =
    scene !== 'reset'
      ? '有人用这个地址注册或绑定账号，但它已经有账号了。请直接登录，忘记密码时可以重置。如果不是您本人操作，请忽略。'
      : '有人请求重置密码，但这个地址没有账号。如果是您本人操作，请先注册；否则请忽略。'
  return { subject, text }
}

/**
 * Enforces 60 s between two sends to a target, 10 sends a day to it, and 300 a day from one address.
 *
 * @throws AppError `code.too_soon` or `code.too_many` with the seconds to wait.
 */
async function requireSendAllowed(ctx: PublicContext, target: string): Promise<void> {
  const now = ctx.now().getTime()
  const since = new Date(now - DAY_MS).toISOString()
  const until = latestPlausible(ctx.now(), CLOCK_SKEW_MS)
  const toTarget = await codes.countSends(ctx.db, 'target', target, since, until)
  const wait_ms = toTarget.last ? Date.parse(toTarget.last) + RESEND_INTERVAL_MS - now : 0
  if (wait_ms > 0) throw new AppError('code.too_soon', { retry_after: Math.ceil(wait_ms / 1000) })
  const fromAddress = await codes.countSends(ctx.db, 'ip', ctx.client.network, since, until)
  if (toTarget.total >= MAX_CODES_PER_TARGET) throw tooManyCodes(toTarget, now)
  if (fromAddress.total >= MAX_CODES_PER_ADDRESS * ctx.config.RATE_LIMIT_SCALE)
    throw tooManyCodes(fromAddress, now)
}

/** Creates the error of a limit, with the time until the first of the counted sends is a day old. */
function tooManyCodes({ first }: { first: string | null }, now: number): AppError {
  const free_at = Date.parse(first ?? '') + DAY_MS
  return new AppError('code.too_many', { retry_after: Math.ceil((free_at - now) / 1000) })
}

/**
 * Checks a code. Call it outside the transaction of the work it permits: a wrong attempt must stay counted when that
 * fails. Attempts count for the code and for its target, so that requesting one code after another allows no more than
 * 10 guesses in 15 min.
 *
 * @returns the code's id, for `consumeCode` in the transaction of the work.
 * @throws AppError `input.invalid` at `code`; `login.throttled`.
 */
export function checkCode(
  ctx: PublicContext,
  target: string,
  scene: CodeScene,
  code: string,
): Promise<string> {
  return withAttemptLimit(ctx, guessKeys.code(target), () => findMatchingCode(ctx, target, scene, code))
}

/** Returns the id of the newest code if it is valid and right; otherwise counts the attempt and throws. */
async function findMatchingCode(
  ctx: PublicContext,
  target: string,
  scene: CodeScene,
  code: string,
): Promise<string> {
  const outcome = await transact(ctx, async (ctx) => {
    const row = await codes.findNewestCode(ctx.db, target, scene, latestPlausible(ctx.now(), CLOCK_SKEW_MS))
    if (!row || row.used_at || row.expires_at <= ctx.now().toISOString())
      return { fault: '验证码已失效，请重新获取' }
    if (row.tries >= MAX_TRIES) return { fault: '验证码错误次数过多，请重新获取' }
    if (row.code_hash && hashesEqual(row.code_hash, codeHash(row.id, code))) return { id: row.id }
    await codes.updateCode(ctx.db, row.id, { tries: row.tries + 1 })
    return { fault: '验证码不正确' }
  })
  if (outcome.id === undefined) throw invalidInput('code', outcome.fault)
  return outcome.id
}

function hashesEqual(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))
}

/**
 * Marks a checked code as used; of two concurrent uses one fails.
 *
 * @throws AppError `input.invalid` at `code`.
 */
export async function consumeCode(
  ctx: PublicContext,
  id: string,
  target: string,
  scene: CodeScene,
): Promise<void> {
  const row = await codes.findNewestCode(ctx.db, target, scene, latestPlausible(ctx.now(), CLOCK_SKEW_MS))
  if (row?.id !== id || row.used_at) throw invalidInput('code', '验证码已失效，请重新获取')
  await codes.updateCode(ctx.db, id, { used_at: ctx.now().toISOString() })
}
