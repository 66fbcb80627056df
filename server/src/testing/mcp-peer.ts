import { onTestFinished } from 'vitest'
import { type PeerTool, startMcpPeerServer } from './mcp-peer-server.ts'

export { type PeerTool, sendReply } from './mcp-peer-server.ts'

/** Starts an MCP server on loopback for one test and closes it at the end. */
export async function startMcpPeer(tools?: PeerTool[]) {
  const { peer, close } = await startMcpPeerServer(tools)
  onTestFinished(close)
  return peer
}
