import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchPart, lazyPart } from './lazy-part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const minute = () => act(() => vi.advanceTimersByTimeAsync(60_000))

test('a part that cannot be fetched while the server starts is fetched again', async () => {
  const load = vi.fn<() => Promise<string>>(gone)
  const part = fetchPart(load)
  await vi.advanceTimersByTimeAsync(2_000)
  load.mockImplementation(async () => 'here')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await part).toBe('here')
})

test('a part that stays away is given up after five tries', async () => {
  const load = vi.fn(gone)
  const part = expect(fetchPart(load)).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(60_000)
  await part
  expect(load).toHaveBeenCalledTimes(5)
})

test('what was to be read stays readable without the part that would have made it beautiful', async () => {
  const Text = lazyPart<{ text: string }>(gone, ({ text }) => <p>{text}</p>)
  render(
    <Suspense fallback={<p>等一等</p>}>
      <Text text="因为湿度。" />
    </Suspense>,
  )
  expect(screen.getByText('等一等')).not.toBeNull()
  await minute()
  expect(screen.getByText('因为湿度。')).not.toBeNull()
})
