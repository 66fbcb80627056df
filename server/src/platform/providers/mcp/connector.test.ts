import { expect, onTestFinished, test } from 'vitest'
import {
  connectionFault,
  connectPeer,
  type PeerTool,
  peerTarget,
  sendReply,
  startMcpPeer,
} from '../../../testing/mcp-peer.ts'
import { createMcpConnector } from './connector.ts'
import type { McpTarget } from './port.ts'

/** For servers that never answer. */
const QUICK = { start_ms: 200 }
const never = new AbortController().signal

test('a tool is listed and called with its arguments, and answers text', async () => {
  const { peer, session } = await connectPeer()

  expect(session.tools).toEqual([
    { name: 'echo', description: 'Says it again.', parameters: { type: 'object' }, read_only: false },
  ])
  expect(await session.call('echo', { word: '你好' }, never)).toBe('echo: {"word":"你好"}')
  expect(peer.heard.map(({ method }) => method)).toEqual([
    'initialize',
    'notifications/initialized',
    'tools/list',
    'tools/call',
  ])
})

test('the operator’s headers go along, and the session is ended at the other side', async () => {
  const peer = await startMcpPeer()
  const session = await createMcpConnector().open(peerTarget(peer.url, { headers: { 'X-Api-Key': 'k1' } }))
  session.close()

  expect(peer.heard.every(({ headers }) => headers['x-api-key'] === 'k1')).toBe(true)
  await expect.poll(() => peer.ended).toBe(1)
})

test('a failed call says what the tool said', async () => {
  const { peer, session } = await connectPeer()
  peer.misbehave = ({ id, method }, response) => {
    if (method !== 'tools/call') return false
    sendReply(response, { id, result: { isError: true, content: [{ type: 'text', text: '没有余额' }] } })
    return true
  }
  await expect(session.call('echo', {}, never)).rejects.toThrow('没有余额')
  expect(session.isBroken()).toBe(false)
})

test('pictures are left out and said; data without text is shown as it is', async () => {
  const { peer, session } = await connectPeer()
  let result: object = { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }
  peer.misbehave = ({ id, method }, response) => {
    if (method !== 'tools/call') return false
    sendReply(response, { id, result })
    return true
  }
  expect(await session.call('echo', {}, never)).toBe('[image：已省略]')
  result = { content: [], structuredContent: { total: 3 } }
  expect(await session.call('echo', {}, never)).toBe('{"total":3}')
})

test('what nobody sees is taken out of names, descriptions, parameters and answers', async () => {
  const hidden = '\u{e0049}\u{e0067}\u200b\u202e\ufe0f\u0007'
  const { session } = await connectPeer([
    {
      name: 'echo',
      description: `Safe${hidden} tool\n${'x'.repeat(3_000)}`,
      inputSchema: { type: 'object', properties: { q: { type: 'string', description: `say${hidden}` } } },
    },
  ])
  const [tool] = session.tools

  expect(tool?.description.startsWith('Safe tool\nxxx')).toBe(true)
  expect(tool?.description).toHaveLength(2_000)
  expect(tool?.parameters).toEqual({
    type: 'object',
    properties: { q: { type: 'string', description: 'say' } },
  })
  expect(await session.call('echo', { word: hidden }, never)).not.toMatch(/\p{Cf}/u)
})

test('the hash stays while the tools stay in any order, and changes with every word and hint', async () => {
  const hashOf = async (tools: PeerTool[]) => (await connectPeer(tools)).session.hash
  const first = await hashOf([{ name: 'a', description: 'reads' }, { name: 'b' }])

  expect(await hashOf([{ name: 'b' }, { description: 'reads', name: 'a' }])).toBe(first)
  const changes: PeerTool[][] = [
    [{ name: 'a', description: 'reads ' }, { name: 'b' }],
    [{ name: 'a', description: 'reads\u200b' }, { name: 'b' }],
    [{ name: 'a', description: 'reads' }, { name: 'b' }, { name: 'c' }],
    [{ name: 'a', description: 'reads' }],
    [
      { name: 'a', description: 'reads' },
      { name: 'b', annotations: { readOnlyHint: true } },
    ],
    [
      { name: 'a', description: 'reads' },
      { name: 'b', inputSchema: { type: 'object', required: ['x'] } },
    ],
  ]
  for (const changed of changes) expect(await hashOf(changed)).not.toBe(first)
})

test('a session that the server has forgotten is broken; one where it only says no goes on', async () => {
  const { peer, session } = await connectPeer()
  peer.misbehave = ({ id, method }, response) => {
    if (method !== 'tools/call') return false
    sendReply(response, { id, error: { code: -32602, message: 'no such word' } })
    return true
  }
  await expect(session.call('echo', {}, never)).rejects.toThrow('no such word')
  expect(session.isBroken()).toBe(false)
  peer.misbehave = ({ method }, response) => {
    if (method !== 'tools/call') return false
    response.writeHead(404).end()
    return true
  }
  await expect(session.call('echo', {}, never)).rejects.toThrow('HTTP 404')
  expect(session.isBroken()).toBe(true)
})

test('a person who stops waiting is let go at once, and the server is told', async () => {
  const { peer, session } = await connectPeer()
  peer.misbehave = ({ method }) => method === 'tools/call'
  const stop = new AbortController()
  const call = session.call('echo', {}, stop.signal)
  await expect.poll(() => peer.heard.at(-1)?.method).toBe('tools/call')
  stop.abort(new Error('stopped by the person'))

  await expect(call).rejects.toThrow('stopped by the person')
  await expect.poll(() => peer.heard.at(-1)?.method).toBe('notifications/cancelled')
})

test('what is wrong is said in Chinese: no key, no such path, no protocol, nobody there', async () => {
  const peer = await startMcpPeer()
  const answer = (status: number, type: string, body: string) => {
    peer.misbehave = (_ask, response) => {
      response.writeHead(status, { 'content-type': type }).end(body)
      return true
    }
  }
  answer(401, 'text/plain', 'no')
  expect(await connectionFault(peerTarget(peer.url))).toContain('请检查请求头里的密钥')
  answer(404, 'text/plain', 'no')
  expect(await connectionFault(peerTarget(peer.url))).toContain('没有 MCP 服务')
  answer(500, 'text/plain', 'no')
  expect(await connectionFault(peerTarget(peer.url))).toBe('对方返回 HTTP 500')
  answer(200, 'text/html', '<p>hello</p>')
  expect(await connectionFault(peerTarget(peer.url))).toContain('不符合 MCP 协议')
  answer(200, 'application/json', '{"hello":1}')
  expect(await connectionFault(peerTarget(peer.url))).toContain('不符合 MCP 协议')
  expect(await connectionFault(peerTarget('http://127.0.0.1:1/mcp'))).toContain('连接失败')
})

test('a program of this machine is started, used and ended', async () => {
  const script = `
    process.stdin.on('data', (chunk) => {
      for (const line of String(chunk).split('\\n').filter(Boolean)) {
        const { id, method } = JSON.parse(line)
        const results = {
          initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'p', version: '1' } },
          'tools/list': { tools: [{ name: 'env', inputSchema: { type: 'object' } }] },
          'tools/call': { content: [{ type: 'text', text: String(process.env.GIVEN) + String(process.env.METRICS_TOKEN) }] },
        }
        if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
      }
    })`
  process.env.METRICS_TOKEN = 'of-the-server'
  onTestFinished(() => {
    delete process.env.METRICS_TOKEN
  })
  const session = await createMcpConnector().open({
    transport: 'stdio',
    command: process.execPath,
    args: ['-e', script],
    env: { GIVEN: 'given' },
  })
  onTestFinished(() => session.close())

  expect(session.tools.map(({ name }) => name)).toEqual(['env'])
  // It gets what the operator gave it, and nothing of the server's own settings.
  expect(await session.call('env', {}, never)).toBe('givenundefined')
})

test('a program that is not there, ends at once or says nothing is told apart', async () => {
  const program = (command: string, ...args: string[]): McpTarget => ({
    transport: 'stdio',
    command,
    args,
    env: {},
  })

  expect(await connectionFault(program('/no/such/program'))).toBe('找不到要运行的命令')
  expect(await connectionFault(program(process.execPath, '-e', ''))).toBe('对方断开了连接')
  expect(
    await connectionFault(program(process.execPath, '-e', 'setInterval(() => {}, 1000)'), QUICK),
  ).toContain('秒内答复')
})
