import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorScreen } from './error-screen.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function open(address: string) {
  const screens = ['/error', '/noLoginError'].map((path) => ({ path, element: <ErrorScreen /> }))
  const router = createMemoryRouter([...screens, { path: '/home', element: <p>首页屏</p> }], {
    initialEntries: [address],
  })
  render(<RouterProvider router={router} />)
  return router
}
const heading = () => screen.getByRole('heading', { level: 1 }).textContent

test.each([
  ['404', '没有找到这个页面'],
  ['403', '您没有打开这个页面的权限'],
  ['500', '服务器出错了'],
  ['offline', '现在没有网络'],
  ['toString', '出了点问题'],
])('err_code=%s is explained as: %s', (code, title) => {
  open(`/error?err_code=${code}`)
  expect(heading()).toBe(title)
})

test('a page without a code is explained too', () => {
  open('/error')
  expect(heading()).toBe('出了点问题')
})

test('重试 goes back to where the log-in could not be confirmed', () => {
  const router = open('/noLoginError?from=%2Fhome%3Fpage%3D2')
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(router.state.location.pathname + router.state.location.search).toBe('/home?page=2')
})

test.each(['/noLoginError?from=%2Fhome%3Fpage%3D2', '/error?err_code=offline&from=%2Fhome%3Fpage%3D2'])(
  'when the network is there again, %s leads back by itself',
  async (address) => {
    const router = open(address)
    await act(async () => void dispatchEvent(new Event('online')))
    expect(router.state.location.pathname + router.state.location.search).toBe('/home?page=2')
  },
)

test('登录 goes to the log-in page with the same way back', () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  open('/noLoginError?from=%2Fhome%3Fpage%3D2')
  fireEvent.click(screen.getByRole('button', { name: '登录' }))
  expect(new URL(String(assign.mock.calls[0]?.[0])).searchParams.get('return')).toBe('#/home?page=2')
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example'])(
  'a way back to another site is not taken: %s',
  (from) => {
    const router = open(`/noLoginError?${new URLSearchParams({ from })}`)
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(router.state.location.pathname).toBe('/home')
  },
)
