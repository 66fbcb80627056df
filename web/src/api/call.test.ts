import { api } from '@scinav/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, ok, person, refused } from '../testing/fake-server.ts'
import { CALL_TIMEOUT_MS, call } from './call.ts'

const assign = vi.fn()

beforeEach(() => {
  vi.spyOn(location, 'assign').mockImplementation(assign)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  assign.mockReset()
  location.hash = ''
})

test('an answer with code 200 is a success and carries the data', async () => {
  fakeServer({ 'GET /api/user': () => ok(person) })
  expect(await call(api.user.current, {})).toEqual({ success: true, code: 200, data: person })
})

test('logging out succeeds with code 1009, and 200 would not be a success there', async () => {
  const { handlers } = fakeServer({ 'POST /api/user/logout': () => ok('/login', 1009) })
  expect(await call(api.user.logout, {})).toMatchObject({ success: true, data: '/login' })
  handlers['POST /api/user/logout'] = () => ok('/login', 200)
  expect(await call(api.user.logout, {})).toMatchObject({ success: false })
  expect(assign).not.toHaveBeenCalled()
})

test('a refusal tells what went wrong, where, and which request it was', async () => {
  const data = {
    problem: 'input.invalid',
    issues: [{ path: 'code', message: '验证码不正确' }],
    request_id: 'r1',
  }
  fakeServer({ 'POST /api/register/register_user': () => refused(400, data, '填写的内容有误') })
  const answer = await call(api.user.updateProfile, { nick_name: '林', subject_codes: [] })
  expect(answer).toMatchObject({ success: false, code: 404 })
  const input = { account: 'a', password: 'b', nick_name: 'c', target: 'd', code: 'e', agree: true } as const
  expect(await call(api.user.register, { ...input, subject_codes: [] })).toEqual({
    success: false,
    code: 400,
    message: '填写的内容有误',
    ...data,
  })
})

test('too many requests say how long to wait', async () => {
  const data = { problem: 'code.too_soon', retry_after: 42 }
  fakeServer({ 'POST /api/register/send_msg': () => refused(429, data) })
  const answer = await call(api.user.sendCode, { target: 'a@b.cn', scene: 'register' })
  expect(answer).toMatchObject({ success: false, problem: 'code.too_soon', retry_after: 42 })
})

test('a person whose session is over goes to the log-in page and can come back to where they were', async () => {
  location.hash = '#/home?panel=settings&tab=data'
  fakeServer({ 'GET /api/user': () => refused(401, '/login', '请先登录', 1009) })
  expect(await call(api.user.current, {})).toMatchObject({ success: false, problem: 'login.required' })
  const target = new URL(assign.mock.calls[0]?.[0])
  expect(target.pathname).toBe('/login')
  expect(target.searchParams.get('return')).toBe('#/home?panel=settings&tab=data')
})

test('the address of a single sign-on keeps its own parameters', async () => {
  location.hash = '#/home'
  const sso = 'https://sso.example.edu/auth?client=1'
  fakeServer({ 'GET /api/user': () => refused(401, sso, '请先登录', 1009) })
  await call(api.user.current, {})
  expect(assign).toHaveBeenCalledWith(`${sso}&return=%23%2Fhome`)
})

test('an address that would run a script is not followed', async () => {
  fakeServer({ 'GET /api/user': () => refused(401, 'javascript:alert(1)', '', 1009) })
  await call(api.user.current, {})
  expect(assign).not.toHaveBeenCalled()
})

test('a 401 that names no log-in page leads nowhere', async () => {
  fakeServer({ 'GET /api/user': () => refused(401, { problem: 'login.required' }, '请先登录') })
  expect(await call(api.user.current, {})).toMatchObject({ success: false, code: 401 })
  expect(assign).not.toHaveBeenCalled()
})

test('a dead network is an answer, not an exception', async () => {
  fakeServer({ 'GET /api/user': () => Promise.reject(new TypeError('Failed to fetch')) })
  expect(await call(api.user.current, {})).toMatchObject({ success: false, problem: 'network', code: 0 })
})

test("a proxy's error page is an answer, not an exception", async () => {
  fakeServer({ 'GET /api/user': () => new Response('<h1>502</h1>', { status: 502 }) })
  expect(await call(api.user.current, {})).toMatchObject({ success: false, problem: 'answer' })
})

test('a server that says nothing for 60 seconds is given up', async () => {
  expect(CALL_TIMEOUT_MS).toBe(60_000)
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(60_000)
    return limit.signal
  })
  globalThis.fetch = (_url, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('over', 'TimeoutError')))
    })
  const answer = call(api.user.current, {})
  limit.abort()
  expect(await answer).toMatchObject({
    success: false,
    problem: 'timeout',
    message: '服务器 60 秒内没有答复',
  })
})

test('a reply that was requested before the program loaded is used, once', async () => {
  const server = fakeServer({ 'GET /api/user': () => ok(person) })
  globalThis.earlyReplies = { '/api/user': Promise.resolve(ok({ ...person, nick_name: '早到' })) }
  expect(await call(api.user.current, {})).toMatchObject({ data: { nick_name: '早到' } })
  expect(server.requests).toEqual([])
  expect(await call(api.user.current, {})).toMatchObject({ data: person })
  expect(server.requests).toHaveLength(1)
})

test('an early request that failed counts as a call that got no reply', async () => {
  fakeServer({ 'GET /api/user': () => ok(person) })
  globalThis.earlyReplies = { '/api/user': Promise.reject(new TypeError('Failed to fetch')) }
  expect(await call(api.user.current, {})).toMatchObject({ success: false, problem: 'network' })
})
