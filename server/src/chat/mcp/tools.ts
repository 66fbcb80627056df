import { hash } from 'node:crypto'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { McpFault, type McpSession, type McpTool } from '../../platform/providers/mcp/port.ts'
import * as calls from './call.store.ts'
import { connect } from './connection.ts'
import * as servers from './server.store.ts'
import { approvalState, isUsable, isWriteTool, parseTools, TOOLS_CHANGED_MESSAGE } from './server-view.ts'
import { createSharedSession } from './shared-session.ts'

/** The parts of a context that outlive a request, with the user on whose behalf tools run. */
export type ToolContext = Pick<BaseContext, 'db' | 'config' | 'log' | 'providers' | 'now' | 'newId'> & {
  actor: { id: string }
}

/**
 * A tool in the form that answers use; it matches `AnswerTool` of `answers/task/task.ts`, which only that feature may
 * import.
 */
export interface RunnableTool {
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: object
  /** The tool changes something or may do so; every call needs approval. */
  writes: boolean
  run: (args: unknown, signal: AbortSignal) => Promise<string>
}

/**
 * Returns the tools of the given servers for one answer: only those of servers that the user has enabled, that are
 * approved and ready. No connection is made yet: the first call to a server opens a session for this answer and checks
 * that its tools are still the approved ones; half a minute after the last call the session is closed. The context must
 * not belong to a transaction.
 */
export async function toolsFor(ctx: ToolContext, mcp_ids: string[]): Promise<RunnableTool[]> {
  if (mcp_ids.length === 0) return []
  const requested = new Set(mcp_ids)
  const enabled = await servers.findEnabledIds(ctx.db, ctx.actor.id)
  const rows = (await servers.listAll(ctx.db)).filter(
    (row) => requested.has(row.id) && enabled.has(row.id) && isUsable(ctx, row),
  )
  return rows.flatMap((row) => serverTools(ctx, row))
}

/** Returns the approved tools of a server, which share one session and log every call. */
function serverTools(ctx: ToolContext, row: servers.ServerRow): RunnableTool[] {
  const withSession = createSharedSession(() => openApproved(ctx, row))
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
        return withSession((session) => session.call(tool.name, args, signal))
      }),
  }))
}

/**
 * Checks before a call that the server may still be used, since an answer may take minutes and a decision of the
 * operator applies at once.
 */
async function requireAllowed(ctx: ToolContext, row: servers.ServerRow): Promise<void> {
  const current = await servers.find(ctx.db, row.id)
  if (!current || !isUsable(ctx, current) || isMoreRestricted(current, row))
    throw new McpFault(current?.message ?? '管理员已停用这个工具服务')
}

/** Returns whether less is permitted than when the answer started. */
const isMoreRestricted = (current: servers.ServerRow, former: servers.ServerRow) =>
  current.approved_hash !== former.approved_hash ||
  current.trusted < former.trusted ||
  current.inside < former.inside

/** Maximum length of the name of a function in the calls of chat models. */
const MAX_TOOL_NAME_CHARS = 64
/** Room for the number that tells equal names apart: `_123`. */
const NUMBER_SUFFIX_CHARS = 4

/** Returns unique names of the tools that every model accepts: letters, digits, `_` and `-`, at most 64 characters. */
function uniqueNames(prefix: string, tools: McpTool[]): string[] {
  const taken = new Set<string>()
  return tools.map(({ name }) => {
    const candidate = `${prefix}__${name.replace(/[^\w-]/g, '_')}`.slice(0, MAX_TOOL_NAME_CHARS)
    const shortened = candidate.slice(0, MAX_TOOL_NAME_CHARS - NUMBER_SUFFIX_CHARS)
    const unique = taken.has(candidate) ? `${shortened}_${taken.size}` : candidate
    taken.add(unique)
    return unique
  })
}

/**
 * Opens a session whose tools are the approved ones.
 *
 * @throws McpFault when the tools have changed, after disabling the server.
 */
async function openApproved(ctx: ToolContext, row: servers.ServerRow): Promise<McpSession> {
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
