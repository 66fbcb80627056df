import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import {
  connectionFault,
  connectPeer,
  peerTarget,
  sendReply,
  startMcpPeer,
} from '../../../testing/mcp-peer.ts'
import { createMcpConnector } from './connector.ts'

/** For servers that never answer. */
const QUICK = { start_ms: 200 }
const never = new AbortController().signal

test('an answer that comes as a stream of events is read as well', async () => {
  const { peer, session } = await connectPeer()
  peer.misbehave = ({ id, method }, response) => {
    if (method !== 'tools/call') return false
    const message = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'by stream' }] } }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
    return true
  }
  expect(await session.call('echo', {}, never)).toBe('by stream')
})

test('a server at a private address is refused unless the operator says it is inside', async () => {
  const peer = await startMcpPeer()
  const { port } = new URL(peer.url)
  const outside = { inside: false }

  for (const host of [
    '127.0.0.1',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ])
    expect(await connectionFault(peerTarget(`http://${host}:${port}/mcp`, outside)), host).toContain(
      '内部网络',
    )
  expect(await connectionFault(peerTarget('http://169.254.169.254/mcp', outside))).toContain('内部网络')
  expect(peer.heard).toEqual([])
})

test('a redirect is never followed, least of all to a private address', async () => {
  const [peer, target] = [await startMcpPeer(), await startMcpPeer()]
  peer.misbehave = (_ask, response) => {
    response.writeHead(307, { location: target.url }).end()
    return true
  }
  expect(await connectionFault(peerTarget(peer.url))).toContain('已拒绝')
  peer.misbehave = (_ask, response) => {
    response.writeHead(308, { location: '/elsewhere' }).end()
    return true
  }
  expect(await connectionFault(peerTarget(peer.url))).toContain('已拒绝')
  expect(target.heard).toEqual([])
})

test('a server that never answers is given up, at the start and in a call', async () => {
  const peer = await startMcpPeer()
  let silent = 'initialize'
  peer.misbehave = ({ method }) => method === silent
  expect(await connectionFault(peerTarget(peer.url), QUICK)).toContain('秒内答复')
  silent = 'tools/list'
  expect(await connectionFault(peerTarget(peer.url), QUICK)).toContain('秒内答复')
  silent = 'tools/call'
  const session = await createMcpConnector({ call_ms: 200 }).open(peerTarget(peer.url))
  onTestFinished(() => session.close())
  await expect(session.call('echo', {}, never)).rejects.toThrow('没有在规定时间内答复')
})

/** Sends parts for as long as somebody takes them; counts what was taken. */
function pour(response: ServerResponse, part: () => string): { bytes: number } {
  const poured = { bytes: 0 }
  const more = () => {
    while (!response.destroyed) {
      const text = part()
      poured.bytes += text.length
      if (!response.write(text)) return void response.once('drain', more)
    }
  }
  more()
  return poured
}

test.each([
  ['one endless answer', 'application/json', () => 'x'.repeat(65_536)],
  [
    'an endless stream of events',
    'text/event-stream',
    () => `data: {"jsonrpc":"2.0","method":"notifications/x"}\n\n`,
  ],
  ['an endless comment', 'text/event-stream', () => ': still here\n'],
  ['one event without end', 'text/event-stream', () => 'data: xxxxxxxxxxxxxxxxxxxxxxxx\n'],
])('%s is cut off at the limit', async (_title, type, part) => {
  const limits = { max_bytes: 256 * 1024 }
  const { peer, session } = await connectPeer(undefined, limits)
  let poured = { bytes: 0 }
  peer.misbehave = ({ method }, response) => {
    if (method !== 'tools/call') return false
    response.writeHead(200, { 'content-type': type })
    poured = pour(response, part)
    return true
  }
  await expect(session.call('echo', {}, never)).rejects.toThrow('内容过大')
  // What the sockets of both sides hold comes on top of what was read.
  expect(poured.bytes).toBeLessThan(16 * 1024 * 1024)
})

test('an answer that announces a gigabyte is not even begun', async () => {
  const { peer, session } = await connectPeer()
  peer.misbehave = ({ method }, response) => {
    if (method !== 'tools/call') return false
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1024 ** 3 })
    response.write('{')
    return true
  }
  await expect(session.call('echo', {}, never)).rejects.toThrow('内容过大')
})

test('an answer that breaks off in the middle ends the call, not the wait', async () => {
  const { peer, session } = await connectPeer()
  peer.misbehave = ({ method }, response) => {
    if (method !== 'tools/call') return false
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: message\ndata: {"json', () => response.destroy())
    return true
  }
  await expect(session.call('echo', {}, never)).rejects.toThrow('中途断开')
  expect(session.isBroken()).toBe(true)
})

test('values nested a hundred thousand deep are refused, not followed', async () => {
  const depth = 100_000
  const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const { peer, session } = await connectPeer()
  const answer = (wanted: string, body: (id: number) => string) => {
    peer.misbehave = ({ id = 0, method }, response) => {
      if (method !== wanted) return false
      response.writeHead(200, { 'content-type': 'application/json' }).end(body(id))
      return true
    }
  }
  answer(
    'tools/call',
    (id) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${deep}}}`,
  )
  await expect(session.call('echo', {}, never)).rejects.toThrow('不符合 MCP 协议')
  const tool = `{"name":"t","inputSchema":{"type":"object","properties":${deep}}}`
  answer('tools/list', (id) => `{"jsonrpc":"2.0","id":${id},"result":{"tools":[${tool}]}}`)
  expect(await connectionFault(peerTarget(peer.url))).toContain('不符合 MCP 协议')
})

test('too many tools, two of one name and endless pages are refused', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `t${at}` }))
  const peer = await startMcpPeer(many(100))
  expect(await connectionFault(peerTarget(peer.url))).toBe('no fault')
  peer.tools = many(101)
  expect(await connectionFault(peerTarget(peer.url))).toContain('工具超过 100 个')
  peer.tools = [{ name: 'a' }, { name: 'a' }]
  expect(await connectionFault(peerTarget(peer.url))).toContain('名称相同')
  peer.misbehave = ({ id, method }, response) => {
    if (method !== 'tools/list') return false
    sendReply(response, { id, result: { tools: [], nextCursor: 'again' } })
    return true
  }
  expect(await connectionFault(peerTarget(peer.url))).toContain('工具超过')
})
