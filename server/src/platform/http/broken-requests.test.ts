import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { problems } from '@scinav/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

const post = (headers: Record<string, string>, payload = '{}') =>
  ({
    method: 'POST',
    url: '/api/session',
    payload,
    headers: { 'x-login-type': 'front', ...headers },
  }) as const

const json = { 'content-type': 'application/json' }

test.each([
  ['half an escape in the path', { url: '/api/%zz' }, 'request.bad_address'],
  ['an escape that is no UTF-8', { url: '/api/user_setting/get/%ff/a' }, 'request.bad_address'],
  ['the same outside the calls', { url: '/%zz' }, 'request.bad_address'],
  ['a long address of no call', { url: `/api/no/such/${'x'.repeat(400)}` }, 'request.unknown'],
  [
    'an over-long part of a path',
    { url: `/api/paper/references/${'x'.repeat(400)}` },
    'request.address_too_long',
  ],
  ['JSON that breaks off', post(json, '{"account"'), 'input.invalid'],
  ['a body of another length', post({ ...json, 'content-length': '5' }, '{"a":1}'), 'input.invalid'],
  ['a body without a type', post({}, 'a'), 'request.wrong_type'],
  ['a type that is none', post({ 'content-type': 'json' }), 'request.wrong_type'],
] as const)('%s is refused in the envelope, and named', async (_, request, problem) => {
  const app = await testApp()
  const response = await app.app.inject(request)

  const { status, message } = problems[problem]
  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ code: status, data: { problem }, message })
  if (status === 400) expect(response.json().data.issues).toEqual([{ path: '', message: expect.any(String) }])
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  })
})

/** Sends bytes to the server and reads what it says until it ends the connection. */
async function say(bytes: string): Promise<string> {
  const { app } = await testApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('close', () => resolve(said))
    socket.on('error', reject)
  })
}

test.each([
  ['no HTTP', 'hello\r\n\r\n', 'request.malformed'],
  [
    'headers of 40 KB',
    `GET /api/logo HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`,
    'request.headers_too_large',
  ],
  [
    'two lengths',
    'POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na',
    'request.malformed',
  ],
] as const)('%s is refused in the envelope before it is a request', async (_, bytes, problem) => {
  const [head = '', body = ''] = (await say(bytes)).split('\r\n\r\n')
  const { status, message } = problems[problem]
  expect(head).toContain(`HTTP/1.1 ${status} `)
  expect(JSON.parse(body)).toMatchObject({ code: status, data: { problem }, message })
})

test('who is let in while the server closes is answered, and told to go elsewhere', async () => {
  // With a setting of its own, so that the server is a new one, which still takes hooks.
  const { app } = await testApp({ env: { LEAVE_SECONDS: '0' } })
  let seen: Response | undefined
  app.addHook('preClose', async () => {
    const { port } = app.server.address() as AddressInfo
    seen = await fetch(`http://127.0.0.1:${port}/api/logo`)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  await app.close()
  expect(seen?.headers.get('connection')).toBe('close')
  expect(await seen?.json()).toMatchObject({ code: 200 })
})
