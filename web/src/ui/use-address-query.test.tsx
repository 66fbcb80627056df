import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showAt } from '../testing/show.tsx'
import { useAddressQuery } from './use-address-query.ts'

afterEach(cleanup)

function Boxes() {
  const [query, change] = useAddressQuery()
  return ['zh', 'en'].map((language) => (
    <input
      key={language}
      type="checkbox"
      aria-label={language}
      checked={query.has(language)}
      onChange={({ target }) =>
        change((now) => {
          const next = new URLSearchParams(now)
          if (target.checked) next.set(language, '1')
          else next.delete(language)
          return next
        })
      }
    />
  ))
}

test('a box shows its tick at once, and two ticks in a row both stand in the address', async () => {
  const { query } = showAt('/?page=2', <Boxes />)
  const [chinese, english] = screen.getAllByRole<HTMLInputElement>('checkbox')
  await act(async () => {
    chinese?.click()
    await Promise.resolve()
    await Promise.resolve()
    expect(chinese?.checked).toBe(true)
    english?.click()
  })
  expect(query().toString()).toBe('page=2&zh=1&en=1')
})
