import { hash } from 'node:crypto'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { McpFault, type McpSession, type McpTool } from '../../platform/providers/mcp/port.ts'
import * as calls from './call.store.ts'
import { connect } from './connection.ts'
import * as servers from './server.store.ts'
import { approvalState, isUsable, isWriteTool, parseTools, TOOLS_CHANGED_MESSAGE } from './server-view.ts'
import { createSharedSession } from './shared-session.ts'

/** Whose tools they are: everything of a context that outlives a request. */
export type ToolContext = Pick<BaseContext, 'db' | 'config' | 'log' | 'providers' | 'now' | 'newId'> & {
  actor: { id: string }
}

/** A tool as an answer takes it (`AnswerTool` of answers/task.ts, which only its own feature may name). */
export interface RunnableTool {
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: object
  /** It changes something, or may: every call is asked for. */
  writes: boolean
  run: (args: unknown, signal: AbortSignal) => Promise<string>
}

/**
 * The tools of these servers for one answer of one person: of those alone that are switched on, approved and in order.
 * Nothing is connected yet: the first call of a server opens a session for this answer, and looks whether the tools
 * are still the approved ones; half a minute after the last call it ends. Take a context outside of a transaction.
 */
export async function toolsFor(ctx: ToolContext, mcp_ids: string[]): Promise<RunnableTool[]> {
  if (mcp_ids.length === 0) return []
  const wanted = new Set(mcp_ids)
  const chosen = await servers.findEnabledIds(ctx.db, ctx.actor.id)
  const rows = (await servers.listAll(ctx.db)).filter(
    (row) => wanted.has(row.id) && chosen.has(row.id) && isUsable(ctx, row),
  )
  return rows.flatMap((row) => serverTools(ctx, row))
}

function serverTools(ctx: ToolContext, row: servers.ServerRow): RunnableTool[] {
  const use = createSharedSession(() => openApproved(ctx, row))
  const tools = parseTools(row.approved_tools)
  const names = uniqueNames(row.prefix, tools)
  return tools.map((tool, at) => ({
    name: names[at] ?? tool.name,
    description: tool.description,
    parameters: tool.parameters,
    writes: isWriteTool(row, tool),
    run: (args, signal) =>
      logCall(ctx, row, tool, args, async () => {
        await requireAllowed(ctx, row)
        return use((session) => session.call(tool.name, args, signal))
      }),
  }))
}

/** An answer may take minutes, and the operator's word counts at once. */
async function requireAllowed(ctx: ToolContext, row: servers.ServerRow): Promise<void> {
  const now = await servers.find(ctx.db, row.id)
  if (!now || !isUsable(ctx, now) || isMoreRestricted(now, row))
    throw new McpFault(now?.message ?? '管理员已停用这个工具服务')
}

/** Whether less is allowed than when the answer began. */
const isMoreRestricted = (now: servers.ServerRow, then: servers.ServerRow) =>
  now.approved_hash !== then.approved_hash || now.trusted < then.trusted || now.inside < then.inside

const MAX_TOOL_NAME_CHARS = 64

/** Names that every model takes (letters, digits, `_`, `-`; at most 64), each its own. */
function uniqueNames(prefix: string, tools: McpTool[]): string[] {
  const taken = new Set<string>()
  return tools.map(({ name }) => {
    const plain = `${prefix}__${name.replace(/[^\w-]/g, '_')}`.slice(0, MAX_TOOL_NAME_CHARS)
    const own = taken.has(plain) ? `${plain.slice(0, MAX_TOOL_NAME_CHARS - 4)}_${taken.size}` : plain
    taken.add(own)
    return own
  })
}

/** A session whose tools are what the operator approved. @throws McpFault, after taking the server out of use. */
async function openApproved(ctx: ToolContext, row: servers.ServerRow): Promise<McpSession> {
  const session = await connect(ctx, row)
  if (session.hash === row.approved_hash) return session
  session.close()
  ctx.log.warn({ server: row.id }, 'a server of tools has changed its tools')
  await transact(ctx, async (ctx) => {
    const now = await servers.find(ctx.db, row.id)
    // Somebody may have approved the new tools in the meantime, or moved the server.
    if (now?.approved_hash !== row.approved_hash) return
    await servers.update(ctx.db, row.id, {
      ...approvalState(row, session),
      checked_at: ctx.now().toISOString(),
    })
  })
  throw new McpFault(TOOLS_CHANGED_MESSAGE)
}

/** Notes who called what and how it ended; of the arguments only a hash, of the answer nothing. */
async function logCall(
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
