// Six-digit codes by e-mail or SMS, which prove that somebody can read what is sent to a target: an e-mail address or a
// phone number. A code is for one scene: `register` a new account, `reset` a password, or add or change a `contact`. Only
// the newest code of a target and scene counts.
//
// Use: `sendCode`; then `checkCode`, outside the transaction of the work; then `consumeCode`, inside it.
//
// Requests are limited by the network they come from (`ctx.client.network`: an IPv4 address or the /64 of an IPv6
// address), which the column `ip` holds. Times later than now by more than `CLOCK_SKEW_MS` were written by a wrong clock;
// every query below leaves them out, since they would count, or be the newest code, for years.
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

/** How long a code is valid, in seconds. */
const CODE_TTL_S = 300
const DAY_MS = 24 * 60 * 60_000
/** Shortest time between two sends to one target. */
const RESEND_INTERVAL_MS = 60_000
/** Codes sent to one target within 24 hours. */
const MAX_CODES_PER_TARGET = 10
/** Codes requested from one network within 24 hours; a whole campus may be one. */
const MAX_CODES_PER_NETWORK = 300
/** Wrong attempts after which a code is void. */
const MAX_TRIES = 5

/** Number of digits of a code. */
const CODE_DIGITS = 6

/** The purpose of a code. */
type CodeScene = ParsedInputOf<typeof api.user.sendCode>['scene']

/** Returns the hash under which a code is stored; the id makes equal codes differ. */
const codeHash = (id: string, code: string) => createHash('sha256').update(`${id}:${code}`).digest('hex')

/** Returns the time after which a stored time counts as written by a wrong clock. */
const latestCreation = (ctx: PublicContext): string => latestPlausible(ctx.now(), CLOCK_SKEW_MS)

/**
 * Sends a six-digit code. When the scene is impossible for the target (a reset without an account, or any other scene
 * for a target that has one), a row without a hash is stored, which no code matches, and the message explains why there
 * is none. So only the message itself reveals whether the target has an account.
 *
 * @returns `expires_in`: how long the code is valid, in seconds. `delivery`: `email`, `sms` or `outbox`. `notice`: for a
 *   server that can send neither e-mail nor SMS, whom to ask for the code, in Chinese; else null.
 * @throws AppError `code.too_soon` or `code.too_many` with the seconds to wait.
 */
export async function sendCode(
  ctx: PublicContext,
  { target, scene }: ParsedInputOf<typeof api.user.sendCode>,
) {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
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
 * Enforces the pause between two sends to a target, the number of sends a day to it, and the number a day from the
 * caller's network, which `RATE_LIMIT_SCALE` multiplies.
 *
 * @throws AppError `code.too_soon` or `code.too_many` with the seconds to wait.
 */
async function requireSendAllowed(ctx: PublicContext, target: string): Promise<void> {
  const now = ctx.now().getTime()
  const period = { since: new Date(now - DAY_MS).toISOString(), until: latestCreation(ctx) }
  const toTarget = await codes.countSends(ctx.db, 'target', target, period)
  const wait_ms = toTarget.last ? Date.parse(toTarget.last) + RESEND_INTERVAL_MS - now : 0
  if (wait_ms > 0) throw new AppError('code.too_soon', { retry_after: Math.ceil(wait_ms / 1000) })
  const fromNetwork = await codes.countSends(ctx.db, 'ip', ctx.client.network, period)
  if (toTarget.total >= MAX_CODES_PER_TARGET) throw tooManyCodes(toTarget, now)
  if (fromNetwork.total >= MAX_CODES_PER_NETWORK * ctx.config.RATE_LIMIT_SCALE)
    throw tooManyCodes(fromNetwork, now)
}

/** Creates the error of a limit, with the time until the first of the counted sends is a day old. */
function tooManyCodes({ first }: { first: string | null }, now: number): AppError {
  const free_at = Date.parse(first ?? '') + DAY_MS
  return new AppError('code.too_many', { retry_after: Math.ceil((free_at - now) / 1000) })
}

/**
 * Checks a code. Call it outside the transaction of the work it permits: a wrong attempt must stay counted when that
 * fails. A code is void after `MAX_TRIES` wrong attempts. Attempts count for its target too, so that requesting one code
 * after another allows no more guesses than `withAttemptLimit` does under any key: 10 in 15 min.
 *
 * @returns the code's id, for `consumeCode` in the transaction of the work.
 * @throws AppError `input.invalid` at `code` when it is wrong, expired, used, replaced by a newer one or void;
 *   `login.throttled` after too many attempts for the target, or from the network.
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
    const row = await codes.findNewestCode(ctx.db, target, scene, latestCreation(ctx))
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

/** Compares two hashes in constant time. */
function hashesEqual(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))
}

/**
 * Marks a checked code as used. Call it inside the transaction of the work: transactions are serializable, so of two that
 * use the code at once the second begins again, finds it used and fails with all of its writes.
 *
 * @param id the code's id, from `checkCode`.
 * @throws AppError `input.invalid` at `code` when it has been used, or replaced by a newer one, since the check.
 */
export async function consumeCode(
  ctx: PublicContext,
  id: string,
  target: string,
  scene: CodeScene,
): Promise<void> {
  const row = await codes.findNewestCode(ctx.db, target, scene, latestCreation(ctx))
  if (row?.id !== id || row.used_at) throw invalidInput('code', '验证码已失效，请重新获取')
  await codes.updateCode(ctx.db, id, { used_at: ctx.now().toISOString() })
}
