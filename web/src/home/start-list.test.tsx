import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useHomeState } from '../api/specified.state.ts'
import { datasetOf } from '../testing/datasets.ts'
import { fakeServer, ok, person } from '../testing/fake-server.ts'
import { showAt } from '../testing/show.tsx'
import { StartList } from './start-list.tsx'

const own = (document_count: number) => datasetOf('d0', '我的文献', { is_private: true, document_count })
let server: ReturnType<typeof fakeServer>

const holds = (document_count: number, projectDataset: object[] = []) => {
  server.handlers['GET /api/dataset_all'] = () =>
    ok({ aiDataset: [], projectDataset, readingDataset: [own(document_count)] })
}

beforeEach(() => {
  server = fakeServer({ 'GET /api/user/prefer/listTopicPrefer': () => ok([]) })
  holds(0)
})
afterEach(() => {
  cleanup()
  useHomeState.setState({ noAuthMenus: [] })
})

const steps = async () => within(await screen.findByRole('region', { name: '开始使用' }))

test('a newcomer is led to what they can do first, and sees what is done', async () => {
  holds(2)
  showAt('/home', <StartList user={{ ...person, organization: null }} />)
  const shown = await steps()
  expect(shown.getByRole('link', { name: /放入自己的文献.*（已完成）.*已有 2 篇/ })).toBeTruthy()
  expect(shown.getByRole('link', { name: /订阅关心的主题/ }).getAttribute('href')).toContain('/subscribe')
  expect(shown.getByRole('link', { name: /完善个人资料/ }).getAttribute('href')).toContain('panel=settings')
})

test('steps to screens that are closed are left out', async () => {
  useHomeState.setState({ noAuthMenus: ['/project', '/subscribe'] })
  showAt('/home', <StartList user={{ ...person, organization: null }} />)
  const shown = await steps()
  expect(shown.queryByText('和同事一起做')).toBeNull()
  expect(shown.queryByText('订阅关心的主题')).toBeNull()
  expect(server.asked('GET /api/user/prefer/listTopicPrefer')).toEqual([])
})
