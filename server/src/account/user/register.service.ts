import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { api, ParsedInputOf } from '@scinav/contract'
import { type BaseContext, type PublicContext, transact } from '../../platform/context/context.ts'
import * as installation from '../../platform/db/installation.store.ts'
import { isReachableByOthers } from '../../platform/foundation/addresses.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import * as accounts from './account.store.ts'
import { checkCode, consumeCode } from './code.service.ts'
import { hashPassword, requireStrongPassword } from './passwords.ts'
import { toUser } from './profile.service.ts'
import { openSession } from './session.service.ts'

type User = typeof api.user

/**
 * Creates an account and logs it in. A refused name or password does not use up the code.
 *
 * @throws AppError `account.taken`; `input.invalid` at `password`, `code` or `setup_token`; `login.throttled`.
 */
export async function register(ctx: PublicContext, input: ParsedInputOf<User['register']>) {
  requireStrongPassword(input.password, [input.account])
  const code_id = await checkCode(ctx, input.target, 'register', input.code)
  const password_hash = await hashPassword(input.password, ctx.client.network)
  return transact(ctx, async (ctx) => {
    const is_admin = (await becomesOperator(ctx, input.setup_token)) ? 1 : 0
    const row = { ...buildAccountRow(ctx, input), password_hash, is_admin } as const
    if (!(await accounts.insertAccount(ctx.db, row))) throw new AppError('account.taken')
    await consumeCode(ctx, code_id, input.target, 'register')
    if (is_admin) await ctx.onAdminCreated?.(ctx)
    await openSession(ctx, row.id)
    return toUser(row)
  })
}

interface NewPerson {
  account: string
  nick_name: string
  /** An e-mail address or a phone number. */
  target?: string | null
  organization?: string | null | undefined
  subject_codes: string[]
}

/** Builds the row of a new account without a password; the target is its e-mail or its phone. */
export function buildAccountRow(ctx: BaseContext, person: NewPerson): accounts.AccountRow {
  const now = ctx.now().toISOString()
  const isEmail = person.target?.includes('@') === true
  return {
    id: ctx.newId(),
    account: person.account,
    account_key: person.account.toLowerCase(),
    nick_name: person.nick_name,
    avatar_url: null,
    email: isEmail ? (person.target ?? null) : null,
    phone: isEmail ? null : (person.target ?? null),
    organization: person.organization ?? null,
    subject_codes: JSON.stringify(person.subject_codes),
    password_hash: null,
    is_admin: 0,
    is_checker: 0,
    status: 'active',
    delete_at: null,
    created_at: now,
    updated_at: now,
  }
}

const SETUP_TOKEN_KEY = 'setup_token_hash'
const SETUP_TOKEN_BYTES = 18
const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/**
 * Returns whether a new account becomes an operator (`is_admin`), who administers the installation: with the setup
 * token while there is no operator; without it only the first account, registered on this machine, when other machines
 * are not meant to reach the server.
 *
 * @throws AppError `input.invalid` at `setup_token` for a token that is wrong or no longer valid.
 */
async function becomesOperator(ctx: PublicContext, setup_token: string | undefined): Promise<boolean> {
  const isFirst = (await accounts.countAccounts(ctx.db)) === 0
  if (setup_token === undefined) return isFirst && ctx.client.is_local && !isReachableByOthers(ctx.config)
  const stored = await installation.readFact(ctx.db, SETUP_TOKEN_KEY)
  const isRight = stored !== undefined && timingSafeEqual(tokenHash(setup_token), Buffer.from(stored, 'hex'))
  if (!isRight || (await accounts.countOperators(ctx.db)) > 0)
    throw invalidInput('setup_token', '初始化令牌不正确或已失效')
  return true
}

/**
 * Issues a new setup token while there is no operator; returns null afterwards. Only its hash is stored, and an earlier
 * token becomes void.
 */
export async function issueSetupToken(ctx: BaseContext): Promise<string | null> {
  return transact(ctx, async (ctx) => {
    if ((await accounts.countOperators(ctx.db)) > 0) return null
    const token = randomBytes(SETUP_TOKEN_BYTES).toString('base64url')
    await installation.writeFact(ctx.db, SETUP_TOKEN_KEY, tokenHash(token).toString('hex'))
    return token
  })
}
