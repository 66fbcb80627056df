import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goToLogin } from './login-redirect.ts'

const assign = vi.fn()
const replace = vi.fn()

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(location, 'assign').mockImplementation(assign)
  vi.spyOn(location, 'replace').mockImplementation(replace)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.clearAllMocks()
  location.hash = ''
})

test('a stranger goes to the log-in page, which knows the way back', () => {
  location.hash = '#/home?q=1'
  goToLogin('/login')
  expect(new URL(String(assign.mock.calls[0]?.[0])).searchParams.get('return')).toBe('#/home?q=1')
  expect(replace).not.toHaveBeenCalled()
})

test('where the log-in page is missing and the server leads to /error, the round ends with 重试 and 登录', () => {
  location.hash = '#/home'
  goToLogin('/login')
  // The server has no such page and answers with the error screen's address.
  location.hash = '#/error?err_code=404'
  goToLogin('/login')
  expect(assign).toHaveBeenCalledOnce()
  expect(replace).toHaveBeenCalledWith('#/noLoginError?from=%2Fhome')
})

test('an error page that is opened by itself still leads to the log-in page', () => {
  location.hash = '#/error?err_code=404'
  goToLogin('/login')
  expect(assign).toHaveBeenCalledOnce()
})

test('a minute later the log-in page is tried again', () => {
  vi.useFakeTimers()
  goToLogin('/login')
  vi.advanceTimersByTime(60_000)
  location.hash = '#/error'
  goToLogin('/login')
  expect(assign).toHaveBeenCalledTimes(2)
})
