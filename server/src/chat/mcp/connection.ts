import type { BaseContext } from '../../platform/context/context.ts'
import { openSecret } from '../../platform/context/secrets.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { McpFault, type McpSession, type McpTarget } from '../../platform/providers/mcp/port.ts'
import type { ServerRow } from './server.store.ts'
import { STDIO_DISABLED_MESSAGE } from './server-view.ts'

/**
 * Connects to an MCP server with its stored secrets.
 *
 * @throws McpFault with a message in Chinese when programs of this machine are disabled, the address or command is
 * missing, a secret cannot be opened, or the server does not answer.
 */
export async function connect(
  ctx: Pick<BaseContext, 'config' | 'providers'>,
  row: ServerRow,
): Promise<McpSession> {
  if (row.transport === 'stdio' && ctx.config.MCP_STDIO === 'off') throw new McpFault(STDIO_DISABLED_MESSAGE)
  return ctx.providers.mcp.open(connectionTarget(ctx, row))
}

/** Returns where a server is and with which secrets; servers inside the operator's network are marked as such. */
function connectionTarget(ctx: Pick<BaseContext, 'config'>, row: ServerRow): McpTarget {
  const { transport, url, command } = row
  const secrets = openSecrets(ctx, JSON.parse(row.secrets))
  if (transport === 'http' && url) return { transport, url, headers: secrets, inside: row.inside === 1 }
  if (transport === 'stdio' && command)
    return { transport, command, args: JSON.parse(row.args), env: secrets }
  throw new McpFault('没有填写地址或命令')
}

/** Opens sealed secrets, by the name of the header or variable. */
function openSecrets(
  ctx: Pick<BaseContext, 'config'>,
  sealed: Record<string, string>,
): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(sealed).map(([name, text]) => [name, openSecret(ctx, text)]))
  } catch (error) {
    if (error instanceof AppError) throw new McpFault(error.message)
    throw error
  }
}

/** Time without calls after which a session is closed. */
const IDLE_TIMEOUT_MS = 30_000

/**
 * Creates a function that runs calls on one shared session, which is opened on first use, reopened once when it breaks,
 * and closed 30 seconds after its last call.
 */
export function createSharedSession(open: () => Promise<McpSession>) {
  let opened: Promise<McpSession> | null = null
  let activeCalls = 0
  let idle: NodeJS.Timeout | undefined

  const end = () => {
    opened?.then((session) => session.close()).catch(() => {})
    opened = null
  }
  const current = async ({ mayReopen }: { mayReopen: boolean }): Promise<McpSession> => {
    opened ??= open()
    // Another call may replace the session while this one waits for it.
    const awaited = opened
    try {
      const session = await awaited
      if (!session.isBroken() || !mayReopen) return session
    } catch (error) {
      if (opened === awaited) opened = null
      throw error
    }
    if (opened === awaited) end()
    return current({ mayReopen: false })
  }
  return async (work: (session: McpSession) => Promise<string>): Promise<string> => {
    clearTimeout(idle)
    activeCalls += 1
    try {
      return await work(await current({ mayReopen: true }))
    } finally {
      activeCalls -= 1
      if (activeCalls === 0) idle = setTimeout(end, IDLE_TIMEOUT_MS).unref()
    }
  }
}
