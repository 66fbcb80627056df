import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { SignOns } from './sign-ons.tsx'

const CALL = '/api/user/sign_ons'
const LINKED_AT = '2026-11-20T00:00:00.000Z'
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  server = fakeServer({})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const offer = (linked_at: string | null) => {
  server.handlers[`GET ${CALL}`] = () => ok([{ provider: 'oidc', name: '校园认证', linked_at }])
}

function show({ hasPassword = true, result = '' } = {}) {
  const router = createMemoryRouter([{ path: '*', element: <SignOns hasPassword={hasPassword} /> }], {
    initialEntries: [`/home?panel=settings&tab=security${result && `&sign_on=${result}`}`],
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}

test('linking asks for the password and leaves for the address that the server names', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  offer(null)
  show()
  await press('绑定校园认证')
  await press('前往认证')
  await screen.findByText('请填写密码')
  expect(server.asked(`POST ${CALL}`)).toEqual([])

  server.handlers[`POST ${CALL}`] = () =>
    refused(400, { problem: 'account.wrong_password' }, '当前密码不正确')
  fireEvent.change(screen.getByLabelText('输入密码以确认'), { target: { value: 'xuanwu lake 2026' } })
  await press('前往认证')
  await screen.findByText('当前密码不正确')
  server.handlers[`POST ${CALL}`] = () => ok({ location: '/sso/oidc/start?link=once' })
  await press('前往认证')
  await waitFor(() =>
    expect(assign).toHaveBeenCalledWith(new URL('/sso/oidc/start?link=once', location.href).href),
  )
  expect(server.bodies(`POST ${CALL}`)[1]).toEqual({ provider: 'oidc', password: 'xuanwu lake 2026' })
})

test('unlinking shows at once that nothing is linked, and why the last one stays', async () => {
  offer(LINKED_AT)
  show({ hasPassword: false })
  server.handlers[`DELETE ${CALL}`] = () => refused(409, { problem: 'sign_on.last' }, '请先设置密码')
  await press('解除绑定校园认证')
  expect(screen.getByText(/您没有密码/)).toBeDefined()
  await press('解除绑定')
  await screen.findByText('请先设置密码')
  server.handlers[`DELETE ${CALL}`] = () => ok(null)
  offer(null)
  await press('解除绑定')
  await screen.findByText('未绑定')
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['已解除绑定，登录着的设备不受影响'])
})

test('what came of linking is said once and leaves the address', async () => {
  offer(LINKED_AT)
  const router = show({ result: 'taken' })
  expect((await screen.findByRole('alert')).textContent).toContain('这个身份已用于登录另一个账号')
  await waitFor(() => expect(router.state.location.search).toBe('?panel=settings&tab=security'))
  expect(screen.getByRole('alert')).toBeDefined()
  cleanup()
  show({ result: 'constructor' })
  await screen.findByText('校园认证')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('where the institution has no sign-on, nothing is said of one', async () => {
  server.handlers[`GET ${CALL}`] = () => ok([])
  show()
  await waitFor(() => expect(server.asked(`GET ${CALL}`)).toHaveLength(1))
  await act(async () => undefined)
  expect(screen.queryByText('其他登录方式')).toBeNull()
})
