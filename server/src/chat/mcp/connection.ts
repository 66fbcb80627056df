import type { BaseContext } from '../../platform/context/context.ts'
import { openSecret } from '../../platform/context/secrets.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { McpFault, type McpSession, type McpTarget } from '../../platform/providers/mcp/port.ts'
import type { ServerRow } from './server.store.ts'
import { STDIO_DISABLED_MESSAGE } from './server-view.ts'

/**
 * Connects to an MCP server with its stored secrets.
 *
 * @throws McpFault with a message in Chinese when servers that run as a program on this machine (`stdio`) are disabled,
 * the address or command is missing, a secret cannot be opened, or the server does not answer.
 */
export async function connect(
  ctx: Pick<BaseContext, 'config' | 'providers'>,
  row: ServerRow,
): Promise<McpSession> {
  if (row.transport === 'stdio' && ctx.config.MCP_STDIO === 'off') throw new McpFault(STDIO_DISABLED_MESSAGE)
  return ctx.providers.mcp.open(connectionTarget(ctx, row))
}

/**
 * Returns where a server is, with its secrets: HTTP headers, or environment variables of its program. `inside` marks a
 * server that may have a private address.
 */
function connectionTarget(ctx: Pick<BaseContext, 'config'>, row: ServerRow): McpTarget {
  const { transport, url, command } = row
  const secrets = openSecrets(ctx, JSON.parse(row.secrets))
  if (transport === 'http' && url) return { transport, url, headers: secrets, inside: row.inside === 1 }
  if (transport === 'stdio' && command)
    return { transport, command, args: JSON.parse(row.args), env: secrets }
  throw new McpFault('没有填写地址或命令')
}

/** Unseals secrets, by the name of the header or variable. */
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
