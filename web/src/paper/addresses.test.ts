import { expect, test } from 'vitest'
import { fieldQuery, readingAddress, readingListAddress, searchAddress } from './addresses.ts'

const queryOf = (address: string) => [...new URLSearchParams(address.split('?')[1])]

test('a search is addressed by its query and every value of its filters, and by nothing that is not set', () => {
  const address = searchAddress('KY:"图 论"', { source: ['Nature', 'Cell'], is_oa: true, year: undefined })
  expect(address).toMatch(/^\/home\/searchResult\?/)
  expect(queryOf(address)).toEqual([
    ['q', 'KY:"图 论"'],
    ['source', 'Nature'],
    ['source', 'Cell'],
    ['is_oa', 'true'],
  ])
})

test('quotation marks of a name do not end the query for it', () => {
  expect(fieldQuery('SO', ' Journal of "Graphs" ')).toBe('SO:"Journal of  Graphs"')
})

test('what is read is addressed with its place, and a place that is not known is left out', () => {
  const place = { page: 3, quote: '一句话', dataset_id: 'd1', folder_id: '' }
  expect(queryOf(readingAddress({ document_id: 'o1' }, place))).toEqual([
    ['document_id', 'o1'],
    ['page', '3'],
    ['quote', '一句话'],
    ['dataset_id', 'd1'],
  ])
  expect(readingAddress({ paper_id: 'p1' }, { page: null })).toBe('/readDetailMore?paper_id=p1')
  expect(queryOf(readingListAddress(['p1', 'p2']))).toEqual([
    ['paper_id_list', 'p1'],
    ['paper_id_list', 'p2'],
  ])
})
