import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { listTwoPapers, twoPapers } from '../../testing/papers.ts'
import { pageOf, press, showAt } from '../../testing/show.tsx'
import { findRow } from '../../ui/use-row-keys.ts'
import { usePaperNavigation } from '../paper-navigation.state.ts'
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

test('an abstract that the site wrote is called so, and not the paper’s own', async () => {
  server.handlers['POST /api/paper/list_by_id'] = () =>
    ok({
      list: [{ ...twoPapers.p1, abstract: 'Ours.', abstract_zh: '我们写的。', abstract_by: 'site' }],
      missing: [],
    })
  showAt('/home?paper=p1', <PaperDrawer id="p1" onClose={() => undefined} />)
  expect(await screen.findByText('内容提要（本站撰写）')).toBeTruthy()
  expect(screen.queryByText('原文摘要')).toBeNull()
  expect(screen.queryByText('中文摘要')).toBeNull()
})

test('who made a work is told with what they did, and what cites it has an address', async () => {
  const creators = [
    { name: '林墨', role: 'author', affiliations: [] },
    { name: '周岚', role: 'editor', affiliations: [] },
  ]
  server.handlers['POST /api/paper/list_by_id'] = () =>
    ok({ list: [{ ...twoPapers.p1, creators, cited_by_count: 3 }], missing: [] })
  server.handlers['GET /api/paper/cited_by/p1'] = () => ok(pageOf([twoPapers.p2]))
  const { query } = showAt('/home?paper=p1', <PaperDrawer id="p1" onClose={() => undefined} />)
  const people = (await screen.findByText('周岚')).closest('section')
  expect(people?.textContent).toMatch(/周岚.*编者/)
  expect(people?.textContent).not.toMatch(/林墨.*编者.*周岚/)
  await press(/^被引/)
  expect(query().get('paper_tab')).toBe('cited')
})

test('closing a paper that was walked to puts the keyboard on its row', async () => {
  usePaperNavigation.setState({ ids: ['p1', 'p2'] })
  const closed = vi.fn()
  showAt(
    '/home?paper=p1',
    <>
      <article data-paper="p1">
        <input type="checkbox" />
      </article>
      <PaperDrawer id="p1" onClose={closed} />
    </>,
  )
  await screen.findByText('高温超导')
  await press('关闭')
  expect(closed).toHaveBeenCalled()
  expect(document.activeElement).toBe(findRow('p1')?.firstElementChild)
})

test('j leads to the next paper of the list, and the keyboard to its row', async () => {
  usePaperNavigation.setState({ ids: ['p1', 'p2'] })
  const { query } = showAt(
    '/home?paper=p1',
    <>
      {['p1', 'p2'].map((id) => (
        <article key={id} data-paper={id}>
          <input type="checkbox" />
        </article>
      ))}
      <PaperDrawer id="p1" onClose={() => undefined} />
    </>,
  )
  await screen.findByText('高温超导')
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(query().get('paper')).toBe('p2')
  expect(document.activeElement).toBe(findRow('p2')?.firstElementChild)
})

test('both abstracts are shown in their languages, and the quote that the address names is lit', async () => {
  const abstracts = { abstract: 'It conducts at 35 K without loss.', abstract_zh: '它在 35 K 无损导电。' }
  server.handlers['POST /api/paper/list_by_id'] = () =>
    ok({ list: [{ ...twoPapers.p1, ...abstracts }], missing: [] })
  showAt('/home?paper=p1&quote=at%2035%20K', <PaperDrawer id="p1" onClose={() => undefined} />)
  const lit = await screen.findByText('at 35 K')
  expect(lit.tagName).toBe('MARK')
  expect(lit.closest('p')).toMatchObject({ lang: 'en', textContent: abstracts.abstract })
  expect(screen.getByText(abstracts.abstract_zh)).toMatchObject({ lang: 'zh' })
})

test('papers that an open one cites say how many the library lacks', async () => {
  server.handlers['GET /api/paper/references/p1'] = () => ok(pageOf([twoPapers.p2], { all: 9 }))
  showAt('/home?paper=p1&paper_tab=references', <PaperDrawer id="p1" onClose={() => undefined} />)
  await screen.findByText('共引用 9 篇，其中 1 篇在本馆文献中')
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
