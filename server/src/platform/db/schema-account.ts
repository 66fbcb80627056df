type Flag = 0 | 1

export interface AccessTokensTable {
  id: string
  user_id: string
  name: string
  scope: 'mcp'
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** The first characters of the token. */
  hint: string
  created_at: string
  expires_at: string | null
  last_used_at: string | null
}

export interface McpServersTable {
  id: string
  name: string
  description: string
  /** Prefix of the names of its tools; unique. */
  prefix: string
  transport: 'http' | 'stdio'
  url: string | null
  command: string | null
  /** JSON array of strings. */
  args: string
  /** JSON object: header or variable → encrypted value. */
  secrets: string
  inside: Flag
  trusted: Flag
  active: Flag
  state: 'unknown' | 'ready' | 'failed'
  message: string | null
  /** JSON: the tools as the operator approved them, with the hash of the server's listing at that time. */
  approved_tools: string | null
  approved_hash: string | null
  approved_at: string | null
  /** Tools and hash of the last test, if they differ. */
  found_tools: string | null
  found_hash: string | null
  checked_at: string | null
  created_at: string
  updated_at: string
}

/** A server that a person has switched on. */
export interface McpChoicesTable {
  user_id: string
  server_id: string
  created_at: string
}

export interface McpCallsTable {
  id: string
  user_id: string
  server_id: string
  server_name: string
  tool: string
  /** SHA-256, hex. */
  args_hash: string
  ok: Flag
  ms: number
  created_at: string
}

export interface McpTables {
  access_tokens: AccessTokensTable
  mcp_servers: McpServersTable
  mcp_choices: McpChoicesTable
  mcp_calls: McpCallsTable
}
