import { createHash, randomBytes } from 'node:crypto'
import { accountRule, contactRule, plainContact } from '@scinav/contract'
import { type PublicContext, transact } from '../context/context.ts'
import { latest } from '../foundation/clock.ts'
import { AppError } from '../foundation/errors.ts'
import type { SingleSignOn, SsoPerson } from '../providers/sso.ts'
import * as accounts from './account.store.ts'
import { newAccount } from './register.service.ts'
import { openSession } from './session.service.ts'
import * as sso from './sso.store.ts'

const STATE_MS = 10 * 60_000

const random = () => randomBytes(32).toString('base64url')
const hashOf = (state: string) => createHash('sha256').update(state).digest('hex')

/** An address that could have been registered here; a phone number is not one. */
function emailAddress(text: string | null | undefined): string | null {
  if (!text?.includes('@')) return null
  return contactRule(text) === null ? plainContact(text) : null
}

function providerOf(ctx: PublicContext, id: string): SingleSignOn {
  const provider = ctx.providers.sso.find((candidate) => candidate.id === id)
  if (!provider) throw new AppError('request.unknown')
  return provider
}

interface Start {
  provider_id: string
  /** Our own address that the institution sends the browser back to. */
  callback: string
  back: string
}

/** Where to send the browser, and the state that it must bring back in its own cookie. */
export async function startSso(ctx: PublicContext, { provider_id, callback, back }: Start) {
  const provider = providerOf(ctx, provider_id)
  const state = { state: random(), nonce: random(), code_verifier: random() }
  const url = await provider.start(callback, state).catch((error) => failed(ctx, error, back))
  await sso.insertState(ctx.db, {
    state_hash: hashOf(state.state),
    provider: provider.id,
    nonce: state.nonce,
    code_verifier: state.code_verifier,
    return_hash: back || null,
    created_at: ctx.now().toISOString(),
  })
  return { url: url.href, state: state.state }
}

interface Finish {
  provider_id: string
  callback: string
  /** The address that the browser came back with. */
  returned: URL
  /** The state from the browser's own cookie: another browser's log-in cannot be slipped in. */
  state: string
}

/**
 * Logs the person in whom the institution names, making an account at first; answers where to go.
 *
 * @throws AppError `login.sso_failed` with the way back as `return`, and `state: 'missing'` where the
 * browser brought none, `state: 'clocks'` where clocks differ too much; `account.disabled`.
 */
export async function finishSso(
  ctx: PublicContext,
  { provider_id, callback, returned, state }: Finish,
): Promise<string> {
  const provider = providerOf(ctx, provider_id)
  if (state === '') throw new AppError('login.sso_failed', { state: 'missing' })
  const stored = await sso.takeState(ctx.db, hashOf(state))
  const oldest = new Date(ctx.now().getTime() - STATE_MS).toISOString()
  if (
    !stored ||
    stored.provider !== provider.id ||
    stored.created_at < oldest ||
    stored.created_at > latest(ctx.now(), STATE_MS)
  )
    throw new AppError('login.sso_failed', { return: stored?.return_hash })
  const known = { state, nonce: stored.nonce, code_verifier: stored.code_verifier }
  const person = await provider
    .finish(returned, callback, known)
    .catch((error) => failed(ctx, error, stored.return_hash))
  await transact(ctx, async (ctx) => {
    const user_id =
      (await sso.userOf(ctx.db, provider.id, person.subject)) ??
      (await createAccount(ctx, provider.id, person))
    const account = await accounts.byId(ctx.db, user_id)
    if (account?.status !== 'active') throw new AppError('account.disabled')
    await openSession(ctx, user_id)
  })
  return `/${stored.return_hash ?? '#/home'}`
}

function failed(ctx: PublicContext, error: unknown, back: string | null): never {
  ctx.log.warn({ err: error }, 'a single sign-on did not succeed')
  throw new AppError('login.sso_failed', { return: back, ...(isOfClocks(error) && { state: 'clocks' }) })
}

/** Whether the institution's word was refused as too old or of the future. */
function isOfClocks(error: unknown): boolean {
  let at = error
  for (let depth = 0; at instanceof Error && depth < 8; depth += 1) {
    if ((at as { code?: unknown }).code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return true
    at = at.cause
  }
  return false
}

/**
 * A new account for a person of the institution. An account that happens to have the same e-mail is
 * never taken over: the address is left out then.
 */
async function createAccount(
  ctx: PublicContext,
  provider: 'oidc' | 'cas',
  person: SsoPerson,
): Promise<string> {
  const email = emailAddress(person.email)
  const free = email && !(await accounts.byLogin(ctx.db, email)) ? email : null
  const account = await freeName(ctx, person.account)
  const nick_name = (person.nick_name ?? person.account ?? account).slice(0, 40)
  const row = newAccount(ctx, { account, nick_name, target: free, subject_codes: [] })
  if (!(await accounts.insert(ctx.db, row))) throw new AppError('login.sso_failed')
  const created_at = ctx.now().toISOString()
  await sso.insertIdentity(ctx.db, { provider, subject: person.subject, user_id: row.id, created_at })
  return row.id
}

/**
 * The institution's name for the person where it fits and is free, else one of our own. A student
 * number gets a letter before it: account names never look like phone numbers.
 */
async function freeName(ctx: PublicContext, wanted: string | null): Promise<string> {
  const name = wanted !== null && /^\d/.test(wanted) ? `u${wanted}` : wanted
  const fits = name !== null && accountRule(name) === null
  if (fits && !(await accounts.byLogin(ctx.db, name))) return name
  return `u${ctx.newId().slice(-12)}`
}
