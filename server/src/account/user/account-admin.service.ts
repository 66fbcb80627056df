import type { api, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as accounts from './account.store.ts'
import * as sessions from './session.store.ts'

type Admin = typeof api.admin

/** Returns the view of an account for the operator. */
function toAccount(row: accounts.AccountRow & { last_seen_at: string | null }) {
  const { id, account, nick_name, email, phone, organization, status, created_at, last_seen_at } = row
  return {
    id,
    account,
    nick_name,
    email,
    phone,
    organization,
    is_admin: row.is_admin === 1,
    is_checker: row.is_checker === 1,
    status,
    created_at,
    last_seen_at,
  }
}

/** Lists all accounts, newest first, for the operator. */
export async function listAccounts(ctx: Context, filter: ParsedInputOf<Admin['users']>) {
  const { list, total } = await accounts.listAccounts(ctx.db, filter)
  return { list: list.map(toAccount), total, page_num: filter.page_num, page_size: filter.page_size }
}

/**
 * Disables or enables an account, or grants or withdraws a role.
 *
 * @throws AppError `user.not_found`; `account.last_operator` when no operator would remain.
 */
export async function setAccount(ctx: Context, input: ParsedInputOf<Admin['setUser']>) {
  return transact(ctx, async (ctx) => {
    const row = await accounts.findAccount(ctx.db, input.user_id)
    if (!row) throw new AppError('user.not_found')
    const change = accountChange(row, input)
    await accounts.updateAccount(ctx.db, row.id, { ...change, updated_at: ctx.now().toISOString() })
    if ((await accounts.countOperators(ctx.db)) === 0) throw new AppError('account.last_operator')
    if (change.status === 'disabled') await sessions.removeSessionsOfUser(ctx.db, row.id)
    const [newest] = await sessions.listSessionsOfUser(ctx.db, row.id)
    return toAccount({ ...row, ...change, last_seen_at: newest?.last_seen_at ?? null })
  })
}

/** Returns the requested state and role; what the input omits stays as the account has it. */
function accountChange(row: accounts.AccountRow, input: ParsedInputOf<Admin['setUser']>) {
  const toStored = (value: boolean | undefined, before: 0 | 1) =>
    value === undefined ? before : ((value ? 1 : 0) as 0 | 1)
  return {
    status: input.status ?? row.status,
    is_admin: toStored(input.is_admin, row.is_admin),
    is_checker: toStored(input.is_checker, row.is_checker),
  }
}
