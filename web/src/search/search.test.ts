import { expect, test } from 'vitest'
import { activeFilters, queryWithFilters, relaxation } from './filter-names.ts'
import {
  readLoggedFilters,
  readSearch,
  searchFor,
  toFilterInput,
  toSearchInput,
  writeSearch,
} from './search.ts'

const read = (query: string) => readSearch(new URLSearchParams(query))

test('everything of a search survives the way through the address', () => {
  const query =
    'q=%E8%B6%85%E5%AF%BC&resource_type=1&resource_type=5&language=zh&year_from=1986&year_to=2024&is_oa=1&fund=973&within=%E9%93%81&sort=date&exact=1&expand=0&page=3&view=compact'
  expect(String(writeSearch(read(query)))).toBe(query)
})

test('an address that was tampered with counts as not filtered', () => {
  const search = read('q=a&sort=worst&page=-2&year_from=soon&is_oa=maybe&resource_type=')
  expect(search).toEqual(searchFor('a'))
})

test('changing a search keeps what others hold in the address and closes an open paper', () => {
  const next = writeSearch(searchFor('b'), new URLSearchParams('q=a&year_from=2020&paper=p1&panel=x&kept=1'))
  expect(String(next)).toBe('kept=1&q=b')
})

test('the call gets numbers where the address has text', () => {
  expect(toSearchInput(read('q=a&resource_type=1&year_from=2020&page=2'))).toMatchObject({
    query: 'a',
    page_num: 2,
    filters: { resource_type: [1], year_from: 2020 },
  })
})

test('filters that were remembered with a search come back', () => {
  const { filters } = read('q=a&resource_type=1&language=zh&is_oa=1&year_to=2024')
  expect(readLoggedFilters(JSON.parse(JSON.stringify(toFilterInput(filters))))).toEqual(filters)
})

test('each filter has a chip whose change takes exactly that one away', () => {
  const { filters } = read('resource_type=1&resource_type=5&year_from=2020&is_oa=1')
  const chips = activeFilters(filters)
  expect(chips.map(({ label }) => label)).toEqual(['2020 年起', '类型 期刊', '类型 会议', '有开放全文'])
  expect(chips[1]?.off).toEqual({ resource_type: ['5'] })
})

test.each(['year', 'year_from', 'years'])('a hint about %s takes both ends of the years away', (filter) => {
  expect(relaxation(filter)).toEqual({ name: '年份限制', off: { year_from: undefined, year_to: undefined } })
})

test('a subscription keeps the words and the filters as one query', () => {
  const search = read(
    'q=%E8%B6%85%E5%AF%BC+%E7%BB%BC%E8%BF%B0&language=zh&language=en&year_from=2020&is_oa=1',
  )
  expect(queryWithFilters(search)).toBe('(超导 综述) AND (LANG:"zh" OR LANG:"en") AND PY>=2020 AND OA:1')
  expect(queryWithFilters(searchFor('超导'))).toBe('超导')
  expect(queryWithFilters(read('q=&year_to=1990'))).toBe('PY<=1990')
})
