import type { api, InputOf, OutputOf } from '@scinav/contract'

export type McpServers = OutputOf<typeof api.mcp.adminServers>
export type McpServer = McpServers['list'][number]
export type McpInput = InputOf<typeof api.mcp.save>

/** The server as the call that changes it takes it; the values of its secrets stay as they are. */
export function inputOf(server: McpServer): McpInput {
  const { id, name, description, transport, url, command, args, inside, trusted, active } = server
  const secrets = server.secrets.map((secret) => ({ name: secret, value: null }))
  return { id, name, description, transport, url, command, args, secrets, inside, trusted, active }
}
