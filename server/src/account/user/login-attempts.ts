// Limits guesses of passwords and codes. An address is here a network (`networkKey`), also in the columns named `ip`: an
// IPv4 address or the /64 of an IPv6 address.
import { type BaseContext, type PublicContext, transact } from '../../platform/context/context.ts'
import { CLOCK_SKEW_MS, latestPlausible } from '../../platform/foundation/clock.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as addresses from './known-address.store.ts'
import * as failures from './login-failure.store.ts'

const MINUTE_MS = 60_000
/** Failures count for this long. */
const WINDOW_MS = 15 * MINUTE_MS
/** Maximum number of failures under a key in the window. */
const MAX_FAILURES_PER_KEY = 10
/**
 * Maximum number of failures from an address in the window, which many people may share. Multiplied by
 * `RATE_LIMIT_SCALE`; the limits under a key are not.
 */
const MAX_FAILURES_PER_ADDRESS = 300
/**
 * Limit under a personal key (`isPersonalKey`) once its address has reached `MAX_FAILURES_PER_ADDRESS`: neighbours on
 * the address cannot lock a person out, and cannot guess more than this.
 */
const MAX_FAILURES_PER_KEY_ON_FULL_ADDRESS = 3
/** How long an address is known after the last log-in there. */
const KNOWN_ADDRESS_TTL_MS = 90 * 24 * 60 * MINUTE_MS
/** Maximum number of known addresses of a person; the latest are kept. */
const MAX_KNOWN_ADDRESSES_PER_USER = 20

/** The keys under which guesses are counted; docs/adr/0010 explains why known addresses have keys of their own. */
export const guessKeys = {
  /** Log-in from anywhere the person has not logged in before. */
  account: (user_id: string) => `account:${user_id}`,
  /** Log-in from an address where the person has logged in before. */
  knownAddress: (user_id: string, network: string) => `account:${user_id}@${network}`,
  /** The present password, entered by somebody who is logged in; a stranger cannot exhaust it. */
  own: (user_id: string) => `account:${user_id}:own`,
  /** Log-in to an account that does not exist. */
  nobody: (login: string) => `nobody:${login}`,
  /** Codes sent to an e-mail address or a phone. */
  code: (target: string) => `code:${target}`,
}

/** Returns whether a key is one of `knownAddress` or `own`: strangers elsewhere cannot exhaust it. */
const isPersonalKey = (key: string) => /^account:[^:@]+(?:@|:own$)/.test(key)

/**
 * Returns the key under which a log-in counts. It does not depend on which identifier (name, e-mail or phone) was
 * typed.
 */
export async function loginKey(
  ctx: PublicContext,
  login: string,
  account: { id: string } | undefined,
): Promise<string> {
  const since = new Date(ctx.now().getTime() - KNOWN_ADDRESS_TTL_MS).toISOString()
  // Queried without an account too, so that the response takes equally long.
  const isKnown = await addresses.isKnownAddress(ctx.db, account?.id ?? '', ctx.client.network, since)
  if (!account) return guessKeys.nobody(login)
  return isKnown ? guessKeys.knownAddress(account.id, ctx.client.network) : guessKeys.account(account.id)
}

/** Records the address of a verified person, so that strangers elsewhere cannot lock them out there. */
export async function rememberAddress(ctx: PublicContext, user_id: string): Promise<void> {
  await addresses.saveAddress(ctx.db, { user_id, ip: ctx.client.network, seen_at: ctx.now().toISOString() })
  await addresses.removeAllAddressesButLast(ctx.db, user_id, MAX_KNOWN_ADDRESSES_PER_USER)
}

/**
 * Runs `check` as one guess. The guess is counted as a failure before the check, so that concurrent guesses cannot
 * evade the limit, and uncounted when `check` returns; when it throws, the failure stays counted.
 *
 * @throws AppError `login.throttled` with `retry_after`, in seconds: after 10 failures under the key, or 300 times
 *   `RATE_LIMIT_SCALE` from the address, in 15 min; once the address has reached its limit, after 3 under a personal
 *   key. A `server.busy` that `check` throws is not counted.
 */
export async function withAttemptLimit<T>(
  ctx: PublicContext,
  key: string,
  check: () => Promise<T>,
): Promise<T> {
  const id = await countFailure(ctx, key)
  try {
    const result = await check()
    await failures.removeFailure(ctx.db, id)
    return result
  } catch (error) {
    // A busy server has not checked the guess.
    if (error instanceof AppError && error.id === 'server.busy') await failures.removeFailure(ctx.db, id)
    throw error
  }
}

/**
 * Counts a failure under a key and from the caller's network; returns its id.
 *
 * @throws AppError `login.throttled`, see `withAttemptLimit`.
 */
async function countFailure(ctx: PublicContext, account_key: string): Promise<string> {
  const now = ctx.now()
  const period = {
    since: new Date(now.getTime() - WINDOW_MS).toISOString(),
    until: latestPlausible(now, CLOCK_SKEW_MS),
  }
  const maxOfAddress = MAX_FAILURES_PER_ADDRESS * ctx.config.RATE_LIMIT_SCALE
  const id = ctx.newId()
  await transact(ctx, async (ctx) => {
    const ofKey = await failures.countFailuresBetween(ctx.db, 'account_key', account_key, period)
    const ofAddress = await failures.countFailuresBetween(ctx.db, 'ip', ctx.client.network, period)
    const isAddressFull = ofAddress.total >= maxOfAddress
    const isPersonal = isPersonalKey(account_key)
    const maxOfKey = isAddressFull && isPersonal ? MAX_FAILURES_PER_KEY_ON_FULL_ADDRESS : MAX_FAILURES_PER_KEY
    if (ofKey.total >= maxOfKey) throw throttled(ofKey, now)
    if (isAddressFull && !isPersonal) throw throttled(ofAddress, now)
    await failures.insertFailure(ctx.db, {
      id,
      account_key,
      ip: ctx.client.network,
      created_at: now.toISOString(),
    })
  })
  return id
}

/** Creates the error of a limit, with the time until the oldest of the counted failures leaves the window. */
function throttled({ oldest }: { oldest: string | null }, now: Date): AppError {
  const free_at = Date.parse(oldest ?? now.toISOString()) + WINDOW_MS
  return new AppError('login.throttled', { retry_after: Math.ceil((free_at - now.getTime()) / 1000) })
}

/** Deletes attempts and addresses that no longer count. */
export async function purgeAttempts(ctx: BaseContext): Promise<void> {
  const before = (ms: number) => new Date(ctx.now().getTime() - ms).toISOString()
  await failures.removeFailuresBefore(ctx.db, before(WINDOW_MS))
  await addresses.removeAddressesBefore(ctx.db, before(KNOWN_ADDRESS_TTL_MS))
}
