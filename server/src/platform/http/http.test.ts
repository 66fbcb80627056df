import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

test('an unknown /api path answers 404 in the envelope, whoever asks and however', async () => {
  const app = await testApp()
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const response = await app.app.inject({ method, url: '/api/no/such/call' })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      code: 404,
      data: { problem: 'request.unknown' },
      message: '没有这个接口',
    })
  }
})

test('refusals come in order: header, session, input, right', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const bo = await app.signUp('Bob')
  const { setUser } = api.admin

  expect(await app.guest.refusal(setUser, {}, { 'x-login-type': '' })).toMatchObject({ status: 403 })
  expect(await app.guest.refusal(setUser, {})).toMatchObject({ status: 401, code: 1009 })
  expect(await bo.refusal(setUser, {})).toMatchObject({ status: 400 })
  expect(await bo.refusal(setUser, { user_id: bo.id })).toMatchObject({
    status: 403,
    problem: 'operator.required',
  })
})

test('too many requests of one person are refused with the seconds to wait', async () => {
  const app = await testApp({ env: { RATE_LIMIT_SCALE: '0.01' } })
  const ada = await app.signUp('Ada')
  const answers = []
  for (let count = 0; count < 8; count += 1) answers.push(await ada.send(api.user.current, {}))

  const refused = answers.at(-1)
  expect(refused?.statusCode).toBe(429)
  expect(refused?.json().data).toMatchObject({ problem: 'request.too_many', retry_after: expect.any(Number) })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
})

test('only JSON objects of at most 1 MB are read', async () => {
  const app = await testApp()
  const post = (payload: string, type: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/session',
      payload,
      headers: { 'x-login-type': 'front', 'content-type': type },
    })

  expect((await post('{"account":"a"}', 'text/plain')).statusCode).toBe(415)
  expect((await post('a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
  expect((await post('--x', 'multipart/form-data; boundary=x')).statusCode).toBe(415)
  expect((await post('{"account"', 'application/json')).statusCode).toBe(400)
  expect((await post('[]', 'application/json')).statusCode).toBe(400)
  expect((await post('{"__proto__":{"is_admin":true}}', 'application/json')).statusCode).toBe(400)
  const large = await post(JSON.stringify({ account: 'x'.repeat(1024 * 1024) }), 'application/json')
  expect(large.json()).toMatchObject({ code: 413, data: { problem: 'request.too_large' } })
})

test('a DELETE without a body is accepted', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const response = await app.app.inject({
    method: 'DELETE',
    url: '/api/user/sessions',
    headers: { 'x-login-type': 'front', cookie: ada.cookie() },
  })

  expect(response.json()).toEqual({ code: 200, data: null, message: '' })
})

test('every answer carries the security headers and a request id', async () => {
  const app = await testApp()
  for (const url of ['/api/logo', '/api/none', '/healthz', '/nowhere']) {
    const { headers } = await app.app.inject({ method: 'GET', url })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': expect.stringContaining(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
      ),
      'x-request-id': expect.stringMatching(/^[0-9a-z]{26}-[0-9a-z]+$/),
    })
    expect(headers['strict-transport-security']).toBeUndefined()
  }
})

test('HSTS is sent where the public address is https, and the cookie is Secure with the host prefix', async () => {
  const app = await testApp({ env: { PUBLIC_URL: 'https://scinav.example.edu.cn' } })
  const ada = await app.signUp('Ada')
  const response = await ada.send(api.user.current, {})

  expect(response.headers['strict-transport-security']).toContain('max-age=63072000')
  expect(ada.cookie()).toMatch(/^__Host-session=/)
})

test('a fault in the server answers 500 with a request id and nothing of the inside', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await app.base.db.schema.dropTable('user_settings').execute()
  const response = await ada.send(api.user.setting, { key: 'a', type: 'b' })

  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({
    code: 500,
    data: { problem: 'server.failed', request_id: response.headers['x-request-id'] },
    message: '服务器出错了，请稍后重试',
  })
  expect(response.body).not.toMatch(/user_settings|sql|at .*\.ts/i)
})

test('OpenAPI describes every call of the contract', async () => {
  const app = await testApp()
  const document = (await app.app.inject('/api/openapi.json')).json()

  expect(document.openapi).toBe('3.1.0')
  for (const endpoint of Object.values(api).flatMap((group) => Object.values(group)))
    expect(document.paths[endpoint.path][endpoint.method.toLowerCase()].summary).toBe(endpoint.summary)
  const page = await app.app.inject('/api/docs')
  expect(page.body).toContain('/api/register/register_user')
})

test('the probes say that the server lives and serves; figures are for this machine or a token only', async () => {
  const app = await testApp({ env: { METRICS_TOKEN: 'a-token-of-sixteen' } })
  expect((await app.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await app.app.inject('/readyz')).json()).toEqual({ status: 'ok' })
  expect((await app.app.inject('/metrics')).statusCode).toBe(404)
  const authorization = 'Bearer a-token-of-sixteen'
  const figures = await app.app.inject({ url: '/metrics', headers: { authorization } })
  expect(figures.body).toContain('http_request_duration_seconds')
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const served = await app.app.inject({ url: '/metrics', headers: { authorization } })
  expect(served.body).toContain('process_cpu_seconds_total')

  const open = await testApp()
  expect((await open.app.inject({ url: '/metrics', headers: { host: 'localhost' } })).statusCode).toBe(200)
  const headers = { host: 'localhost', 'x-forwarded-for': '10.0.0.1' }
  expect((await open.app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
})

test('a stream counts its events from 1, ends with the job, and goes on after the last one seen', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { job_id } = await ada.call(api.user.exportData, {})
  await app.runner.drain()

  const first = await ada.send(api.jobs.watch, { job_id })
  expect(first.body).toMatch(/^: open\n\nid: 1\ndata: \{/)
  expect(JSON.parse(first.body.split('data: ')[1] ?? '')).toMatchObject({
    id: job_id,
    state: 'done',
    progress: 1,
  })
  const again = await ada.send(api.jobs.watch, { job_id }, { 'last-event-id': '7' })
  expect(again.body).toContain('id: 8\n')
})
