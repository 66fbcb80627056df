import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { paperOf } from '../../testing/papers.ts'
import { showAt } from '../../testing/show.tsx'
import { PaperDialogs } from './paper-dialogs.tsx'

afterEach(cleanup)

async function compared(...citations: number[]) {
  const list = citations.map((citation_count, at) => paperOf(`p${at}`, `题名${at}`, { citation_count }))
  fakeServer({ 'POST /api/paper/list_by_id': () => ok({ list, missing: [] }) })
  showAt('/home', <PaperDialogs action={{ kind: 'compare', ids: list.map(({ id }) => id) }} />)
  await screen.findByRole('table')
  return screen.queryByRole('row', { name: /^被引/ })?.textContent
}

test('how often papers are cited is compared where it is known', async () => {
  expect(await compared(1234, 0)).toBe('被引1,234—')
})

test('keywords are compared one beside the other', async () => {
  const list = [paperOf('p1', '一', { keywords: ['超导', '铜基'] }), paperOf('p2', '二')]
  fakeServer({ 'POST /api/paper/list_by_id': () => ok({ list, missing: [] }) })
  showAt('/home', <PaperDialogs action={{ kind: 'compare', ids: ['p1', 'p2'] }} />)
  expect((await screen.findByRole('row', { name: /^关键词/ })).textContent).toBe('关键词超导；铜基—')
})

test('papers of which nobody says how often they are cited have no such row', async () => {
  expect(await compared(0, 0)).toBeUndefined()
})
