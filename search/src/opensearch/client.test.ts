import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { SearchUnavailable } from '../engine.ts'
import { createClient } from './client.ts'
import { OpenSearchRefused } from './request.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

async function node(answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    answer(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://ada:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}`
}

function client(...urls: string[]) {
  const made = createClient({ urls })
  onTestFinished(made.end)
  return made
}

/** Nobody listens there. */
async function nowhere(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

test('what is asked says who asks; several things travel as lines', async () => {
  const heard: [string | undefined, string | undefined, string][] = []
  const url = await node(({ headers }, response, body) => {
    heard.push([headers.authorization, headers['content-type'], body])
    response.end('{"ok":1}')
  })
  expect(await client(url).ask('POST', '/_msearch', [{ a: 1 }, { b: 2 }])).toEqual({ ok: 1 })
  const basic = `Basic ${Buffer.from('ada:p@ss').toString('base64')}`
  expect(heard).toEqual([[basic, 'application/x-ndjson', '{"a":1}\n{"b":2}\n']])
})

test('where a node is away another one is asked, and asked first from then on', async () => {
  const url = await node((_, response) => response.end('{}'))
  const asking = client(await nowhere(), url)
  expect(await asking.ask('GET', '/')).toEqual({})
  expect(await asking.ask('GET', '/')).toEqual({})
})

test('nobody there, a node that has too much to do, and one that only keeps silent are all away', async () => {
  await expect(client(await nowhere()).ask('GET', '/')).rejects.toThrow(SearchUnavailable)
  const busy = await node((_, response) => {
    response.writeHead(429).end('{"error":{"type":"rejected","reason":"busy"}}')
  })
  await expect(client(busy).ask('GET', '/')).rejects.toThrow(SearchUnavailable)
  const silent = await node(() => {})
  await expect(client(silent).ask('GET', '/')).rejects.toThrow(SearchUnavailable)
})

test('what takes long is waited for as long as somebody is there', async () => {
  const slow = await node(({ method }, response) => {
    if (method === 'HEAD') response.end()
    else setTimeout(() => response.end('{"late":true}'), 1_500)
  })
  expect(await client(slow).ask('GET', '/')).toEqual({ late: true })
})

test('a refusal says what was wrong', async () => {
  const url = await node((_, response) => {
    response.writeHead(400).end('{"error":{"root_cause":[{"type":"parsing_exception","reason":"bad"}]}}')
  })
  const asked = client(url).ask('GET', '/')
  await expect(asked).rejects.toThrow(OpenSearchRefused)
  await expect(asked).rejects.toMatchObject({ status: 400, type: 'parsing_exception' })
})
