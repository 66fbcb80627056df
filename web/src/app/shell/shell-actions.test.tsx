import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setUserInfo, useUserInfo } from '../../api/session.state.ts'
import { setStoredUploadsFlag } from '../../documents/upload/memory-flag.ts'
import { discardUploads } from '../../documents/upload/run-uploads.ts'
import { fakeServer, ok, person, refused } from '../../testing/fake-server.ts'
import { lastToast, press, showAt } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { useShellActions } from './shell-actions.ts'

vi.mock('../../documents/upload/run-uploads.ts', () => ({ discardUploads: vi.fn(async () => undefined) }))

const LOG_OUT = 'POST /api/user/logout'

let server: ReturnType<typeof fakeServer>
let visited: string[]
beforeEach(() => {
  setUserInfo(person)
  useToasts.setState({ toasts: [] })
  server = fakeServer({})
  visited = []
  vi.spyOn(location, 'assign').mockImplementation((url) => void visited.push(String(url)))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Actions() {
  return useShellActions().map(({ name, run }) => (
    <button key={name} type="button" onClick={() => run()}>
      {name}
    </button>
  ))
}

async function logOut() {
  showAt('/home', <Actions />)
  expect(screen.getByText('退出登录')).toBeTruthy()
  await press('退出登录')
}

test('who logs out is forgotten by the page and led to where the server says', async () => {
  server.handlers[LOG_OUT] = () => ok('http://localhost:3000/login.html', 1009)
  await logOut()
  await waitFor(() => expect(visited).toEqual(['http://localhost:3000/login.html']))
  expect(useUserInfo.getState().userInfo).toEqual({})
  expect(lastToast()).toBeUndefined()
})

test('who logs out of a session that has ended comes to the log-in page without a word of failure', async () => {
  server.handlers[LOG_OUT] = () => refused(401, 'http://localhost:3000/login.html', '请先登录', 1009)
  await logOut()
  await waitFor(() => expect(visited).toHaveLength(1))
  expect(visited[0]).toContain('/login.html')
  expect(lastToast()).toBeUndefined()
})

test.each([
  ['ends here', () => ok('http://localhost:3000/login.html', 1009)],
  ['had ended already', () => refused(401, 'http://localhost:3000/login.html', '请先登录', 1009)],
])('nothing of what was being sent stays in the browser, whether the session %s', async (_, answer) => {
  vi.mocked(discardUploads).mockClear()
  setStoredUploadsFlag(true)
  server.handlers[LOG_OUT] = answer
  await logOut()
  await waitFor(() => expect(discardUploads).toHaveBeenCalledOnce())
  setStoredUploadsFlag(false)
})

test('who could not be logged out is told so, and stays', async () => {
  server.handlers[LOG_OUT] = () => refused(500, { problem: 'server.failed' }, '服务器出了问题')
  await logOut()
  await waitFor(() => expect(lastToast()?.text).toBe('没有退出：服务器出了问题'))
  expect(visited).toEqual([])
})
