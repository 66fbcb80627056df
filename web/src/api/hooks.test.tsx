import { api } from '@scinav/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../testing/fake-server.ts'
import { ReadError, useRead } from './use-read.ts'
import { useWrite } from './use-write.ts'

const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={cache}>{children}</QueryClientProvider>
)

test("a failed read is the query's error and keeps the request id", async () => {
  fakeServer({ 'GET /api/user/sessions': () => refused(500, { problem: 'server.failed', request_id: 'r7' }) })
  const { result } = renderHook(() => useRead(api.user.sessions, {}), { wrapper })
  await waitFor(() => expect(result.current.isError).toBe(true))
  expect(result.current.error).toBeInstanceOf(ReadError)
  expect(result.current.error?.failure.request_id).toBe('r7')
})

test('a change refreshes the reads it makes stale, and a refused one refreshes nothing', async () => {
  cache.clear()
  const server = fakeServer({
    'GET /api/user/sessions': () => ok([]),
    'DELETE /api/user/sessions': () => refused(404, { problem: 'session.not_found' }),
  })
  const { result } = renderHook(
    () => ({
      read: useRead(api.user.sessions, {}),
      write: useWrite(api.user.endSession, { refreshes: [api.user.sessions] }),
    }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.read.isSuccess).toBe(true))

  await act(() => result.current.write.mutateAsync({ session_id: 's' }))
  expect(server.asked('GET /api/user/sessions')).toHaveLength(1)

  server.handlers['DELETE /api/user/sessions'] = () => ok(null)
  await act(() => result.current.write.mutateAsync({ session_id: 's' }))
  expect(server.asked('GET /api/user/sessions')).toHaveLength(2)
})

test('a creation whose answer was lost is repeated under the same key, the next one under a new key', async () => {
  const server = fakeServer({
    'POST /api/user/export': () => Promise.reject(new TypeError('Failed to fetch')),
  })
  const { result } = renderHook(() => useWrite(api.user.exportData), { wrapper })
  await act(() => result.current.mutateAsync({}))
  server.handlers['POST /api/user/export'] = () => ok({ job_id: 'j' })
  await act(() => result.current.mutateAsync({}))
  await act(() => result.current.mutateAsync({}))
  const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
