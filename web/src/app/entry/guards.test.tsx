import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setUserInfo, useUserInfo } from '../../api/session.state.ts'
import { type Agent, useHomeState } from '../../api/specified.state.ts'
import { fakeServer, ok, person, refused } from '../../testing/fake-server.ts'
import { usePageName } from '../../ui/page-name.state.ts'
import { Root } from '../router.tsx'
import { isForbidden, isPublicPath } from './guards.ts'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  setUserInfo({})
  useHomeState.setState({ menuItems: [], noAuthMenus: [], logoInfo: {} })
  server = fakeServer({
    'GET /api/user': () => ok(person),
    'GET /api/menu/stop': () => ok([]),
    'GET /api/menu/default': () => ok([{ path: '/home', name: '首页', icon: 'home', children: [] }]),
    'GET /api/logo': () => ok({ title: '某大学' }),
    'GET /api/user_setting/get/appearance/ui': () => ok(null),
    'GET /api/application/index_list': ({ query }) => ok([{ id: `agent ${query.get('index_flag')}` }]),
    'GET /api/application/dataset_chat/info': () => ok({ id: 'dataset_chat' }),
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function open(...addresses: string[]) {
  const at = (text: string) => <p>{text}</p>
  const screens = [
    { path: '/home', element: at('首页屏') },
    { path: '/register', element: at('注册屏') },
    { path: '/error', element: at('错误屏') },
    { path: '/noLoginError', element: at('未登录屏') },
    { path: '*', element: null },
  ]
  const router = createMemoryRouter([{ element: <Root />, children: screens }], { initialEntries: addresses })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, address: () => router.state.location.pathname + router.state.location.search }
}

test('a logged-in person sees the screen, and the loads of a log-in run', async () => {
  open('/home')
  await screen.findByText('首页屏')
  await waitFor(() => expect(useHomeState.getState().menuItems).toHaveLength(1))
  expect(useHomeState.getState().logoInfo.title).toBe('某大学')
  expect(useUserInfo.getState().userInfo).toEqual(person)
  expect(document.title).toBe('某大学')
  act(() => usePageName.setState({ name: '钙钛矿电池的稳定性' }))
  expect(document.title).toBe('钙钛矿电池的稳定性 · 某大学')
  act(() => usePageName.setState({ name: '' }))
})

test('agents are loaded at log-in: those of the home screen, the default ones, that of knowledge bases', async () => {
  open('/home')
  await waitFor(() =>
    expect(useHomeState.getState()).toMatchObject({
      agentList: [{ id: 'agent true' }],
      defaultAgentList: [{ id: 'agent false' }],
      knowledgeBaseAgentInfo: { id: 'dataset_chat' },
    }),
  )
})

test('agents that cannot be had leave empty lists and the screen', async () => {
  const failed = () => refused(500, { problem: 'server.failed' })
  const before = [{ id: 'old' }] as unknown as Agent[]
  useHomeState.setState({
    agentList: before,
    defaultAgentList: before,
    knowledgeBaseAgentInfo: { id: 'old' },
  })
  server.handlers['GET /api/application/index_list'] = failed
  server.handlers['GET /api/application/dataset_chat/info'] = failed
  open('/home')
  await screen.findByText('首页屏')
  await waitFor(() =>
    expect(useHomeState.getState()).toMatchObject({
      agentList: [],
      defaultAgentList: [],
      knowledgeBaseAgentInfo: {},
    }),
  )
})

test('no screen shows before it is known which menus are forbidden', async () => {
  let answer: (response: Response) => void = () => undefined
  server.handlers['GET /api/menu/stop'] = () => new Promise((resolve) => (answer = resolve))
  open('/home')
  await waitFor(() => expect(server.asked('GET /api/menu/stop')).toHaveLength(1))
  expect(screen.queryByText('首页屏')).toBeNull()
  await act(async () => answer(ok([])))
  await screen.findByText('首页屏')
})

test('when the forbidden menus cannot be had, the screen shows', async () => {
  server.handlers['GET /api/menu/stop'] = () => refused(500, { problem: 'server.failed' })
  open('/home')
  await screen.findByText('首页屏')
})

test('a forbidden path leads to the 404 page and leaves no step to go back to', async () => {
  server.handlers['GET /api/menu/stop'] = () => ok(['/home'])
  const { address, router } = open('/register', '/home?q=1')
  await screen.findByText('错误屏')
  expect(address()).toBe('/error?err_code=404')
  await act(() => router.navigate(-1))
  expect(address()).toBe('/register')
})

test('only the very same path is forbidden', () => {
  expect(isForbidden('/home', ['/home'])).toBe(true)
  expect(isForbidden('/home/searchResult', ['/home'])).toBe(false)
  expect(isForbidden('/Home', ['/home'])).toBe(false)
  expect(isForbidden('/error', ['/error'])).toBe(false)
})

test('a path that becomes forbidden while it is open is left', async () => {
  const { address } = open('/home')
  await screen.findByText('首页屏')
  act(() => useHomeState.setState({ noAuthMenus: ['/home'] }))
  await screen.findByText('错误屏')
  expect(address()).toBe('/error?err_code=404')
})

test('every change of address asks who is logged in, but the loads run once per log-in', async () => {
  const { router } = open('/home')
  await screen.findByText('首页屏')
  await act(() => router.navigate('/home?page=2'))
  await act(() => router.navigate('/home?page=3'))
  await waitFor(() => expect(server.asked('GET /api/user')).toHaveLength(3))
  for (const load of ['GET /api/menu/stop', 'GET /api/menu/default', 'GET /api/logo'])
    expect(server.asked(load)).toHaveLength(1)
})

test('who comes back to the tab is asked again, and what was changed elsewhere shows', async () => {
  open('/home')
  await screen.findByText('首页屏')
  server.handlers['GET /api/user'] = () => ok({ ...person, is_admin: true })
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(useUserInfo.getState().userInfo).toMatchObject({ is_admin: true }))
})

test('who comes back to the tab while the network is down stays where they were', async () => {
  const { address } = open('/home?page=2')
  await screen.findByText('首页屏')
  server.handlers['GET /api/user'] = () => Promise.reject(new TypeError('Failed to fetch'))
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(server.asked('GET /api/user')).toHaveLength(2))
  expect(address()).toBe('/home?page=2')
  expect(useUserInfo.getState().userInfo).toEqual(person)
})

test('who moves on while the network is down keeps the screen and is told; both mend by themselves', async () => {
  const { router, address } = open('/home')
  await screen.findByText('首页屏')
  server.handlers['GET /api/user'] = () => Promise.reject(new TypeError('Failed to fetch'))
  await act(() => router.navigate('/home?page=2'))
  await screen.findByText(/连不上服务器/)
  expect(address()).toBe('/home?page=2')
  expect(screen.getByText('首页屏')).toBeTruthy()
  expect(useUserInfo.getState().userInfo).toEqual(person)
  server.handlers['GET /api/user'] = () => ok(person)
  await waitFor(() => expect(screen.queryByText(/连不上服务器/)).toBeNull())
  expect(address()).toBe('/home?page=2')
})

test('whose session ended while the network was down goes to the log-in page', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const { router } = open('/home')
  await screen.findByText('首页屏')
  server.handlers['GET /api/user'] = () => refused(503, { problem: 'server.busy' })
  await act(() => router.navigate('/home?page=2'))
  await screen.findByText(/连不上服务器/)
  server.handlers['GET /api/user'] = () => refused(401, '/login', '请先登录', 1009)
  await act(async () => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  expect(screen.queryByText('首页屏')).toBeNull()
})

test('another person in the same tab gets loads of their own', async () => {
  const { router } = open('/home')
  await screen.findByText('首页屏')
  server.handlers['GET /api/user'] = () => ok({ ...person, id: 'u2' })
  await act(() => router.navigate('/home?page=2'))
  await waitFor(() => expect(server.asked('GET /api/menu/stop')).toHaveLength(2))
})

test('a failure that names no log-in page empties the user info and leads to /noLoginError, with a way back', async () => {
  setUserInfo(person)
  server.handlers['GET /api/user'] = () => Promise.reject(new TypeError('Failed to fetch'))
  const { address } = open('/home?page=2')
  await screen.findByText('未登录屏')
  expect(address()).toBe('/noLoginError?from=%2Fhome%3Fpage%3D2')
  expect(useUserInfo.getState().userInfo).toEqual({})
})

test('a person who is not logged in goes to the log-in page and not to /noLoginError', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  server.handlers['GET /api/user'] = () => refused(401, '/login', '请先登录', 1009)
  const { address } = open('/home')
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  expect(address()).toBe('/home')
  expect(screen.queryByText('首页屏')).toBeNull()
})

test('on /register nothing but the logo is loaded', async () => {
  open('/register')
  await screen.findByText('注册屏')
  await waitFor(() => expect(server.requests.map(({ path }) => path)).toEqual(['/api/logo']))
})

test('/noLoginError asks for no log-in', async () => {
  open('/noLoginError?from=%2Fhome')
  await screen.findByText('未登录屏')
  expect(server.asked('GET /api/user')).toHaveLength(0)
})

test('the two open paths are looked for in the path and not in the query', () => {
  expect(isPublicPath('/register')).toBe(true)
  expect(isPublicPath('/noLoginError')).toBe(true)
  expect(isPublicPath('/home')).toBe(false)
})

test('a query that names an open path opens nothing', async () => {
  open('/home?from=/register')
  await screen.findByText('首页屏')
  expect(server.asked('GET /api/user')).toHaveLength(1)
})

test.each(['/nothing', '/HOME', '/home/'])('%s has no screen and leads to the 404 page', async (path) => {
  const { address } = open(path)
  await screen.findByText('错误屏')
  expect(address()).toBe('/error?err_code=404')
})

test('/ leads to /home', async () => {
  const { address } = open('/')
  await screen.findByText('首页屏')
  expect(address()).toBe('/home')
})
