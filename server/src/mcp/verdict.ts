import type { McpSession } from '../providers/mcp/port.ts'
import type { ServerRow } from './server.store.ts'
import { CHANGED, UNSEEN } from './server-view.ts'

/** What the tools that a server shows mean for its state. */
export function verdict(row: ServerRow, seen: Pick<McpSession, 'tools' | 'hash'>): Partial<ServerRow> {
  if (row.approved_hash === seen.hash)
    return { state: 'ready', message: null, found_tools: null, found_hash: null }
  const found = { found_tools: JSON.stringify(seen.tools), found_hash: seen.hash }
  if (row.approved_hash === null) return { state: 'unknown', message: UNSEEN, ...found }
  return { state: 'failed', message: CHANGED, ...found }
}
