import type { api, OutputOf } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import type { McpSession, McpTool } from '../../platform/providers/mcp/port.ts'
import type { ServerRow } from './server.store.ts'

type AdminServerView = OutputOf<typeof api.mcp.save>
type ToolView = AdminServerView['tools'][number]

/** Message of a server that was disabled because its tools are no longer those that were approved. */
export const TOOLS_CHANGED_MESSAGE = '工具或说明与确认时不同，已停用，请管理员核对后重新确认'
/** Message of a server whose tools an operator has yet to approve. */
const UNAPPROVED_MESSAGE = '请核对工具后确认启用'
/** Message of a server that is a program of this machine while such programs are disabled. */
export const STDIO_DISABLED_MESSAGE = '本机命令方式没有开启（MCP_STDIO）'

/** Parses a stored list of tools; null yields an empty list. */
export const parseTools = (json: string | null): McpTool[] => (json === null ? [] : JSON.parse(json))

/**
 * Returns whether a tool may change something; a server's claim to be read-only counts only if the operator trusts the
 * server.
 */
export const isWriteTool = (row: Pick<ServerRow, 'trusted'>, tool: McpTool) =>
  !(row.trusted === 1 && tool.read_only)

const toToolViews = (row: ServerRow, tools: McpTool[]): ToolView[] =>
  tools.map((tool) => ({ name: tool.name, description: tool.description, writes: isWriteTool(row, tool) }))

/**
 * Converts a server to the view for all users; a program of this machine fails while such programs are
 * disabled.
 */
export function toServerView(ctx: Pick<BaseContext, 'config'>, row: ServerRow) {
  const isDisabled = row.transport === 'stdio' && ctx.config.MCP_STDIO === 'off'
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    state: isDisabled ? ('failed' as const) : row.state,
    message: isDisabled ? STDIO_DISABLED_MESSAGE : row.message,
    tools: toToolViews(row, parseTools(row.approved_tools)),
  }
}

/** Returns whether a server is active, approved and ready. */
export const isUsable = (ctx: Pick<BaseContext, 'config'>, row: ServerRow) =>
  row.active === 1 && row.approved_hash !== null && toServerView(ctx, row).state === 'ready'

/** Converts a server to the view for operators, without the values of its secrets. */
export function toAdminServerView(
  ctx: Pick<BaseContext, 'config'>,
  row: ServerRow,
  user_count: number,
): AdminServerView {
  const { transport, url, command, checked_at, approved_at, created_at } = row
  return {
    ...toServerView(ctx, row),
    transport,
    url,
    command,
    args: JSON.parse(row.args),
    secrets: Object.keys(JSON.parse(row.secrets)),
    inside: row.inside === 1,
    trusted: row.trusted === 1,
    active: row.active === 1,
    user_count,
    checked_at,
    approved_at,
    found: foundTools(row),
    created_at,
  }
}

/**
 * Returns the tools that differ from the approved ones, and how they differ; null when there are none to
 * approve.
 */
function foundTools(row: ServerRow): AdminServerView['found'] {
  if (row.found_hash === null) return null
  const found = parseTools(row.found_tools)
  const changes = toolChanges(parseTools(row.approved_tools), found)
  return { hash: row.found_hash, tools: toToolViews(row, found), changes }
}

/** Returns the names of the tools that were added, removed or changed. */
function toolChanges(before: McpTool[], after: McpTool[]) {
  const oldTools = toolsByName(before)
  const newTools = toolsByName(after)
  const isChanged = (name: string) => oldTools.has(name) && oldTools.get(name) !== newTools.get(name)
  return {
    added: [...newTools.keys()].filter((name) => !oldTools.has(name)),
    removed: [...oldTools.keys()].filter((name) => !newTools.has(name)),
    changed: [...newTools.keys()].filter(isChanged),
  }
}

/** Returns tools as JSON by their names, to compare them. */
const toolsByName = (tools: McpTool[]) => new Map(tools.map((tool) => [tool.name, JSON.stringify(tool)]))

/** Returns the state of a server that follows from comparing its present tools with the approved ones. */
export function approvalState(
  row: ServerRow,
  present: Pick<McpSession, 'tools' | 'hash'>,
): Partial<ServerRow> {
  if (row.approved_hash === present.hash)
    return { state: 'ready', message: null, found_tools: null, found_hash: null }
  const found = { found_tools: JSON.stringify(present.tools), found_hash: present.hash }
  if (row.approved_hash === null) return { state: 'unknown', message: UNAPPROVED_MESSAGE, ...found }
  return { state: 'failed', message: TOOLS_CHANGED_MESSAGE, ...found }
}
