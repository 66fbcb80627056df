import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { listTwoPapers, twoPapers } from '../../testing/papers.ts'
import { pageOf, press, showAt } from '../../testing/show.tsx'
import { PaperDrawer } from './paper-drawer.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer({
    'POST /api/paper/list_by_id': listTwoPapers,
    'POST /api/user/log/logViewPaper': () => ok(null),
  })
})
afterEach(cleanup)

test('an open paper shows its record, counts as looked at, and leads to its versions and keywords', async () => {
  const { query } = showAt(
    '/home/searchResult?q=a&paper=p1',
    <PaperDrawer id="p1" onClose={() => undefined} />,
  )
  expect((await screen.findByRole('link', { name: '超导' })).getAttribute('href')).toContain(
    encodeURIComponent('KY:"超导"'),
  )
  await waitFor(() =>
    expect(server.asked('POST /api/user/log/logViewPaper')[0]?.body).toEqual({ paper_id: 'p1' }),
  )
  await press('预印本', 'link')
  expect(query().get('paper')).toBe('p3')
})

test('papers that an open one cites say how many the library lacks', async () => {
  server.handlers['GET /api/paper/references/p1'] = () => ok(pageOf([twoPapers.p2], { all: 9 }))
  showAt('/home?paper=p1&paper_tab=references', <PaperDrawer id="p1" onClose={() => undefined} />)
  await screen.findByText('共引用 9 篇，其中 1 篇在文献库里')
})

test('related papers say what they share', async () => {
  const reason = {
    shared_keywords: ['超导'],
    shared_authors: [],
    cites: true,
    cited_by: false,
    similarity: 0.5,
  }
  server.handlers['POST /api/paper/related'] = () => ok([{ ...twoPapers.p2, reason }])
  showAt('/home?paper=p1&paper_tab=related', <PaperDrawer id="p1" onClose={() => undefined} />)
  await screen.findByText('它引用了这篇；共同关键词：超导')
})

test('a paper that is gone says so', async () => {
  showAt('/home?paper=p9', <PaperDrawer id="p9" onClose={() => undefined} />)
  await screen.findByText('没有这篇文献')
  expect(server.asked('POST /api/user/log/logViewPaper')).toEqual([])
})
