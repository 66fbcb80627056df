import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setUserInfo, useUserInfo } from '../api/session.state.ts'
import { fakeServer, ok, person, refused } from '../testing/fake-server.ts'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { SettingsPanel } from './settings-panel.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  setUserInfo(person)
  useToasts.setState({ toasts: [] })
  server = fakeServer({ 'GET /api/user/sign_ons': () => ok([]) })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show(tab: string) {
  const router = createMemoryRouter([{ path: '*', element: <SettingsPanel onClose={() => undefined} /> }], {
    initialEntries: [`/home?panel=settings&tab=${tab}`],
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const said = () => useToasts.getState().toasts.map(({ text }) => text)

test('which page of the settings shows stands in the address', async () => {
  const router = show('appearance')
  expect(screen.getByRole('radiogroup', { name: '外观' })).toBeDefined()
  await press('个人资料')
  expect(router.state.location.search).toBe('?panel=settings&tab=profile')
  expect(screen.getByText('linmo')).toBeDefined()
})

test('a new name shows everywhere at once', async () => {
  server.handlers['PUT /api/user/profile'] = () => ok({ ...person, nick_name: '林先生' })
  show('profile')
  fireEvent.change(screen.getByLabelText('姓名或昵称'), { target: { value: '林先生' } })
  await press('保存')
  await waitFor(() => expect(useUserInfo.getState().userInfo).toMatchObject({ nick_name: '林先生' }))
  expect(said()).toEqual(['已保存个人资料'])
})

test('a wrong present password is said at its field', async () => {
  server.handlers['GET /api/user/sessions'] = () => ok([])
  server.handlers['PUT /api/user/password'] = () =>
    refused(400, { problem: 'account.wrong_password' }, '当前密码不正确')
  show('security')
  fireEvent.change(screen.getByLabelText('当前密码'), { target: { value: 'not the one' } })
  fireEvent.change(screen.getByLabelText('新密码'), { target: { value: 'a longer new one' } })
  await press('修改密码')
  await screen.findByText('当前密码不正确')
  expect(screen.getByLabelText('当前密码').getAttribute('aria-invalid')).toBe('true')
})

test('a new password says that access tokens have ended, and keeps them where that is ticked', async () => {
  server.handlers['GET /api/user/sessions'] = () => ok([])
  server.handlers['PUT /api/user/password'] = () => ok({ tokens_ended: 2 })
  show('security')
  const fill = () => {
    fireEvent.change(screen.getByLabelText('当前密码'), { target: { value: 'the present one' } })
    fireEvent.change(screen.getByLabelText('新密码'), { target: { value: 'xuanwu lake 2026' } })
  }
  expect(screen.getByText(/不勾选时访问令牌会撤销/)).toBeTruthy()
  fill()
  await press('修改密码')
  await waitFor(() => expect(said()).toEqual(['密码已修改，其他设备已退出登录，2 个访问令牌已撤销']))
  fill()
  fireEvent.click(screen.getByLabelText('保留访问令牌'))
  server.handlers['PUT /api/user/password'] = () => ok({ tokens_ended: 0 })
  await press('修改密码')
  await waitFor(() => expect(said().at(-1)).toBe('密码已修改，其他设备已退出登录'))
  expect(server.asked('PUT /api/user/password').map(({ body }) => body)).toMatchObject([
    { password: 'xuanwu lake 2026' },
    { keep_tokens: true },
  ])
})

const place = (id: string, current: boolean) => ({
  id,
  current,
  device: `设备 ${id}`,
  ip: '127.0.0.1',
  created_at: '2026-11-20T00:00:00.000Z',
  last_seen_at: '2026-11-20T00:00:00.000Z',
})

test('another device can be logged out, this one cannot', async () => {
  server.handlers['GET /api/user/sessions'] = () => ok([place('a', true), place('b', false)])
  server.handlers['DELETE /api/user/sessions'] = () => ok(null)
  show('security')
  await screen.findByText('设备 a')
  expect(screen.queryByRole('button', { name: '退出「设备 a」' })).toBeNull()
  await press('退出「设备 b」')
  expect(server.asked('DELETE /api/user/sessions')[0]?.body).toEqual({ session_id: 'b' })
  await press('退出其他所有设备')
  expect(server.asked('DELETE /api/user/sessions')[1]?.body).toBeUndefined()
  expect(said()).toEqual(['已退出「设备 b」', '已退出其他所有设备'])
})

test('an export shows how far it is and ends with the file', async () => {
  const job = { name: 'user.export', error: null, created_at: '2026-11-20T00:00:00.000Z', finished_at: null }
  const event = (id: number, state: string, progress: number) =>
    `id: ${id}\ndata: ${JSON.stringify({ ...job, id: 'j1', state, progress, note: '个人设置' })}\n\n`
  let push: (text: string) => void = () => undefined
  server.handlers['POST /api/user/export'] = () => ok({ job_id: 'j1' })
  server.handlers['GET /api/job/j1/stream'] = () =>
    new Response(
      new ReadableStream({
        start: (out) => {
          push = (text) => out.enqueue(new TextEncoder().encode(text))
        },
      }),
    )
  show('data')
  await press('开始导出')
  await waitFor(() => expect(server.asked('GET /api/job/j1/stream')).toHaveLength(1))
  await act(async () => push(event(1, 'running', 0.4)))
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'))
  await act(async () => push(event(2, 'done', 1)))
  const link = await screen.findByRole('link', { name: '下载' })
  expect(link.getAttribute('href')).toBe('/api/user/export/j1')
})

test('the account is deleted only after the password, and the browser leaves', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  server.handlers['DELETE /api/user'] = () => ok('/login', 1009)
  show('data')
  await press('注销账号')
  fireEvent.change(screen.getByLabelText('输入密码以确认'), { target: { value: 'xuanwu lake 2026' } })
  await press('确认注销')
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  expect(server.asked('DELETE /api/user')[0]?.body).toEqual({ password: 'xuanwu lake 2026' })
  expect(useUserInfo.getState().userInfo).toEqual({})
})

test('a deletion can be taken back', async () => {
  setUserInfo({ ...person, delete_at: '2026-12-20T00:00:00.000Z' })
  server.handlers['POST /api/user/restore'] = () => ok(person)
  show('data')
  await press('撤销注销')
  await waitFor(() => expect(useUserInfo.getState().userInfo).toMatchObject({ delete_at: null }))
})
