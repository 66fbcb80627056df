import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { createMcpConnector } from '../../platform/providers/mcp/connector.ts'
import { startMcpPeer } from '../../testing/mcp-peer.ts'
import {
  approveServer,
  findPersonTool,
  mcpEnabledScene,
  mcpScene,
  NEVER_ABORTED,
  personTools,
} from '../../testing/mcp-scene.ts'
import { testApp } from '../../testing/test-app.ts'

test('the operator adds a server, tests it, looks at its tools and approves them; only then it is ready', async () => {
  const { ada, lin, save } = await mcpScene()
  const added = await save()
  expect(added).toMatchObject({ state: 'unknown', tools: [], found: null, user_count: 0, trusted: false })

  const tried = await ada.call(api.mcp.test, { id: added.id })
  expect(tried).toMatchObject({ ok: true, message: '已连接，共 2 个工具' })
  expect(tried.server).toMatchObject({
    state: 'unknown',
    message: '请核对工具后确认启用',
    tools: [],
    found: { changes: { added: ['find', 'note/add'], removed: [], changed: [] } },
  })
  expect(await lin.call(api.mcp.servers, {})).toMatchObject([{ state: 'unknown', tools: [] }])

  const ready = await approveServer(ada, added.id)
  expect(ready).toMatchObject({ state: 'ready', message: null, found: null })
  expect(await lin.call(api.mcp.servers, {})).toEqual([
    {
      id: added.id,
      name: 'Notes',
      description: '',
      state: 'ready',
      message: null,
      enabled: false,
      tools: [
        { name: 'find', description: 'Finds things.', writes: true },
        { name: 'note/add', description: 'Adds a note.', writes: true },
      ],
    },
  ])
})

test('tools that were not the ones shown cannot be approved', async () => {
  const { ada, peer, save } = await mcpScene()
  const { id } = await save()
  const first = await ada.call(api.mcp.test, { id })
  peer.tools = [{ name: 'find', description: 'Sends your files away.' }]
  await ada.call(api.mcp.test, { id })

  const hash = first.server.found?.hash ?? ''
  expect(await ada.refusal(api.mcp.approve, { id, hash })).toMatchObject({
    status: 409,
    problem: 'mcp.changed_again',
  })
})

test('a server that changes back is in use again after the next test', async () => {
  const { ada, peer, id } = await mcpEnabledScene()
  const before = peer.tools
  peer.tools = []
  expect((await ada.call(api.mcp.test, { id })).server).toMatchObject({ state: 'failed' })
  peer.tools = before
  expect((await ada.call(api.mcp.test, { id })).server).toMatchObject({
    state: 'ready',
    found: null,
    message: null,
  })
})

test('a test that fails says why and takes the server out of use', async () => {
  const { app, ada, lin, peer, id } = await mcpEnabledScene()
  peer.misbehave = (_ask, response) => {
    response.writeHead(403).end()
    return true
  }
  expect(await ada.call(api.mcp.test, { id })).toMatchObject({
    ok: false,
    message: '对方拒绝访问（HTTP 403），请检查请求头里的密钥',
    server: { state: 'failed' },
  })
  expect(await personTools(app, lin, [id])).toEqual([])
})

test('a server inside the network is refused unless the operator says so, at every use', async () => {
  const { app, ada, lin, save, id } = await mcpEnabledScene()
  const find = await findPersonTool(app, lin, id)
  await find.run({}, NEVER_ABORTED)
  await save({ id, inside: false })

  expect(await ada.call(api.mcp.test, { id })).toMatchObject({
    ok: false,
    message: expect.stringContaining('内部网络'),
  })
})

test('a server that never answers does not hold the operator up', async () => {
  const quick = createMcpConnector({ start_ms: 100 })
  const app = await testApp({ providers: () => ({ mcp: quick }) })
  const ada = await app.signUp('Ada')
  const peer = await startMcpPeer()
  peer.misbehave = () => true
  const { id } = await ada.call(api.mcp.save, { name: '沉默', url: peer.url, inside: true })

  expect(await ada.call(api.mcp.test, { id })).toMatchObject({ ok: false, message: '对方没有在 1 秒内答复' })
})

test('headers are kept sealed, never shown again, and sent', async () => {
  const { app, ada, peer, save } = await mcpScene()
  const { id } = await save({ secrets: [{ name: 'X-Key', value: 'sk-very-secret' }] })
  await ada.call(api.mcp.test, { id })
  expect(peer.heard[0]?.headers['x-key']).toBe('sk-very-secret')

  const answers = JSON.stringify([await ada.call(api.mcp.adminServers, {}), app.log])
  const rows = JSON.stringify(await app.base.db.selectFrom('mcp_servers').selectAll().execute())
  expect(answers + rows).not.toContain('sk-very-secret')
  expect(answers).toContain('X-Key')

  await save({ id, description: 'changed', secrets: [{ name: 'X-Key', value: null }] })
  await ada.call(api.mcp.test, { id })
  expect(peer.heard.at(-1)?.headers['x-key']).toBe('sk-very-secret')
  await save({ id, secrets: [] })
  await ada.call(api.mcp.test, { id })
  expect(peer.heard.at(-1)?.headers['x-key']).toBeUndefined()
})

test('without the key of the installation the operator is asked for the secret again', async () => {
  const { app, ada, peer, save } = await mcpScene()
  const { id } = await save({ secrets: [{ name: 'X-Key', value: 'sk-very-secret' }] })
  rmSync(join(app.folder, 'secret.key'))

  expect(await ada.call(api.mcp.test, { id })).toMatchObject({
    ok: false,
    message: '保存的密钥无法解开：密钥文件不在或已更换，请管理员重新填写',
  })
  expect(peer.heard).toEqual([])
})

test('a kept secret never goes to another address', async () => {
  const { ada, save } = await mcpScene()
  const other = await startMcpPeer()
  const { id } = await save({ secrets: [{ name: 'X-Key', value: 'sk-very-secret' }] })

  const moved = { id, name: 'Notes', url: other.url, inside: true, secrets: [{ name: 'X-Key', value: null }] }
  expect(await ada.refusal(api.mcp.save, moved)).toMatchObject({ problem: 'input.invalid' })
  expect(other.heard).toEqual([])
})

test('another address takes the approval back; another name does not', async () => {
  const { save, id } = await mcpEnabledScene()
  expect(await save({ id, name: 'New name', description: 'x' })).toMatchObject({ state: 'ready' })
  const elsewhere = await startMcpPeer()
  expect(await save({ id, url: elsewhere.url })).toMatchObject({
    state: 'unknown',
    tools: [],
    approved_at: null,
  })
})

test('headers of the protocol, doubled names and addresses with a password are refused', async () => {
  const { ada, peer } = await mcpScene()
  const refused = (more: object) =>
    ada.refusal(api.mcp.save, { name: 'x', url: peer.url, inside: true, ...more })

  for (const name of ['Host', 'content-length', 'Mcp-Session-Id'])
    expect(await refused({ secrets: [{ name, value: 'x' }] }), name).toMatchObject({ status: 400 })
  const twice = ['X-Key', 'x-key'].map((name) => ({ name, value: 'x' }))
  expect(await refused({ secrets: twice })).toMatchObject({ status: 400 })
  expect(await refused({ secrets: [{ name: 'X', value: 'a\r\nb: c' }] })).toMatchObject({ status: 400 })
  expect(await refused({ url: 'http://user:pass@example.org/mcp' })).toMatchObject({ status: 400 })
})

test('programs of this machine need the setting, to be saved and to be used', async () => {
  const closed = await mcpScene()
  const program = { name: '本机', transport: 'stdio' as const, command: process.execPath, args: ['-e', ''] }
  expect(await closed.ada.refusal(api.mcp.save, program)).toMatchObject({ problem: 'mcp.stdio_off' })
  expect(await closed.ada.call(api.mcp.adminServers, {})).toMatchObject({ stdio_allowed: false })

  const open = await mcpScene(undefined, { MCP_STDIO: 'on' })
  const { id } = await open.ada.call(api.mcp.save, program)
  expect(await open.ada.call(api.mcp.test, { id })).toMatchObject({ ok: false, message: '对方断开了连接' })
  open.app.base.config.MCP_STDIO = 'off'
  expect(await open.ada.call(api.mcp.test, { id })).toMatchObject({
    ok: false,
    message: expect.stringContaining('MCP_STDIO'),
  })
  expect(await open.lin.call(api.mcp.servers, {})).toMatchObject([{ state: 'failed' }])
})
