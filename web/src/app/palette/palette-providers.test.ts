import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { filePalette, listPalette, subscriptionPalette } from './palette-providers.ts'

let went: string[]
const go = (address: string) => went.push(address)
const { signal } = new AbortController()
const named = (id: string, name: string) => ({ id, name, description: '' })

beforeEach(() => {
  went = []
  fakeServer({
    'GET /api/dataset_all': () =>
      ok({
        aiDataset: [named('d9', '储能材料综述库')],
        projectDataset: [{ project_id: 'x', project_name: '课题组', datasets: [named('d3', '储能课题')] }],
        readingDataset: [named('d1', '我的文献')],
      }),
    'GET /api/folder/files': () =>
      ok({
        list: [
          { id: 'o1', type: 'file', name: '1.pdf', title: '储能综述', dataset_id: 'd1' },
          { id: 'o2', type: 'paper', name: '储能', title: '储能', dataset_id: 'd1' },
        ],
        total: 2,
      }),
    'GET /api/user/prefer/listTopicPrefer': () =>
      ok([{ id: 's1', kind: 'query', name: '宁的新作', value: 'AU:Ning' }]),
  })
})

test('lists of every group are found by name and opened', async () => {
  const lists = listPalette(new QueryClient(), go)
  expect(await lists.find('', signal)).toEqual([])
  const found = await lists.find('储能', signal)
  expect(found.map(({ name }) => name)).toEqual(['储能课题', '储能材料综述库'])
  found[0]?.run()
  expect(went).toEqual(['/knowledgeBase?dataset_id=d3'])
})

test('files are found by name and opened to be read', async () => {
  const files = filePalette(go)
  expect(await files.find('', signal)).toEqual([])
  const found = await files.find('储能', signal)
  expect(found.map(({ name }) => name)).toEqual(['储能综述'])
  found[0]?.run()
  expect(went).toEqual(['/readDetailMore?document_id=o1&dataset_id=d1'])
})

test('subscriptions are found by name and by what they follow, and a new one is a step away', async () => {
  const subscriptions = subscriptionPalette(new QueryClient(), go)
  for (const text of ['宁', 'ning'])
    expect((await subscriptions.find(text, signal)).map(({ name }) => name)).toEqual(['宁的新作'])
  ;(await subscriptions.find('订阅', signal))[0]?.run()
  expect(went).toEqual(['/subscribe?add=topic'])
})
