import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as servers from './server.store.ts'
import { toServerView } from './server-view.ts'

type Mcp = typeof api.mcp

/** Returns the active servers, and whether the caller has enabled each. */
export async function listServers(ctx: Context): Promise<OutputOf<Mcp['servers']>> {
  const chosen = await servers.findEnabledIds(ctx.db, ctx.actor.id)
  const rows = (await servers.listAll(ctx.db)).filter((row) => row.active === 1)
  return rows.map((row) => ({ ...toServerView(ctx, row), enabled: chosen.has(row.id) }))
}

/**
 * Enables or disables a server for the caller.
 *
 * @throws AppError `mcp.not_found`.
 */
export async function enableServer(ctx: Context, { id, enabled }: ParsedInputOf<Mcp['enable']>) {
  return transact(ctx, async (ctx) => {
    const row = await servers.find(ctx.db, id)
    if (row?.active !== 1) throw new AppError('mcp.not_found')
    if (enabled) await servers.enableForUser(ctx.db, ctx.actor.id, id, ctx.now().toISOString())
    else await servers.disableForUser(ctx.db, ctx.actor.id, id)
    return { ...toServerView(ctx, row), enabled }
  })
}
