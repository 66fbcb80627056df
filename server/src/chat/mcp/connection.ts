import type { BaseContext } from '../../platform/context/context.ts'
import { openSecret as unseal } from '../../platform/context/secrets.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { McpFault, type McpSession, type McpTarget } from '../../platform/providers/mcp/port.ts'
import type { ServerRow } from './server.store.ts'
import { STDIO_DISABLED_MESSAGE } from './server-view.ts'

/**
 * Connects to an MCP server with its stored secrets.
 *
 * @throws McpFault with a message in Chinese.
 */
export async function connect(
  ctx: Pick<BaseContext, 'config' | 'providers'>,
  row: ServerRow,
): Promise<McpSession> {
  if (row.transport === 'stdio' && ctx.config.MCP_STDIO === 'off') throw new McpFault(STDIO_DISABLED_MESSAGE)
  return ctx.providers.mcp.open(connectionTarget(ctx, row))
}

function connectionTarget(ctx: Pick<BaseContext, 'config'>, row: ServerRow): McpTarget {
  const { transport, url, command } = row
  const secrets = unsealAll(ctx, JSON.parse(row.secrets))
  if (transport === 'http' && url) return { transport, url, headers: secrets, inside: row.inside === 1 }
  if (transport === 'stdio' && command)
    return { transport, command, args: JSON.parse(row.args), env: secrets }
  throw new McpFault('没有填写地址或命令')
}

function unsealAll(ctx: Pick<BaseContext, 'config'>, sealed: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(sealed).map(([name, text]) => [name, unseal(ctx, text)]))
  } catch (error) {
    if (error instanceof AppError) throw new McpFault(error.message)
    throw error
  }
}

const IDLE_TIMEOUT_MS = 30_000

/**
 * Creates a shared session that is opened on first use, reopened when it breaks, and closed when it is no longer used.
 */
export function createSharedSession(open: () => Promise<McpSession>) {
  let opened: Promise<McpSession> | null = null
  let users = 0
  let idle: NodeJS.Timeout | undefined

  const end = () => {
    opened?.then((session) => session.close()).catch(() => {})
    opened = null
  }
  const current = async (mayReopen: boolean): Promise<McpSession> => {
    opened ??= open()
    const mine = opened
    try {
      const session = await mine
      if (!session.broken() || !mayReopen) return session
    } catch (error) {
      if (opened === mine) opened = null
      throw error
    }
    if (opened === mine) end()
    return current(false)
  }
  return async (work: (session: McpSession) => Promise<string>): Promise<string> => {
    clearTimeout(idle)
    users += 1
    try {
      return await work(await current(true))
    } finally {
      users -= 1
      if (users === 0) idle = setTimeout(end, IDLE_TIMEOUT_MS).unref()
    }
  }
}
