import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { quietChat, recordOf } from '../testing/chat.ts'
import { datasetOf } from '../testing/datasets.ts'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { pageOf, press, showAt } from '../testing/show.tsx'
import { ChatScreen } from './chat-screen.tsx'

const APPLICATION = '/api/application/dataset_chat'
const base = datasetOf('d1', '电池', { kind: 'ai', visibility: 'public', my_role: 4, subject_code: '0805' })
const chatOf = (id: string, title: string, over: object = {}) => ({
  id,
  application_id: 'dataset_chat',
  title,
  pinned_at: null,
  dataset_id: 'd1',
  paper_id_list: [],
  record_count: 1,
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
  ...over,
})

let opened: () => Response
beforeEach(() => {
  sessionStorage.clear()
  opened = () => ok({ chat_id: 'c1', application_id: 'dataset_chat' })
  const quiet = quietChat(() => [recordOf({ application_id: 'dataset_chat' })])
  fakeServer({
    ...Object.fromEntries(
      Object.entries(quiet).map(([call, answer]) => [
        call.replace('/api/application/a1', APPLICATION),
        answer,
      ]),
    ),
    'GET /api/dataset_all': () => ok({ aiDataset: [base], projectDataset: [], readingDataset: [] }),
    'GET /api/application/dataset_chat/d1/open': () => opened(),
    'GET /api/application/chat/generate_question': () => ok([]),
    [`GET ${APPLICATION}/chat/client/1/100`]: () =>
      ok(
        pageOf([
          chatOf('c1', '为何衰减'),
          chatOf('c2', '如何封装'),
          chatOf('c3', '别处的问题', { dataset_id: 'd2' }),
          chatOf('c4', '空的对话', { record_count: 0 }),
        ]),
      ),
  })
})
afterEach(cleanup)

test('a public knowledge base is asked on a screen of its own, beside the earlier chats with it alone', async () => {
  const { query } = showAt('/aiKnowledgeBase/chatDetail?dataset_id=d1', <ChatScreen />)

  await waitFor(() => expect(query().get('chat_id')).toBe('c1'))
  expect((await screen.findByRole('link', { name: '查看文献' })).getAttribute('href')).toBe(
    '/aiKnowledgeBase/detail?dataset_id=d1',
  )
  expect(await screen.findByText(/因为湿度/)).toBeTruthy()
  const earlier = within(screen.getByRole('navigation', { name: '与它的对话' }))
  expect((await earlier.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
    '新的对话',
    '为何衰减',
    '如何封装',
  ])
  expect(earlier.getByRole('link', { current: 'page' }).textContent).toBe('为何衰减')
})

test('a knowledge base that cannot be asked says why, and is tried again', async () => {
  opened = () => refused(404, { problem: 'dataset.unknown' }, '没有找到这个知识库')
  const { query } = showAt('/aiKnowledgeBase/chatDetail?dataset_id=d1', <ChatScreen />)
  expect(await screen.findByText(/没有找到这个知识库/)).toBeTruthy()

  opened = () => ok({ chat_id: 'c1', application_id: 'dataset_chat' })
  await press('重试')
  await waitFor(() => expect(query().get('chat_id')).toBe('c1'))
})
