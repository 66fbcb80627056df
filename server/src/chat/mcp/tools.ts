import * as servers from './server.store.ts'
import { isUsable, isWriteTool, parseTools } from './server-view.ts'
import { createSharedSession } from './shared-session.ts'
import { logCall, openApproved, requireAllowed, type ToolContext } from './tool-call.ts'
import { uniqueNames } from './tool-names.ts'

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
