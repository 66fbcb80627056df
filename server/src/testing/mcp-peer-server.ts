import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A tool that the peer offers. */
export interface PeerTool {
  name: string
  description?: string
  inputSchema?: object
  annotations?: object
}

/** A request to the peer. */
interface PeerRequest {
  method: string
  session: string | null
  headers: IncomingMessage['headers']
  params: Record<string, unknown>
}

type RpcRequest = { id?: number; method: string; params?: Record<string, unknown> }
/** Answers instead of the peer; returns false to leave the request to the peer. */
type Misbehaviour = (ask: RpcRequest, response: ServerResponse, request: IncomingMessage) => boolean

/**
 * Starts an MCP server on loopback, written without the protocol's package. Its tool `echo` returns its arguments;
 * tests can change its tools or make it misbehave. Tests of the server use `startMcpPeer`, which also closes it.
 */
export async function startMcpPeerServer(
  tools: PeerTool[] = [{ name: 'echo', description: 'Says it again.' }],
) {
  const heard: PeerRequest[] = []
  const peer = { tools, heard, misbehave: (() => false) as Misbehaviour, sessions: 0, ended: 0, url: '' }
  const server = createServer(async (request, response) => {
    if (request.method === 'DELETE') peer.ended += 1
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const ask: RpcRequest = JSON.parse(await readBody(request))
    heard.push(toPeerRequest(ask, request))
    if (peer.misbehave(ask, response, request)) return
    if (ask.id === undefined) return void response.writeHead(202).end()
    const result = peerResult(ask, peer.tools)
    if (ask.method !== 'initialize') return sendReply(response, { id: ask.id, result })
    peer.sessions += 1
    sendReply(response, { id: ask.id, result }, { 'mcp-session-id': `s${peer.sessions}` })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  peer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { peer, close }
}

function toPeerRequest({ method, params = {} }: RpcRequest, { headers }: IncomingMessage): PeerRequest {
  return { method, session: String(headers['mcp-session-id'] ?? '') || null, headers, params }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** Sends a message of JSON-RPC. */
export function sendReply(
  response: ServerResponse,
  message: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', ...message }))
}

function peerResult({ method, params = {} }: RpcRequest, tools: PeerTool[]): object {
  if (method === 'initialize')
    return {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'peer', version: '1' },
    }
  if (method === 'tools/list')
    return { tools: tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool })) }
  return { content: [{ type: 'text', text: `${params.name}: ${JSON.stringify(params.arguments)}` }] }
}
