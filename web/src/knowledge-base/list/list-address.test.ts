import { expect, test } from 'vitest'
import { readListAddress, withListAddress } from './list-address.ts'

const params = new URLSearchParams('dataset_id=d1&folder_id=f1&keyword=锂&sort=year&page=3&paper=p1')

test('the address is read, and nonsense in it counts as not chosen', () => {
  expect(readListAddress(params)).toMatchObject({
    dataset_id: 'd1',
    folder_id: 'f1',
    keyword: '锂',
    sort: 'year',
    page: 3,
  })
  expect(readListAddress(new URLSearchParams('sort=size&page=-2'))).toMatchObject({ sort: 'added', page: 1 })
})

test.each([
  [{ page: 4 }, 'dataset_id=d1&folder_id=f1&keyword=锂&sort=year&page=4'],
  [{ sort: 'added' as const }, 'dataset_id=d1&folder_id=f1&keyword=锂'],
  [{ keyword: 'added' }, 'dataset_id=d1&folder_id=f1&keyword=added&sort=year'],
  [{ keyword: '' }, 'dataset_id=d1&folder_id=f1&sort=year'],
  [{ folder_id: 'f2' }, 'dataset_id=d1&folder_id=f2&sort=year'],
  [{ dataset_id: 'd2' }, 'dataset_id=d2&sort=year'],
])('choosing %o leaves what belonged to the place before', (to, query) => {
  expect(decodeURIComponent(String(withListAddress(params, to)))).toBe(query)
})
