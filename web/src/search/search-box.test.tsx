import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../testing/fake-server.ts'
import { showAt } from '../testing/show.tsx'
import { SearchBox } from './search-box.tsx'

const SUGGEST = 'GET /api/dict/dictDictSuggestList'
let searched: string[]
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  searched = []
  server = fakeServer({
    [SUGGEST]: () =>
      ok([
        {
          type: 'title',
          text: 'High T<sub>c</sub>',
          paper_id: 'p1',
          authors: ['Paul Chu', 'Maw-Kuen Wu'],
          year: 1987,
          count: null,
        },
        { type: 'author', text: '赵忠贤', paper_id: null, authors: [], year: null, count: 3 },
        { type: 'keyword', text: '超导材料', paper_id: null, authors: [], year: null, count: 1200 },
      ]),
  })
})
afterEach(cleanup)

const show = () => showAt('/home', <SearchBox value="" onSubmit={(text) => searched.push(text)} />)
const box = () => screen.getByRole('combobox')
const press = (key: string, more = {}) => act(async () => fireEvent.keyDown(box(), { key, ...more }))
const submit = () => act(async () => fireEvent.submit(box().closest('form') ?? box()))
const type = async (text: string) => {
  await act(async () => fireEvent.change(box(), { target: { value: text } }))
  await screen.findAllByRole('option')
}
const options = () => screen.getAllByRole('option').map((option) => option.textContent)

test('suggestions come by kind, plain, and are asked for once a person pauses', async () => {
  show()
  fireEvent.change(box(), { target: { value: '超' } })
  await type('超导')
  expect(options()).toEqual([
    '检索词：超导材料1,200 篇',
    '文献：High TcPaul Chu 等 · 1987',
    '作者：赵忠贤3 篇',
  ])
  expect(server.asked(SUGGEST).map(({ query }) => query.get('keyword'))).not.toContain('超')
})

test('Enter searches what is typed, the arrows choose a suggestion first', async () => {
  show()
  await type('超导')
  await submit()
  await type('超导体')
  await press('ArrowDown')
  await submit()
  expect(searched).toEqual(['超导', '超导材料'])
})

test('an author is searched for as an author, a title opens its paper', async () => {
  const { query } = show()
  await type('超导')
  await press('ArrowUp')
  await submit()
  expect(searched).toEqual(['AU:"赵忠贤"'])
  await type('超导')
  await press('ArrowDown')
  await press('ArrowDown')
  await submit()
  expect(query().get('paper')).toBe('p1')
  expect(searched).toHaveLength(1)
})

test('Tab fills a suggestion in, Escape closes the list and keeps the words', async () => {
  show()
  await type('超导')
  await press('ArrowDown')
  await press('Tab')
  expect(box()).toHaveProperty('value', '超导材料')
  await press('Escape')
  expect(screen.queryAllByRole('option')).toEqual([])
  expect(box()).toHaveProperty('value', '超导材料')
})

test('keys that end a Chinese input choose nothing', async () => {
  show()
  await type('超导')
  await press('ArrowDown', { isComposing: true })
  await submit()
  expect(searched).toEqual(['超导'])
})

test('an empty field offers what was searched before', async () => {
  server.handlers[SUGGEST] = () =>
    ok([{ type: 'history', text: '石墨烯', paper_id: null, authors: [], year: null, count: null }])
  show()
  await act(async () => fireEvent.focus(box()))
  await waitFor(() => expect(options()).toEqual(['检索过：石墨烯']))
})
