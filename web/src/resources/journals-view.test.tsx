import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../testing/fake-server.ts'
import { fill, pageOf, press, showAt, undo } from '../testing/show.tsx'
import { Antd } from '../ui/antd.tsx'
import { useToasts } from '../ui/toasts/toast.state.ts'
import { readJournalAddress, withJournalAddress } from './journal-address.ts'
import { JournalsView } from './journals-view.tsx'
import { latestYears } from './year-bars.tsx'

const JOURNALS = 'POST /api/journal/search'
const SAVE = 'POST /api/user/prefer/saveTopicPrefer'

const journal = (id: string, title: string, over: object = {}) => ({
  id,
  title,
  title_zh: null,
  issn: '1234-5679',
  eissn: null,
  publisher: null,
  country: null,
  homepage: null,
  subject_codes: [],
  esi_subject: null,
  ranks: [],
  paper_count: 1_204,
  citation_mean: 12.345,
  year_counts: [{ year: 2024, count: 8 }],
  ...over,
})
const rank = (list: string, year: number, value: string, top = false) => ({
  list,
  year,
  category: null,
  value,
  top,
})
const cls = (code: string, name: string, count: number, children: object[] = []) => ({
  code,
  name,
  count,
  children,
})

let followed: object[]
let server: ReturnType<typeof fakeServer>
const asked = () => server.asked(JOURNALS).map(({ body }) => body)
const show = (query = '') =>
  showAt(
    `/resources${query}`,
    <Antd>
      <JournalsView />
    </Antd>,
  )

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  followed = []
  const ranked = [rank('CAS', 2025, '1', true), rank('CSSCI', 2025, 'CSSCI'), rank('预警', 2024, '高')]
  server = fakeServer({
    [JOURNALS]: () =>
      ok(
        pageOf([
          journal('j1', 'Nature Materials', { ranks: ranked, homepage: 'https://example.org' }),
          journal('j2', '储能科学与技术', { citation_mean: null, homepage: 'javascript:alert(1)' }),
        ]),
      ),
    'GET /api/journal/classify': () =>
      ok([
        { id: 'jyb', name: '教育部', children: [cls('jyb:08', '工学', 31, [cls('jyb:0812', '计算机', 12)])] },
        { id: 'esi', name: 'ESI', children: [cls('esi:Chemistry', '化学', 9)] },
        { id: 'clc', name: '中图法', children: [] },
      ]),
    'GET /api/user/prefer/listTopicPrefer': () => ok(followed),
    [SAVE]: ({ body }) => {
      const [one] = (body as { list: { deleted?: boolean; value: string }[] }).list
      followed = one?.deleted ? [] : [{ id: 's1', kind: 'journal', name: one?.value, notify: 'none', ...one }]
      return ok(followed)
    },
  })
})
afterEach(cleanup)

const row = (title: string) => screen.findByRole('article', { name: title })

test('every mark stands with its list and year, and a dash where no table has the journal', async () => {
  show()
  const first = within(await row('Nature Materials'))
  for (const mark of ['CAS 2025 1 区 Top', 'CSSCI 2025', '预警 2024 高'])
    expect(first.getByText(mark)).toBeTruthy()
  expect(within(await row('储能科学与技术')).getByTitle('导入的级别表里没有这种期刊').textContent).toBe('—')
})

test('counts and means are shown, a mean without papers is a dash', async () => {
  show()
  const first = within(await row('Nature Materials'))
  expect(first.getByText('1,204')).toBeTruthy()
  expect(first.getByText('12.3')).toBeTruthy()
  expect(first.getByRole('img', { name: /2024 年 8 篇/ })).toBeTruthy()
})

test('marks and means that none of the journals has take no room', async () => {
  server.handlers[JOURNALS] = () =>
    ok(
      pageOf([
        journal('j1', 'Nature', { citation_mean: null }),
        journal('j2', 'Cell', { citation_mean: null }),
      ]),
    )
  show()
  const first = within(await row('Nature'))
  expect(first.getByText('1,204')).toBeTruthy()
  for (const text of ['级别', '篇均被引', '—']) expect(first.queryByText(text)).toBeNull()
})

test('a mark of one journal keeps the place of marks in all rows', async () => {
  const marked = journal('j1', 'Nature', { citation_mean: null, ranks: [rank('CSSCI', 2025, 'CSSCI')] })
  server.handlers[JOURNALS] = () => ok(pageOf([marked, journal('j2', 'Cell', { citation_mean: null })]))
  show()
  const second = within(await row('Cell'))
  expect(second.getByTitle('导入的级别表里没有这种期刊')).toBeTruthy()
  expect(second.queryByText('篇均被引')).toBeNull()
})

test('a journal leads to its papers, and only web addresses become links', async () => {
  show()
  const link = within(await row('Nature Materials')).getByRole('link', { name: 'Nature Materials' })
  const query = new URL(link.getAttribute('href') ?? '', 'http://x').searchParams
  expect(query.get('q')).toBe('JN:"Nature Materials"')
  expect(screen.getByRole('link', { name: '主页：Nature Materials' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: '主页：储能科学与技术' })).toBeNull()
})

test('class, letter, words and sort stand in the address and go to the server', async () => {
  const { query } = show('?page=3')
  await press('展开：工学')
  await press(/计算机/)
  expect(query().toString()).toBe('class_code=jyb%3A0812')
  await press('N')
  const box = await fill('查找期刊', ' 2095-4239 ')
  await act(async () => fireEvent.submit(box.closest('form') as HTMLFormElement))
  await fill('排序', 'citations')
  await waitFor(() =>
    expect(asked().at(-1)).toEqual({
      query: '2095-4239',
      class_code: 'jyb:0812',
      letter: 'N',
      sort: 'citations',
      page_num: 1,
      page_size: 20,
    }),
  )
  await press('去掉分类：工学 / 计算机')
  expect(query().get('class_code')).toBeNull()
})

test('an address with a class opens its classification and shows the way to it', async () => {
  show('?class_code=jyb:0812')
  expect(await screen.findByRole('button', { name: /^计算机/, pressed: true })).toBeTruthy()
  fireEvent.click(screen.getByText('ESI'))
  expect(await screen.findByRole('button', { name: /化学/ })).toBeTruthy()
})

test('a journal is followed and left, and the toast takes each back', async () => {
  show()
  await press('订阅：Nature Materials')
  expect(await screen.findByRole('button', { name: '已订阅：Nature Materials' })).toBeTruthy()
  await undo()
  expect(await screen.findByRole('button', { name: '订阅：Nature Materials' })).toBeTruthy()
  const sent = server.asked(SAVE).map(({ body }) => (body as { list: object[] }).list[0])
  expect(sent).toMatchObject([
    { kind: 'journal', value: 'Nature Materials' },
    { id: 's1', deleted: true },
  ])
})

test('without hits the conditions can be cleared at once', async () => {
  server.handlers[JOURNALS] = () => ok(pageOf([]))
  const { query } = show('?letter=X&query=nothing')
  expect(await screen.findByText('没有找到符合条件的期刊')).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: '清除条件' })[1] as HTMLElement)
  await waitFor(() => expect(query().toString()).toBe(''))
})

test.each([
  ['letter=7&sort=size&page=x', { letter: '', sort: 'papers', page: 1, scheme: 'jyb' }],
  ['class_code=esi:Chemistry', { scheme: 'esi', class_code: 'esi:Chemistry' }],
  ['class_code=esi:Chemistry&scheme=clc', { scheme: 'clc' }],
])('the address %s is read', (query, read) => {
  expect(readJournalAddress(new URLSearchParams(query))).toMatchObject(read)
})

test('choosing another classification keeps the chosen class', () => {
  const next = withJournalAddress(new URLSearchParams('class_code=esi:Chemistry&page=2'), { scheme: 'jyb' })
  expect(readJournalAddress(next)).toMatchObject({ scheme: 'jyb', class_code: 'esi:Chemistry', page: 2 })
})

test('bars end at the newest year with papers and leave gaps for years without', () => {
  const years = latestYears([
    { year: 2020, count: 3 },
    { year: 2023, count: 1 },
    { year: 2026, count: 0 },
  ])
  expect(years).toHaveLength(12)
  expect(years.at(-1)).toEqual({ year: 2023, count: 1 })
  expect(years.at(-2)).toEqual({ year: 2022, count: 0 })
  expect(latestYears([])).toEqual([])
})
