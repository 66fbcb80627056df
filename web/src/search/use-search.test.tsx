import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { press, showAt } from '../testing/show.tsx'
import { useSearch } from './use-search.ts'

afterEach(cleanup)

function Changes() {
  const { search, change, filter } = useSearch()
  return (
    <>
      <button type="button" onClick={() => change({ q: '铁基' })}>
        {search.q}
      </button>
      <button type="button" onClick={() => filter({ language: ['zh'], fund: '' })}>
        中文
      </button>
    </>
  )
}

test('a change keeps the rest of the search, and begins at page one', async () => {
  const { router } = showAt('/home/searchResult?q=超导&year_from=2018&page=3', <Changes />)
  await press('中文')
  expect(new URLSearchParams(router.state.location.search).toString()).toBe(
    new URLSearchParams({ q: '超导', language: 'zh', year_from: '2018' }).toString(),
  )
})

test('results that are still seen while another screen is fetched lead back to results', async () => {
  const { router } = showAt('/home/searchResult?q=超导', <Changes />)
  await act(() => router.navigate('/home'))
  await press('')
  expect(router.state.location).toMatchObject({
    pathname: '/home/searchResult',
    search: '?q=%E9%93%81%E5%9F%BA',
  })
})

test('two changes in a row are both kept, however slowly the screen is drawn', async () => {
  const { query } = showAt('/home/searchResult?q=超导', <Changes />)
  const [words, chinese] = screen.getAllByRole('button')
  await act(async () => {
    words?.click()
    await Promise.resolve()
    await Promise.resolve()
    chinese?.click()
  })
  expect(query().get('q')).toBe('铁基')
  expect(query().get('language')).toBe('zh')
})
