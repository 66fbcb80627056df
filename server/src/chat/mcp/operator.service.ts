import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { McpFault, type McpSession } from '../../platform/providers/mcp/port.ts'
import * as calls from './call.store.ts'
import { connect } from './connection.ts'
import * as servers from './server.store.ts'
import { newServerFields, serverChange } from './server-change.ts'
import { approvalState, toAdminServerView } from './server-view.ts'

type Mcp = typeof api.mcp
type AdminServerView = OutputOf<Mcp['save']>
type ServerInput = ParsedInputOf<Mcp['save']>
type Row = servers.ServerRow

const getAdminServerView = async (ctx: Context, id: string): Promise<AdminServerView> => {
  const row = await requireServer(ctx, id)
  return toAdminServerView(ctx, row, (await servers.countUsers(ctx.db)).get(id) ?? 0)
}

/** @throws AppError `mcp.not_found`. */
async function requireServer(ctx: Context, id: string): Promise<Row> {
  const row = await servers.find(ctx.db, id)
  if (!row) throw new AppError('mcp.not_found')
  return row
}

/** Returns all servers with their settings and numbers of users. */
export async function listAdminServers(ctx: Context): Promise<OutputOf<Mcp['adminServers']>> {
  const counts = await servers.countUsers(ctx.db)
  const rows = await servers.listAll(ctx.db)
  return {
    stdio_allowed: ctx.config.MCP_STDIO === 'on',
    list: rows.map((row) => toAdminServerView(ctx, row, counts.get(row.id) ?? 0)),
  }
}

const MAX_SERVERS = 50

/**
 * Adds or changes a server. Its tools are available only after a test and the operator's approval.
 *
 * @throws AppError `mcp.not_found`; `mcp.stdio_off`; `input.invalid`, also for a further server than
 *   `MAX_SERVERS`.
 */
export async function saveServer(ctx: Context, input: ServerInput): Promise<AdminServerView> {
  if (input.transport === 'stdio' && ctx.config.MCP_STDIO === 'off') throw new AppError('mcp.stdio_off')
  return transact(ctx, async (ctx) => {
    if (input.id !== undefined) {
      const existing = await requireServer(ctx, input.id)
      await servers.update(ctx.db, existing.id, serverChange(ctx, input, existing))
      return getAdminServerView(ctx, existing.id)
    }
    const rows = await servers.listAll(ctx.db)
    if (rows.length >= MAX_SERVERS) throw invalidInput('name', `最多 ${MAX_SERVERS} 个，请先删除不用的`)
    const row = { ...newServerFields(ctx, input.name, rows), ...serverChange(ctx, input, null) }
    await servers.insert(ctx.db, row)
    return getAdminServerView(ctx, row.id)
  })
}

/**
 * Deletes a server.
 *
 * @throws AppError `mcp.not_found`.
 */
export async function removeServer(ctx: Context, { id }: ParsedInputOf<Mcp['remove']>) {
  if (!(await servers.remove(ctx.db, id))) throw new AppError('mcp.not_found')
  return null
}

/**
 * Connects to a server, lists its tools and stores the result; an approval stays valid only while the tools are exactly
 * the same.
 *
 * @throws AppError `mcp.not_found`; `mcp.changed_again` when the server was changed during the test.
 */
export async function testServer(
  ctx: Context,
  { id }: ParsedInputOf<Mcp['test']>,
): Promise<OutputOf<Mcp['test']>> {
  const row = await requireServer(ctx, id)
  const started = performance.now()
  const inspected = await inspectServer(ctx, row)
  const took_ms = Math.round(performance.now() - started)
  const change =
    inspected instanceof McpFault
      ? { state: 'failed' as const, message: inspected.message }
      : approvalState(row, inspected)
  await transact(ctx, async (ctx) => {
    const current = await requireServer(ctx, id)
    // The server was changed meanwhile, so the result belongs to the former target.
    if (current.updated_at !== row.updated_at) throw new AppError('mcp.changed_again')
    await servers.update(ctx.db, id, { ...change, checked_at: ctx.now().toISOString() })
  })
  const ok = !(inspected instanceof McpFault)
  const message = ok ? `已连接，共 ${inspected.tools.length} 个工具` : inspected.message
  return { ok, message, took_ms, server: await getAdminServerView(ctx, id) }
}

/** Connects to a server once; returns its tools, or the fault. */
async function inspectServer(ctx: Context, row: Row): Promise<Pick<McpSession, 'tools' | 'hash'> | McpFault> {
  try {
    const session = await connect(ctx, row)
    session.close()
    return session
  } catch (error) {
    if (error instanceof McpFault) return error
    throw error
  }
}

/**
 * Approves the tools that the last test found.
 *
 * @throws AppError `mcp.not_found`; `mcp.changed_again` when these are no longer the tools with the given hash.
 */
export async function approveTools(
  ctx: Context,
  { id, hash }: ParsedInputOf<Mcp['approve']>,
): Promise<AdminServerView> {
  return transact(ctx, async (ctx) => {
    const row = await requireServer(ctx, id)
    if (row.found_hash === null && row.approved_hash === hash) return getAdminServerView(ctx, id)
    if (row.found_hash !== hash) throw new AppError('mcp.changed_again')
    await servers.update(ctx.db, id, {
      state: 'ready',
      message: null,
      approved_tools: row.found_tools,
      approved_hash: hash,
      approved_at: ctx.now().toISOString(),
      found_tools: null,
      found_hash: null,
    })
    return getAdminServerView(ctx, id)
  })
}

/** Returns a page of tool calls of all users, newest first. */
export async function listCalls(ctx: Context, filter: ParsedInputOf<Mcp['calls']>) {
  const { list, total } = await calls.findPage(ctx.db, filter)
  const { page_num, page_size } = filter
  return { list: list.map((row) => ({ ...row, ok: row.ok === 1 })), total, page_num, page_size }
}
