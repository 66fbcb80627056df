import { hash } from '@node-rs/argon2'
import * as accounts from '../account/user/account.store.ts'
import { toUser } from '../account/user/profile.service.ts'
import { buildAccountRow } from '../account/user/register.service.ts'
import { openSession } from '../account/user/session.service.ts'
import type { BaseContext, PublicContext } from '../platform/context/context.ts'

const LOOPBACK = '127.0.0.1'

/** The least that argon2 accepts: a log-in then takes a fraction of the time. */
const LEAST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * Creates a logged-in account as the registration does, without mail and code; the first account is the operator.
 * Registration itself is tested in `user/`.
 */
export async function createSignedUpUser(base: BaseContext, account: string, password: string) {
  const name = base.config.PUBLIC_URL?.startsWith('https:') ? '__Host-session' : 'session'
  let cookie = ''
  const ctx: PublicContext = {
    ...base,
    client: { ip: LOOPBACK, network: LOOPBACK, user_agent: 'lightMyRequest', is_local: true },
    cookie: {
      set: (token) => {
        cookie = `${name}=${token}`
      },
      clear: () => {},
    },
    stream: { after: 0, signal: new AbortController().signal },
    actor: null,
  }
  const person = {
    account,
    nick_name: account,
    target: `${account.toLowerCase()}@example.edu.cn`,
    subject_codes: [],
  }
  const is_first = (await accounts.countAccounts(base.db)) === 0
  const password_hash = await hash(password.normalize('NFKC'), LEAST_COST)
  const row = { ...buildAccountRow(base, person), password_hash, is_admin: is_first ? 1 : 0 } as const
  await accounts.insertAccount(base.db, row)
  if (is_first) await base.onAdminCreated?.(base)
  await openSession(ctx, row.id)
  return { cookie, user: toUser(row) }
}
