import { hash, randomBytes } from 'node:crypto'
import { type api, normalizeContact, type ParsedInputOf } from '@scinav/contract'
import {
  type Actor,
  type BaseContext,
  type Context,
  type PublicContext,
  transact,
} from '../../platform/context/context.ts'
import { isFresh, latestPlausible } from '../../platform/foundation/clock.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { unlessDiskFails } from '../../platform/foundation/fault.ts'
import * as accounts from './account.store.ts'
import { loginKey, rememberAddress, withAttemptLimit } from './login-attempts.ts'
import { verifyPassword } from './passwords.ts'
import * as sessions from './session.store.ts'
import { filterLiveTokens } from './token.service.ts'

type User = typeof api.user

const DAY_MS = 24 * 60 * 60_000
/** A session ends when it has not been used for this long. */
const SESSION_IDLE_MS = 7 * DAY_MS
/** A session ends at this age, however much it is used. */
const MAX_SESSION_MS = 30 * DAY_MS
/** How exactly the last use of a session is recorded. */
const LAST_SEEN_RESOLUTION_MS = 60_000
const TOKEN_BYTES = 32

const tokenHash = (token: string) => hash('sha256', token, 'hex')

/** Returns the start of the idle period: a session last seen then or earlier has ended. */
export const idleCutoff = (now: Date) => new Date(now.getTime() - SESSION_IDLE_MS).toISOString()

/**
 * Returns the latest plausible end of a session; a later one was written by a wrong clock. One day allows for clocks
 * that were corrected slightly.
 */
export const latestSessionEnd = (now: Date) => latestPlausible(now, MAX_SESSION_MS + DAY_MS)

const isLiveSession = (row: { expires_at: string; last_seen_at: string }, now: Date) =>
  row.expires_at > now.toISOString() &&
  row.expires_at <= latestSessionEnd(now) &&
  row.last_seen_at > idleCutoff(now)

/**
 * Returns the person of a live session by its token; null when the token is unknown, the session has ended, or the
 * account is disabled.
 */
export async function authenticate(ctx: BaseContext, token: string): Promise<Actor | null> {
  const now = ctx.now()
  const row = await sessions.findSessionByToken(ctx.db, tokenHash(token))
  if (!row || !isLiveSession(row, now)) return null
  if (!isFresh(Date.parse(row.last_seen_at), now.getTime(), LAST_SEEN_RESOLUTION_MS))
    await unlessDiskFails(sessions.updateLastSeen(ctx.db, row.session_id, now.toISOString()))
  return {
    id: row.id,
    is_admin: row.is_admin === 1,
    organization: row.organization,
    session_id: row.session_id,
  }
}

/** Returns which of these sessions and access tokens are live and belong to accounts that are not disabled. */
export async function filterLiveSessions(
  ctx: Pick<BaseContext, 'db' | 'now'>,
  ids: string[],
): Promise<Set<string>> {
  const now = ctx.now()
  const rows = await sessions.findActiveSessions(ctx.db, ids)
  const live = new Set(rows.filter((row) => isLiveSession(row, now)).map((row) => row.id))
  const others = ids.filter((id) => !live.has(id))
  return others.length === 0 ? live : new Set([...live, ...(await filterLiveTokens(ctx, others))])
}

/** Opens a new session for the browser, in place of the one it may have had. */
export async function openSession(ctx: PublicContext, user_id: string): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = ctx.now()
  const expires = new Date(now.getTime() + MAX_SESSION_MS)
  await transact(ctx, async (ctx) => {
    if (ctx.actor) await sessions.removeSession(ctx.db, ctx.actor.id, ctx.actor.session_id)
    await sessions.insertSession(ctx.db, {
      id: ctx.newId(),
      token_hash: tokenHash(token),
      user_id,
      ip: ctx.client.ip,
      user_agent: ctx.client.user_agent,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: expires.toISOString(),
    })
    await rememberAddress(ctx, user_id)
  })
  ctx.cookie.set(token, expires)
}

/**
 * Logs in with account, e-mail or phone, ignoring spaces. Unknown accounts and wrong passwords get the same answer.
 *
 * @throws AppError `login.refused`, `login.throttled`, `account.disabled`.
 */
export async function login(ctx: PublicContext, input: ParsedInputOf<User['login']>) {
  const typed = normalizeLogin(input.account)
  const known = await accounts.findAccountByLogin(ctx.db, typed)
  const account = await withAttemptLimit(ctx, await loginKey(ctx, typed, known), async () => {
    if ((await verifyPassword(input.password, known?.password_hash, ctx.client.network)) && known)
      return known
    throw new AppError('login.refused')
  })
  if (account.status === 'disabled') throw new AppError('account.disabled')
  await openSession(ctx, account.id)
  return { location: `/${input.return ?? '#/home'}` }
}

/**
 * Normalises a login. No name, e-mail or phone contains a space; full-width letters and digits come from input methods.
 */
const normalizeLogin = (text: string) => normalizeContact(text.normalize('NFKC').replace(/\s+/g, ''))

/** Ends this session and returns where to go: the institution's own log-out, or the log-in page. */
export async function logout(ctx: Context): Promise<string> {
  await sessions.removeSession(ctx.db, ctx.actor.id, ctx.actor.session_id)
  ctx.cookie.clear()
  return logoutTarget(ctx)
}

/** Returns the address of the first institution that has a log-out of its own, else the log-in page. */
async function logoutTarget(ctx: Context): Promise<string> {
  const back = `${ctx.config.PUBLIC_URL ?? ''}/login`
  for (const provider of ctx.config.PUBLIC_URL ? ctx.providers.sso : []) {
    const url = await provider.logoutUrl(back).catch((error) => {
      ctx.log.warn({ err: error }, 'the single sign-on did not say where to log out')
      return null
    })
    if (url) return url.href
  }
  return '/login'
}

/** Lists the live sessions of the person, newest first. */
export async function listSessions(ctx: Context) {
  const rows = await sessions.listSessionsOfUser(ctx.db, ctx.actor.id)
  return rows
    .filter((row) => isLiveSession(row, ctx.now()))
    .map((row) => ({
      id: row.id,
      current: row.id === ctx.actor.session_id,
      device: deviceName(row.user_agent),
      ip: row.ip,
      created_at: row.created_at,
      last_seen_at: row.last_seen_at,
    }))
}

// The first pattern that matches a user agent counts: some name others too, for compatibility.
const SYSTEM_PATTERNS: [RegExp, string][] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const BROWSER_PATTERNS: [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** Returns a recognisable device name, e.g. `Chrome · Windows`. */
function deviceName(user_agent: string): string {
  const firstMatch = (patterns: [RegExp, string][]) =>
    patterns.find(([pattern]) => pattern.test(user_agent))?.[1]
  return [firstMatch(BROWSER_PATTERNS), firstMatch(SYSTEM_PATTERNS)].filter(Boolean).join(' · ') || '未知设备'
}

/**
 * Ends one session of the caller; without `session_id` all except the current one.
 *
 * @throws AppError `session.not_found`.
 */
export async function endSession(ctx: Context, { session_id }: ParsedInputOf<User['endSession']>) {
  if (!session_id) await sessions.removeSessionsOfUser(ctx.db, ctx.actor.id, ctx.actor.session_id)
  else if (!(await sessions.removeSession(ctx.db, ctx.actor.id, session_id)))
    throw new AppError('session.not_found')
  if (session_id === ctx.actor.session_id) ctx.cookie.clear()
  return null
}
