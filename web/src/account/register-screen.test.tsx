import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, ok, person, refused } from '../testing/fake-server.ts'
import { Antd } from '../ui/antd.tsx'
import { RegisterForm } from './register-screen.tsx'

let server: ReturnType<typeof fakeServer>
const REGISTER = 'POST /api/register/register_user'
const SEND = 'POST /api/register/send_msg'

beforeEach(() => {
  const sent = { expires_in: 300, delivery: 'outbox', notice: '验证码已写入发件箱' }
  server = fakeServer({ [REGISTER]: () => ok(person), [SEND]: () => ok(sent) })
})
// The seconds left are those of a clock that stands still.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(cleanup)

function show(address = '/register') {
  const screens = [
    {
      path: '/register',
      element: (
        <Antd>
          <RegisterForm />
        </Antd>
      ),
    },
    { path: '/home', element: <p>首页屏</p> },
  ]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter(screens, { initialEntries: [address] })} />
    </QueryClientProvider>,
  )
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

function fillIn() {
  type('账号', 'linmo')
  type('姓名或昵称', '林墨')
  type('邮箱或手机号', 'lin@example.org')
  type('验证码', '123456')
  type('密码', 'xuanwu lake 2026')
  fireEvent.click(screen.getByRole('checkbox'))
}
const submit = () => act(async () => fireEvent.click(screen.getByRole('button', { name: '注册' })))

test('a new account leads to /home', async () => {
  show()
  fillIn()
  await submit()
  await screen.findByText('首页屏')
  expect(server.asked(REGISTER)[0]?.body).toEqual({
    account: 'linmo',
    nick_name: '林墨',
    target: 'lin@example.org',
    code: '123456',
    password: 'xuanwu lake 2026',
    agree: true,
    subject_codes: [],
  })
})

test('an empty form says at every field what is missing, and asks the server nothing', async () => {
  show()
  await submit()
  await screen.findByText('密码至少 10 位')
  for (const text of ['验证码为 6 位数字', '请填写邮箱或手机号', '请阅读并同意用户协议与隐私政策'])
    expect(screen.getByText(text)).toBeDefined()
  expect(server.requests).toHaveLength(0)
})

test('what the server refuses stands at its field, and goes when the field is changed', async () => {
  const issues = [{ path: 'password', message: '这个密码太常见，请换一个' }]
  server.handlers[REGISTER] = () => refused(400, { problem: 'input.invalid', issues })
  show()
  fillIn()
  await submit()
  await screen.findByText('这个密码太常见，请换一个')
  type('密码', 'another longer one')
  await waitFor(() => expect(screen.queryByText('这个密码太常见，请换一个')).toBeNull())
})

test('a name that is taken is said at the account', async () => {
  server.handlers[REGISTER] = () => refused(409, { problem: 'account.taken' }, '该账号已被注册')
  show()
  fillIn()
  await submit()
  expect((await screen.findAllByText('该账号已被注册')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText('账号').getAttribute('aria-invalid')).toBe('true')
})

test('a failure that belongs to no field is said above the button', async () => {
  server.handlers[REGISTER] = () => Promise.reject(new TypeError('Failed to fetch'))
  show()
  fillIn()
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('没有连上服务器')
})

const ask = () => act(async () => fireEvent.click(screen.getByRole('button', { name: '获取验证码' })))

test('a sent code says where it went, and the next one has to wait a minute', async () => {
  show()
  type('邮箱或手机号', '13800138000')
  await ask()
  await screen.findByText('验证码已写入发件箱')
  expect(server.asked(SEND)[0]?.body).toEqual({ target: '13800138000', scene: 'register' })
  const button = await screen.findByRole('button', { name: '60 秒后可重发' })
  expect(button.hasAttribute('disabled')).toBe(true)
})

test('a code that was asked for too soon says so and counts what is left', async () => {
  server.handlers[SEND] = () =>
    refused(429, { problem: 'code.too_soon', retry_after: 33 }, '验证码刚刚发送过')
  show()
  type('邮箱或手机号', 'lin@example.org')
  await ask()
  await screen.findByText('验证码刚刚发送过')
  await screen.findByRole('button', { name: '33 秒后可重发' })
})

test('no code is sent to what is no address', async () => {
  show()
  type('邮箱或手机号', '12345')
  await ask()
  await screen.findByText('请填写邮箱或手机号')
  expect(server.requests).toHaveLength(0)
})

test('the set-up token is asked for only where the address says so, and filled in from it', async () => {
  show()
  expect(screen.queryByLabelText('初始化口令')).toBeNull()
  cleanup()
  show('/register?setup=T0ken')
  fillIn()
  await submit()
  await screen.findByText('首页屏')
  expect(server.asked(REGISTER)[0]?.body).toMatchObject({ setup_token: 'T0ken' })
})
