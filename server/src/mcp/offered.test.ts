import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { api } from '@scinav/contract'
import { expect, onTestFinished, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { toolsFor } from './tools.service.ts'

interface Options {
  env?: Record<string, string>
}

/** The server on a port, with Lin and her token. */
async function listening({ env = {} }: Options = {}) {
  const app = await testApp({ env })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const url = new URL(`http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/mcp`)
  const ada = await app.signUp('Ada')
  const lin = await app.signUp('Lin')
  const made = await lin.call(api.tokens.create, { name: 'client' })
  return { app, url, ada, lin, token: made.token, token_id: made.id }
}

/** The package's own client, connected. */
async function connect(url: URL, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
  // The package is not written for exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0])
  onTestFinished(() => client.close())
  return client
}

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

/** A request without the client, to see what it hides. */
function post(url: URL, headers: Record<string, string>, body: unknown = PING): Promise<Response> {
  const own = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return fetch(url, { method: 'POST', headers: { ...own, ...headers }, body: JSON.stringify(body) })
}

const library = (app: TestApp) =>
  addPapers(app.base, [
    {
      title: 'Attention for <i>graphs</i>',
      doi: '10.1234/graph.1',
      publish_date: '2021',
      language: 'en',
      abstract: 'We study attention.',
      creators: [{ name: 'Wei Wang', role: 'author', affiliations: [] }],
      basic_sourcename: 'Journal of Graphs',
      citation_count: 7,
    },
    { title: '图神经网络综述', publish_date: '2023', language: 'zh' },
    { title: 'Attention and memory', publish_date: '2015', language: 'en', status: 'retracted' },
  ])

/** What a call answered: its text and its data. */
async function use(client: Client, name: string, args: Record<string, unknown>) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
  const [part] = content as { type: string; text: string }[]
  // Each tool's own output schema was checked by the client.
  return {
    text: part?.text ?? '',
    data: structuredContent as Record<string, never>,
    failed: isError === true,
  }
}

test('a client connects, sees the five tools in two languages with their schemas, and nothing that writes', async () => {
  const { url, token } = await listening()
  const client = await connect(url, token)

  expect(client.getServerVersion()).toMatchObject({ name: 'scinav', title: '科学导航' })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'search_papers',
    'get_paper',
    'cite',
    'list_my_datasets',
    'search_my_datasets',
  ])
  for (const { description, inputSchema, outputSchema, annotations } of tools) {
    expect(description).toMatch(/[\u4e00-\u9fff][\s\S]*[a-z]{4}/)
    expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object'])
    expect(annotations?.readOnlyHint).toBe(true)
  }
})

test('a client searches with the query language, filters and pages', async () => {
  const { app, url, token } = await listening()
  await library(app)
  const client = await connect(url, token)

  const both = await use(client, 'search_papers', { query: 'title:attention', sort: 'date' })
  expect(both.data).toMatchObject({
    total: 2,
    page: 1,
    papers: [{ publish_date: '2021' }, { publish_date: '2015' }],
  })
  expect(both.text).toContain('1. Attention for graphs')
  expect(both.text).toContain('【已撤稿】Attention and memory')
  const late = await use(client, 'search_papers', { query: 'attention', year_from: 2020 })
  expect(late.data).toMatchObject({ total: 1, papers: [{ doi: '10.1234/graph.1' }] })
  const second = await use(client, 'search_papers', { query: '', page: 2, page_size: 2 })
  expect(second.data).toMatchObject({ total: 3, page: 2, papers: [{}] })
  const byDoi = await use(client, 'search_papers', { query: 'https://doi.org/10.1234/GRAPH.1' })
  expect(byDoi.data).toMatchObject({ total: 1, papers: [{ title: 'Attention for graphs' }] })
})

test('a client reads one paper whole', async () => {
  const { app, url, token } = await listening()
  const [id] = await library(app)
  const client = await connect(url, token)

  const { data, text } = await use(client, 'get_paper', { paper_id: id })
  expect(data).toMatchObject({
    paper: { id, authors: ['Wei Wang'], source: 'Journal of Graphs', citation_count: 7 },
  })
  expect(text).toContain('We study attention.')
})

test('a client gets references in a style and as BibTeX, and hears which papers do not exist', async () => {
  const { app, url, token } = await listening()
  const [id] = await library(app)
  const client = await connect(url, token)

  const apa = await use(client, 'cite', { paper_ids: [id, 'nothing'], style: 'apa-7' })
  expect(apa.text).toContain('Attention for')
  expect(apa.data).toMatchObject({ style: 'apa-7', missing: ['nothing'] })
  const bibtex = await use(client, 'cite', { paper_ids: [id], format: 'bibtex' })
  expect(bibtex.text).toMatch(/^@\w+\{/)
})

test('a client finds what its person has kept, in all lists and in one', async () => {
  const { app, url, lin, token } = await listening()
  const [first = '', second = ''] = await library(app)
  const list = await lin.call(api.datasets.create, { name: '开题' })
  const other = await lin.call(api.datasets.create, { name: '备用' })
  const keep = (paper: string, dataset_id: string) =>
    lin.call(api.datasets.keepPapers, { paper_id_list: [paper], targets: [{ dataset_id, folder_id: null }] })
  await keep(first, list.id)
  await keep(second, other.id)
  const client = await connect(url, token)

  const lists = await use(client, 'list_my_datasets', { keyword: '开' })
  expect(lists.data).toMatchObject({ datasets: [{ id: list.id, name: '开题', document_count: 1 }] })
  const found = await use(client, 'search_my_datasets', { query: 'attention' })
  expect(found.data).toMatchObject({ total: 1, papers: [{ id: first }] })
  const all = await use(client, 'search_my_datasets', {})
  expect(all.data).toMatchObject({ total: 2 })
  const elsewhere = await use(client, 'search_my_datasets', { query: 'attention', dataset_id: other.id })
  expect(elsewhere.data).toMatchObject({ total: 0 })
})

test("another person's datasets are never seen, not even public ones or by their id", async () => {
  const { app, url, ada, token } = await listening()
  const [paper = ''] = await library(app)
  const secret = await ada.call(api.datasets.create, { name: 'ADA-SECRET-LIST' })
  const open = await ada.call(api.datasets.create, { name: 'ADA-PUBLIC-BASE', kind: 'ai' })
  for (const { id: dataset_id } of [secret, open])
    await ada.call(api.datasets.keepPapers, {
      paper_id_list: [paper],
      targets: [{ dataset_id, folder_id: null }],
    })
  const client = await connect(url, token)

  expect(JSON.stringify(await use(client, 'list_my_datasets', {}))).not.toContain('ADA-')
  expect((await use(client, 'search_my_datasets', { query: 'attention' })).data).toMatchObject({ total: 0 })
  for (const { id: dataset_id } of [secret, open])
    expect(await use(client, 'search_my_datasets', { dataset_id })).toEqual(
      await use(client, 'search_my_datasets', { dataset_id: 'nothing' }),
    )
  expect(await use(client, 'search_my_datasets', { dataset_id: secret.id })).toMatchObject({
    failed: true,
    text: '没有找到这个知识库或文献清单',
  })
})

test('wrong arguments, unknown tools and unknown papers are answered with what is wrong', async () => {
  const { url, token } = await listening()
  const client = await connect(url, token)

  const wrong = await use(client, 'search_papers', { query: 'x', page_size: 500, year_from: 'old' })
  expect(wrong).toMatchObject({ failed: true })
  expect(wrong.text).toMatch(/参数有误.*year_from.*page_size/)
  expect(await use(client, 'get_paper', { paper_id: 'nothing' })).toMatchObject({
    failed: true,
    text: '没有找到这篇文献',
  })
  await expect(client.callTool({ name: 'drop_tables', arguments: {} })).rejects.toThrow('Unknown tool')
})

test('the product can be added to itself as a server of tools, with a token in a header', async () => {
  const { app, url, ada, lin, token } = await listening()
  await library(app)
  const secrets = [{ name: 'Authorization', value: `Bearer ${token}` }]
  const { id } = await ada.call(api.mcp.save, {
    name: '本站',
    url: url.href,
    inside: true,
    trusted: true,
    secrets,
  })
  const { ok, server } = await ada.call(api.mcp.test, { id })
  expect([ok, server.found?.tools.length]).toEqual([true, 5])
  await ada.call(api.mcp.approve, { id, hash: server.found?.hash ?? '' })
  await lin.call(api.mcp.enable, { id, enabled: true })

  const tools = await toolsFor({ ...app.base, actor: { id: lin.id } }, [id])
  expect(tools.map(({ writes }) => writes)).toEqual([false, false, false, false, false])
  const search = tools.find(({ name }) => name.endsWith('__search_papers'))
  const answer = await search?.run({ query: 'graphs' }, new AbortController().signal)
  expect(answer).toContain('Attention for graphs')
})

test('without a token, and with a wrong one, the answer is 401 and how to log in', async () => {
  const { url, lin } = await listening()

  const missing = await post(url, {})
  expect(missing.status).toBe(401)
  expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="SciNav MCP"')
  const wrong = await post(url, { authorization: `Bearer scinav_${'x'.repeat(43)}` })
  expect(wrong.status).toBe(401)
  expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"')
  expect((await wrong.json()).data.problem).toBe('token.refused')
  expect((await post(url, { cookie: lin.cookie() })).status).toBe(401)
})

test('a revoked token is refused in the middle of a conversation', async () => {
  const { url, lin, token, token_id } = await listening()
  const client = await connect(url, token)

  await client.listTools()
  await lin.call(api.tokens.remove, { token_id })
  await expect(client.listTools()).rejects.toThrow('访问令牌')
})

test('a disabled account is refused in the middle of a conversation', async () => {
  const { url, ada, lin, token } = await listening()
  const client = await connect(url, token)

  await client.listTools()
  await ada.call(api.admin.setUser, { user_id: lin.id, status: 'disabled' })
  await expect(client.listTools()).rejects.toThrow('访问令牌')
})

test('a token opens this server and nothing below /api', async () => {
  const { app, token } = await listening()

  expect(await app.guest.refusal(api.user.current, {}, { authorization: `Bearer ${token}` })).toMatchObject({
    status: 401,
  })
})

test('a page of another name is refused, whatever the name points to', async () => {
  const { url, token } = await listening()
  const authorization = `Bearer ${token}`

  for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1.evil.example'])
    expect((await post(url, { authorization, origin })).status, origin).toBe(403)
  expect((await post(url, { authorization, origin: url.origin })).status).toBe(200)
  expect((await post(url, { authorization })).status).toBe(200)
})

test('behind a public address only that address counts as our own page', async () => {
  const { url, token } = await listening({ env: { PUBLIC_URL: 'https://scinav.example.edu.cn' } })
  const authorization = `Bearer ${token}`

  expect((await post(url, { authorization, origin: 'https://scinav.example.edu.cn' })).status).toBe(200)
  for (const origin of ['http://scinav.example.edu.cn', 'http://localhost:3000'])
    expect((await post(url, { authorization, origin })).status, origin).toBe(403)
})

test('a body above 1 MB, a batch and what is no JSON-RPC are refused', async () => {
  const { url, token } = await listening()
  const headers = { authorization: `Bearer ${token}` }

  expect((await post(url, headers, { ...PING, padding: 'x'.repeat(1024 * 1024) })).status).toBe(413)
  expect((await post(url, headers, [PING, { ...PING, id: 2 }])).status).toBe(400)
  expect((await post(url, headers, { hello: 1 })).status).toBe(400)
  expect((await post(url, { ...headers, 'content-type': 'text/plain' })).status).toBe(415)
})

test('there is no stream to open and no session to end', async () => {
  const { url, token } = await listening()
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }

  for (const method of ['GET', 'DELETE'])
    expect(await fetch(url, { method, headers })).toMatchObject({ status: 405 })
  expect((await post(url, headers)).headers.get('mcp-session-id')).toBeNull()
})

test('one token may ask 120 times a minute; another one is not held up by it', async () => {
  const { url, lin, token } = await listening()
  const other = await lin.call(api.tokens.create, { name: 'second' })

  for (let count = 0; count < 120; count += 1) await post(url, { authorization: `Bearer ${token}` })
  const refused = await post(url, { authorization: `Bearer ${token}` })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await post(url, { authorization: `Bearer ${other.token}` })).status).toBe(200)
})
