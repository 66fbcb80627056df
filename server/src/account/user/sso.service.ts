import { createHash, randomBytes } from 'node:crypto'
import {
  accountRule,
  type api,
  contactRule,
  type LinkResult,
  normalizeContact,
  type ParsedInputOf,
} from '@scinav/contract'
import { type Actor, type Context, type PublicContext, transact } from '../../platform/context/context.ts'
import { latestPlausible } from '../../platform/foundation/clock.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { SingleSignOn, SsoPerson } from '../../platform/providers/sso.ts'
import * as accounts from './account.store.ts'
import { requirePassword } from './profile.service.ts'
import { buildAccountRow } from './register.service.ts'
import { openSession } from './session.service.ts'
import * as sessions from './session.store.ts'
import { signOnName } from './sign-on.service.ts'
import * as sso from './sso.store.ts'

/** How long a person may take between the start of a sign-on and its return. */
const STATE_TTL_MS = 10 * 60_000

const randomToken = () => randomBytes(32).toString('base64url')
const stateHash = (state: string) => createHash('sha256').update(state).digest('hex')

/**
 * Returns the normalised e-mail address if it could have been registered here, else null; a phone number is not one.
 */
function registrableEmail(text: string | null | undefined): string | null {
  if (!text?.includes('@')) return null
  return contactRule(text) === null ? normalizeContact(text) : null
}

/** Returns a configured sign-on; anything else is reported like an unknown address. */
function requireProvider(ctx: PublicContext, id: string): SingleSignOn {
  const provider = ctx.providers.sso.find((candidate) => candidate.id === id)
  if (!provider) throw new AppError('request.unknown')
  return provider
}

/** The start of a sign-on. */
interface SsoStart {
  provider_id: string
  /** Our own address to which the institution redirects the browser. */
  callback: string
  /** The hash route to return to, such as `#/search`; '' for the home page. */
  back: string
  /** The one-time secret of `linkSignOn`; '' when the sign-on is to log in. */
  link: string
}

/**
 * Starts a sign-on: returns where to send the browser, and the state that it must bring back in its own cookie.
 *
 * @throws AppError `login.sso_failed` with the way back as `return`.
 */
export async function startSso(ctx: PublicContext, { provider_id, callback, link, ...start }: SsoStart) {
  const provider = requireProvider(ctx, provider_id)
  const session_id = link === '' ? null : await consumeLink(ctx, provider.id, link)
  // The result of linking is shown in the settings; this is where a failure on the way leads.
  const back = session_id === null ? start.back : linkPath('failed')
  const state = { state: randomToken(), nonce: randomToken(), code_verifier: randomToken() }
  const url = await provider.start(callback, state).catch((error) => throwSsoFailure(ctx, error, back))
  await sso.insertState(ctx.db, {
    state_hash: stateHash(state.state),
    provider: provider.id,
    nonce: state.nonce,
    code_verifier: state.code_verifier,
    return_hash: back || null,
    session_id,
    created_at: ctx.now().toISOString(),
  })
  return { url: url.href, state: state.state }
}

/** Returns the path of the settings page that shows the result of linking a sign-on. */
const linkPath = (result: LinkResult) => `#/home?panel=settings&tab=security&sign_on=${result}`

/** Hashes a link. Links are stored among the states; the prefix keeps one from being used as the other. */
const linkHash = (link: string) => stateHash(`link ${link}`)

/**
 * Begins to link a sign-on: returns an address of our own that only this session can open, once. The start of a sign-on
 * is a GET request, to which another site could otherwise lead a person with somebody else's identity.
 *
 * @throws AppError `sign_on.linked`, `request.unknown`, and those of `requirePassword`.
 */
export async function linkSignOn(
  ctx: Context,
  { provider: id, password }: ParsedInputOf<typeof api.user.linkSignOn>,
) {
  const provider = requireProvider(ctx, id).id
  await requirePassword(ctx, password)
  if (await hasIdentity(ctx, ctx.actor.id, provider))
    throw new AppError('sign_on.linked', { name: signOnName(ctx, provider) })
  const link = randomToken()
  await sso.insertState(ctx.db, {
    state_hash: linkHash(link),
    provider,
    nonce: '',
    code_verifier: '',
    return_hash: null,
    session_id: ctx.actor.session_id,
    created_at: ctx.now().toISOString(),
  })
  return { location: `${ctx.config.PUBLIC_URL ?? ''}/sso/${provider}/start?link=${link}` }
}

async function hasIdentity(ctx: PublicContext, user_id: string, provider: 'oidc' | 'cas'): Promise<boolean> {
  const identities = await sso.listIdentitiesOfUser(ctx.db, user_id)
  return identities.some((identity) => identity.provider === provider)
}

/**
 * Consumes a link and returns the session that requested it.
 *
 * @throws AppError `login.sso_failed` when it was used, is too old, or belongs to another session.
 */
async function consumeLink(ctx: PublicContext, provider: 'oidc' | 'cas', link: string): Promise<string> {
  const stored = await sso.consumeState(ctx.db, linkHash(link))
  if (!stored?.session_id || stored.provider !== provider || !isTimely(stored, ctx.now()))
    throw new AppError('login.sso_failed', { return: linkPath('failed') })
  requireSession(ctx, stored.session_id)
  return stored.session_id
}

/**
 * Returns the person, if they still have the session that began the link.
 *
 * @throws AppError `login.sso_failed`.
 */
function requireSession({ actor }: PublicContext, session_id: string): Actor {
  if (actor?.session_id === session_id) return actor
  throw new AppError('login.sso_failed', { return: linkPath('session') })
}

/** Returns whether a state is at most ten minutes old. */
function isTimely({ created_at }: { created_at: string }, now: Date): boolean {
  const oldest = new Date(now.getTime() - STATE_TTL_MS).toISOString()
  return created_at >= oldest && created_at <= latestPlausible(now, STATE_TTL_MS)
}

/** The return from a sign-on. */
interface SsoReturn {
  provider_id: string
  /** As at the start. */
  callback: string
  /** The address with which the browser came back. */
  returned: URL
  /** The state from the browser's own cookie, so that the log-in of another browser cannot be substituted; '' without one. */
  state: string
}

/**
 * Logs in the person whom the institution names, creating an account the first time, or links the identity to the
 * account that requested it; returns where to go.
 *
 * @throws AppError `login.sso_failed` with the way back as `return`, and with `state: 'missing'` when the browser
 *   brought none, `state: 'clocks'` when clocks differ too much, `state: 'known'` when another account has the e-mail
 *   address; `account.disabled`.
 */
export async function finishSso(
  ctx: PublicContext,
  { provider_id, callback, returned, state }: SsoReturn,
): Promise<string> {
  const provider = requireProvider(ctx, provider_id)
  if (state === '')
    // Somebody who is logged in comes back from linking a sign-on; everybody else is served by the log-in page.
    throw new AppError('login.sso_failed', {
      state: 'missing',
      ...(ctx.actor && { return: linkPath('failed') }),
    })
  const stored = await sso.consumeState(ctx.db, stateHash(state))
  if (!stored || stored.provider !== provider.id || !isTimely(stored, ctx.now()))
    throw new AppError('login.sso_failed', { return: stored?.return_hash })
  const linker = stored.session_id === null ? null : requireSession(ctx, stored.session_id)
  const started = { state, nonce: stored.nonce, code_verifier: stored.code_verifier }
  const person = await provider
    .finish(returned, callback, started)
    .catch((error) => throwSsoFailure(ctx, error, stored.return_hash))
  if (linker) return `/${linkPath(await addIdentity(ctx, linker, provider.id, person.subject))}`
  await transact(ctx, async (ctx) => {
    const user_id =
      (await sso.findUserId(ctx.db, provider.id, person.subject)) ??
      (await createAccount(ctx, provider.id, person, stored.return_hash))
    const account = await accounts.findAccount(ctx.db, user_id)
    if (account?.status !== 'active') throw new AppError('account.disabled')
    await openSession(ctx, user_id)
  })
  return `/${stored.return_hash ?? '#/home'}`
}

/**
 * Adds an identity to an account and returns the result, see `LinkResult`. When the session that requested the link has
 * been ended meanwhile, nothing is added.
 */
function addIdentity(
  ctx: PublicContext,
  { id: user_id, session_id }: Actor,
  provider: 'oidc' | 'cas',
  subject: string,
): Promise<LinkResult> {
  return transact(ctx, async (ctx) => {
    if (!(await sessions.findSession(ctx.db, session_id))) return 'session'
    const owner = await sso.findUserId(ctx.db, provider, subject)
    if (owner !== undefined) return owner === user_id ? 'done' : 'taken'
    if (await hasIdentity(ctx, user_id, provider)) return 'other'
    await sso.insertIdentity(ctx.db, { provider, subject, user_id, created_at: ctx.now().toISOString() })
    return 'done'
  })
}

/** Logs why a sign-on failed, and throws what the log-in page shows. */
function throwSsoFailure(ctx: PublicContext, error: unknown, back: string | null): never {
  ctx.log.warn({ err: error }, 'a single sign-on did not succeed')
  throw new AppError('login.sso_failed', { return: back, ...(isClockError(error) && { state: 'clocks' }) })
}

/** Number of nested causes that are examined. */
const MAX_CAUSES = 8

/** Returns whether the institution's token was refused because its time is too old or in the future. */
function isClockError(error: unknown): boolean {
  let current = error
  for (let depth = 0; current instanceof Error && depth < MAX_CAUSES; depth += 1) {
    if ((current as { code?: unknown }).code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return true
    current = current.cause
  }
  return false
}

/** As long as the contract allows. */
const MAX_NICK_NAME_CHARS = 40

/**
 * Creates an account for a person of the institution. When another account has the e-mail address, none is created, and
 * that one is not taken over: its owner has to link the identity.
 *
 * @throws AppError `login.sso_failed`.
 */
async function createAccount(
  ctx: PublicContext,
  provider: 'oidc' | 'cas',
  person: SsoPerson,
  back: string | null,
): Promise<string> {
  const email = registrableEmail(person.email)
  if (email && (await accounts.findAccountByLogin(ctx.db, email)))
    throw new AppError('login.sso_failed', { state: 'known', return: back })
  const account = await findFreeAccountName(ctx, person.account)
  const nick_name = (person.nick_name ?? person.account ?? account).slice(0, MAX_NICK_NAME_CHARS)
  const row = buildAccountRow(ctx, { account, nick_name, target: email, subject_codes: [] })
  if (!(await accounts.insertAccount(ctx.db, row))) throw new AppError('login.sso_failed')
  const created_at = ctx.now().toISOString()
  await sso.insertIdentity(ctx.db, { provider, subject: person.subject, user_id: row.id, created_at })
  return row.id
}

/**
 * Returns the institution's name for the person if it is valid and free, else a generated one. A name that begins with
 * a digit gets a letter in front: account names never look like phone numbers.
 */
async function findFreeAccountName(ctx: PublicContext, preferred: string | null): Promise<string> {
  const name = preferred !== null && /^\d/.test(preferred) ? `u${preferred}` : preferred
  const isValid = name !== null && accountRule(name) === null
  if (isValid && !(await accounts.findAccountByLogin(ctx.db, name))) return name
  // The end of an id is its random part.
  return `u${ctx.newId().slice(-12)}`
}
