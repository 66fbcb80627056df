import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { press, showAt } from '../../testing/show.tsx'
import { Pages, pageNumbers } from './pages.tsx'

afterEach(cleanup)

test('the first page, the last and the neighbours can be reached; gaps stand between', () => {
  expect(pageNumbers(1, 1)).toEqual([1])
  expect(pageNumbers(2, 4)).toEqual([1, 2, 3, 4])
  expect(pageNumbers(50, 117)).toEqual([1, -49, 49, 50, 51, -117, 117])
})

test('one page needs no numbers', () => {
  showAt('/', <Pages page={1} size={20} total={20} onPage={() => undefined} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('pages end where the server ends, and say which rows show', async () => {
  const turned: number[] = []
  showAt('/', <Pages page={500} size={20} total={95_630} onPage={(page) => turned.push(page)} />)
  expect(screen.getByText('第 9,981–10,000 条')).toBeTruthy()
  expect(screen.getByRole('button', { name: '下一页' })).toHaveProperty('disabled', true)
  await press('上一页')
  await press('第 1 页')
  expect(turned).toEqual([499, 1])
})
