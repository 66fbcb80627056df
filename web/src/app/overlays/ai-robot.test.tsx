import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useHomeState } from '../../api/specified.state.ts'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { pageOf, press, showAt } from '../../testing/show.tsx'
import { RobotButton } from '../shell/top-bar.tsx'
import { Overlays } from './overlays.tsx'

const OPEN = 'GET /api/application/common_chat/open/screen_robot'
let server: ReturnType<typeof fakeServer>

beforeEach(async () => {
  // Fetched when it is needed: here before, so that no test waits for it.
  await Promise.all([import('./chat-panel.tsx'), import('./chat-panel.tsx')])
  useHomeState.setState({ aiRobotOpen: false, summaryDrawerOpen: false, paperIdList: ['p1', 'p2'] })
  server = fakeServer({
    [OPEN]: () => ok({ chat_id: 'c1', application: { id: 'screen_robot', name: 'AI 助手' } }),
    'GET /api/application/screen_robot/chat/c1/chat_record/1/50': () => ok(pageOf([])),
    'GET /api/application/screen_robot/app_model_mapping': () => ok([]),
  })
})
afterEach(cleanup)

const show = (address: string) =>
  showAt(
    address,
    <>
      <RobotButton />
      <Overlays />
    </>,
  )

test('the robot is asked about the papers that are listed, and goes away again', async () => {
  show('/home/searchResult')
  await press('AI 助手')
  await screen.findByText('围绕屏幕上的 2 篇文献回答，并注明出处')
  expect(server.asked(OPEN)[0]?.query.getAll('paper_id_list')).toEqual(['p1', 'p2'])
  await act(async () => useHomeState.setState({ aiRobotOpen: false }))
  expect(screen.queryByText('想问什么？')).toBeNull()
})

test('the open paper is explained at once, in a chat about it alone', async () => {
  const reading = 'GET /api/application/common_chat/open/paper_reading'
  const send = 'POST /api/application/chat_message/c2'
  server.handlers[reading] = () =>
    ok({ chat_id: 'c2', application: { id: 'paper_reading', name: '论文精读' } })
  server.handlers['GET /api/application/paper_reading/chat/c2/chat_record/1/50'] = () => ok(pageOf([]))
  server.handlers['GET /api/application/paper_reading/app_model_mapping'] = () => ok([])
  server.handlers[send] = () => refused(503, { problem: 'server.busy' })
  server.handlers['POST /api/paper/list_by_id'] = () => ok({ list: [], missing: ['p7'] })
  const { router } = show('/home?paper=p7')
  await act(async () => useHomeState.setState({ summaryDrawerOpen: true }))
  await waitFor(() => expect(server.asked(send)[0]?.body).toMatchObject({ paper_id_list: ['p7'] }))
  expect(server.asked(reading)[0]?.query.getAll('paper_id_list')).toEqual(['p7'])
  await act(() => router.navigate('/home'))
  expect(useHomeState.getState().summaryDrawerOpen).toBe(false)
})

test('a robot that cannot be reached says why, and is tried again', async () => {
  server.handlers[OPEN] = () => refused(503, { problem: 'server.busy' })
  show('/home')
  await press('AI 助手')
  await screen.findByText('对话没有打开')
  server.handlers[OPEN] = () => ok({ chat_id: 'c1', application: { id: 'screen_robot', name: 'AI 助手' } })
  await press('重试')
  await waitFor(() => expect(screen.queryByText('对话没有打开')).toBeNull())
})
