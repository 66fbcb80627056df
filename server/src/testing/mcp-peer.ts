import { onTestFinished } from 'vitest'
import { type PeerTool, startMcpPeerServer } from './mcp-peer-server.ts'

export { type PeerTool, sendReply } from './mcp-peer-server.ts'

/** A server of tools on loopback for one test, closed at its end. */
export async function startMcpPeer(tools?: PeerTool[]) {
  const { peer, close } = await startMcpPeerServer(tools)
  onTestFinished(close)
  return peer
}
