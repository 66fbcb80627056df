import { hash } from 'node:crypto'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { McpFault, type McpSession, type McpTool } from '../../platform/providers/mcp/port.ts'
import * as calls from './call.store.ts'
import { connect } from './connection.ts'
import * as servers from './server.store.ts'
import { approvalState, isUsable, TOOLS_CHANGED_MESSAGE } from './server-view.ts'

/** The parts of a context that outlive a request, with the user on whose behalf tools run. */
export type ToolContext = Pick<BaseContext, 'db' | 'config' | 'log' | 'providers' | 'now' | 'newId'> & {
  actor: { id: string }
}

/**
 * Checks before a call that the server may still be used, since an answer may take minutes and a decision of the
 * operator applies at once.
 */
export async function requireAllowed(ctx: ToolContext, row: servers.ServerRow): Promise<void> {
  const current = await servers.find(ctx.db, row.id)
  if (!current || !isUsable(ctx, current) || isMoreRestricted(current, row))
    throw new McpFault(current?.message ?? '管理员已停用这个工具服务')
}

/** Returns whether less is permitted than when the answer started. */
const isMoreRestricted = (current: servers.ServerRow, former: servers.ServerRow) =>
  current.approved_hash !== former.approved_hash ||
  current.trusted < former.trusted ||
  current.inside < former.inside

/**
 * Opens a session whose tools are the approved ones.
 *
 * @throws McpFault when the tools have changed, after disabling the server.
 */
export async function openApproved(ctx: ToolContext, row: servers.ServerRow): Promise<McpSession> {
  const session = await connect(ctx, row)
  if (session.hash === row.approved_hash) return session
  session.close()
  ctx.log.warn({ server: row.id }, 'a server of tools has changed its tools')
  await transact(ctx, async (ctx) => {
    const current = await servers.find(ctx.db, row.id)
    // The new tools may have been approved meanwhile, or the server moved.
    if (current?.approved_hash !== row.approved_hash) return
    await servers.update(ctx.db, row.id, {
      ...approvalState(row, session),
      checked_at: ctx.now().toISOString(),
    })
  })
  throw new McpFault(TOOLS_CHANGED_MESSAGE)
}

/**
 * Records a call with its user, duration and outcome; of the arguments only a hash is stored, and nothing of the
 * result.
 */
export async function logCall(
  ctx: ToolContext,
  row: servers.ServerRow,
  tool: McpTool,
  args: unknown,
  work: () => Promise<string>,
): Promise<string> {
  const started = performance.now()
  let ok = false
  try {
    const answer = await work()
    ok = true
    return answer
  } finally {
    await calls.insert(ctx.db, {
      id: ctx.newId(),
      user_id: ctx.actor.id,
      server_id: row.id,
      server_name: row.name,
      tool: tool.name,
      args_hash: hash('sha256', JSON.stringify(args ?? {}), 'hex'),
      ok: ok ? 1 : 0,
      ms: Math.round(performance.now() - started),
      created_at: ctx.now().toISOString(),
    })
  }
}
