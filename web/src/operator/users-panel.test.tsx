import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../api/session.state.ts'
import { fakeServer, ok, person, refused } from '../testing/fake-server.ts'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { UsersPanel } from './users-panel.tsx'

let server: ReturnType<typeof fakeServer>
const LIST = 'GET /api/admin/users'
const SET = 'PUT /api/admin/users'
const UNOWNED = 'GET /api/admin/projects'
const HAND_OVER = 'POST /api/admin/projects'
const account = (id: string, nick_name: string) => ({
  ...person,
  id,
  nick_name,
  status: 'active',
  created_at: '2026-11-20T00:00:00.000Z',
  last_seen_at: null,
})

const unowned = {
  id: 'p1',
  name: '固态电池',
  owners: [{ user_id: 'u9', nick_name: '钱二', account: 'qian' }],
  members: [{ user_id: 'u2', nick_name: '赵一', account: 'zhao' }],
}

beforeEach(() => {
  setUserInfo({ ...person, is_admin: true })
  useToasts.setState({ toasts: [] })
  const list = [account('u1', '林墨'), account('u2', '赵一')]
  server = fakeServer({
    [LIST]: () => ok({ list, total: 2, page_num: 1, page_size: 20 }),
    [SET]: () => ok(list[1]),
    [UNOWNED]: () => ok({ list: [unowned], total: 1, page_num: 1, page_size: 10 }),
    [HAND_OVER]: () => ok(null),
  })
  const router = createMemoryRouter([{ path: '*', element: <UsersPanel onClose={() => undefined} /> }])
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
})
afterEach(cleanup)

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}

test('an account is disabled, and the toast takes it back', async () => {
  await press('停用：赵一')
  expect(server.asked(SET)[0]?.body).toEqual({ user_id: 'u2', status: 'disabled' })
  const toast = useToasts.getState().toasts[0]
  expect(toast?.text).toBe('已停用「赵一」')
  await act(async () => toast?.undo?.())
  await waitFor(() => expect(server.asked(SET)[1]?.body).toEqual({ user_id: 'u2', status: 'active' }))
})

test('a person, be it the operator, is made a checker of batches of manuscripts', async () => {
  await press('设为核对员：林墨')
  expect(server.asked(SET)[0]?.body).toEqual({ user_id: 'u1', is_checker: true })
  expect(useToasts.getState().toasts[0]?.text).toBe('「林墨」现在是核对员')
})

test('an operator cannot disable the account they are using', async () => {
  await screen.findByRole('button', { name: '停用：赵一' })
  expect(screen.queryByRole('button', { name: '停用：林墨' })).toBeNull()
})

test('a refused change says why and offers nothing to take back', async () => {
  server.handlers[SET] = () => refused(409, { problem: 'account.last_operator' }, '请先指定另一位管理员')
  await press('设为管理员：赵一')
  await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toBe('没有改动：请先指定另一位管理员'))
  expect(useToasts.getState().toasts[0]?.undo).toBeUndefined()
})

test('searching asks the server from the first page', async () => {
  await screen.findByText('赵一')
  const box = screen.getByLabelText('查找用户')
  fireEvent.change(box, { target: { value: ' 赵 ' } })
  await press('查找')
  await waitFor(() => expect(server.asked(LIST).at(-1)?.query.get('keyword')).toBe('赵'))
  expect(server.asked(LIST).at(-1)?.query.get('page_num')).toBe('1')
  await press('清空')
  await waitFor(() => expect(server.asked(LIST).at(-1)?.query.get('keyword')).toBeFalsy())
})

test('a project whose owners are disabled is handed over to a member', async () => {
  expect(await screen.findByText('原创建者：钱二')).toBeTruthy()
  fireEvent.mouseDown(screen.getByLabelText('新的创建者：固态电池'))
  fireEvent.click(await screen.findByText('赵一（zhao）'))
  await press('移交：固态电池')
  await waitFor(() => expect(server.asked(HAND_OVER)[0]?.body).toEqual({ project_id: 'p1', user_id: 'u2' }))
  expect(useToasts.getState().toasts[0]?.text).toBe('已把「固态电池」移交给赵一（zhao）')
})
