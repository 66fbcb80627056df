import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { api } from '@scinav/contract'
import { onTestFinished } from 'vitest'
import { addPapers } from './papers.ts'
import { type TestApp, testApp } from './test-app.ts'

interface Options {
  env?: Record<string, string>
}

/** Starts listening on a port, and returns the address of the MCP endpoint. */
export async function mcpUrl({ app }: Pick<TestApp, 'app'>): Promise<URL> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return new URL(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mcp`)
}

/** Creates a listening server, and Lin with a token. */
export async function mcpServerScene({ env = {} }: Options = {}) {
  const app = await testApp({ env })
  const url = await mcpUrl(app)
  const ada = await app.signUp('Ada')
  const lin = await app.signUp('Lin')
  const made = await lin.call(api.tokens.create, { name: 'client' })
  return { app, url, ada, lin, token: made.token, token_id: made.id }
}

/** Connects the official MCP client. */
export async function connectClient(url: URL, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
  // The package's types do not support exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0])
  onTestFinished(() => client.close())
  return client
}

/** The smallest request of JSON-RPC that a server answers. */
export const PING_REQUEST = { jsonrpc: '2.0', id: 1, method: 'ping' }

/** Sends a request without the client, to see the raw response. */
export function postRaw(
  url: URL,
  headers: Record<string, string>,
  body: unknown = PING_REQUEST,
): Promise<Response> {
  const own = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return fetch(url, { method: 'POST', headers: { ...own, ...headers }, body: JSON.stringify(body) })
}

/** Adds papers that programs may look for. */
export const addSamplePapers = (app: TestApp) =>
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

/** Returns the text and data of a tool call. */
export async function callTool(client: Client, name: string, args: Record<string, unknown>) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
  const [part] = content as { type: string; text: string }[]
  // The client has validated the data with the output schema of the tool.
  return {
    text: part?.text ?? '',
    data: structuredContent as Record<string, never>,
    failed: isError === true,
  }
}
