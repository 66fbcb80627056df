import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../testing/fake-server.ts'
import { pageOf, press, showAt } from '../testing/show.tsx'
import { Antd } from '../ui/antd.tsx'
import { ResourcesScreen } from './resources-screen.tsx'

const LIST = 'GET /api/yunzhou_db/list/wx'
const SAVE = 'POST /api/user_setting/save'
const database = (id: string, name: string, access: string) => ({
  id,
  class_id: 'cn',
  name,
  description: '中文学术文献平台。',
  access,
  url: `https://www.${id}.example`,
})

let server: ReturnType<typeof fakeServer>
let stored: unknown

beforeEach(() => {
  stored = null
  server = fakeServer({
    'GET /api/yunzhou_db/classify': () => ok([{ id: 'cn', name: '中文综合', count: 2 }]),
    [LIST]: ({ query }) =>
      ok(
        pageOf(
          [database('one', '甲库', 'open'), database('two', '乙库', 'subscription')].filter(
            ({ id }) => !query.has('ids') || query.getAll('ids').includes(id),
          ),
        ),
      ),
    'GET /api/user_setting/get/resources/favourites': () => ok(stored),
    [SAVE]: () => ok(null),
    'GET /api/journal/classify': () => ok([]),
    'POST /api/journal/search': () => ok(pageOf([])),
    'GET /api/user/prefer/listTopicPrefer': () => ok([]),
  })
})
afterEach(cleanup)

const show = (query = '') =>
  showAt(
    `/resources${query}`,
    <Antd>
      <ResourcesScreen />
    </Antd>,
  )

test('databases say how they are read and open in a tab of their own', async () => {
  show()
  const link = await screen.findByRole('link', { name: '甲库' })
  expect(link.getAttribute('href')).toBe('https://www.one.example')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(screen.getAllByText('需机构订阅').length).toBeGreaterThan(1)
})

test('a category and a way of access stand in the address and go to the server', async () => {
  const { query } = show('?access=open&page=2')
  await press(/中文综合/)
  expect(query().toString()).toBe('access=open&class_id=cn')
  expect(Object.fromEntries(server.asked(LIST).at(-1)?.query ?? [])).toMatchObject({
    class_id: 'cn',
    access: 'open',
    page_num: '1',
  })
})

test('favourites are kept with the settings and have a list of their own', async () => {
  show()
  await press('收藏：乙库')
  expect(server.bodies(SAVE)).toEqual([{ key: 'resources', type: 'favourites', value: ['two'] }])
  await press(/我的收藏/)
  expect(await screen.findByRole('link', { name: '乙库' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: '甲库' })).toBeNull()
})

test('addresses of journals still show journals', async () => {
  show('?query=Joule')
  expect(await screen.findByRole('searchbox', { name: '查找期刊' })).toBeTruthy()
})
