import { onTestFinished } from 'vitest'
import { createMcpConnector, type McpLimits } from '../platform/providers/mcp/connector.ts'
import type { McpTarget } from '../platform/providers/mcp/port.ts'
import { type PeerTool, startMcpPeerServer } from './mcp-peer-server.ts'

export { type PeerTool, sendReply } from './mcp-peer-server.ts'

/** Starts an MCP server on loopback for one test and closes it at the end. */
export async function startMcpPeer(tools?: PeerTool[]) {
  const { peer, close } = await startMcpPeerServer(tools)
  onTestFinished(close)
  return peer
}

/** Returns the target of an MCP server on loopback that the operator permits. */
export const peerTarget = (url: string, more: Partial<McpTarget> = {}) =>
  ({ transport: 'http', url, headers: {}, inside: true, ...more }) as McpTarget

/** Starts a peer and opens a session with it. */
export async function connectPeer(tools?: PeerTool[], limits: Partial<McpLimits> = {}) {
  const peer = await startMcpPeer(tools)
  const session = await createMcpConnector(limits).open(peerTarget(peer.url))
  onTestFinished(() => session.close())
  return { peer, session }
}

/** Returns why a server cannot be used. */
export const connectionFault = (target: McpTarget, limits: Partial<McpLimits> = {}) =>
  createMcpConnector(limits)
    .open(target)
    .then(
      () => 'no fault',
      (error: Error) => error.message,
    )
