import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok, refused } from '../../testing/fake-server.ts'
import { paperOf } from '../../testing/papers.ts'
import { lastToast } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { useListsChange } from './keep-panel.tsx'

const KEEP = 'POST /api/dataset/paper/sync_batch_2_folder'
const DROP = 'DELETE /api/dataset/paper/sync_batch_2_folder'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  server = fakeServer({
    [KEEP]: () => ok({ added: 1, skipped: [], missing: [] }),
    [DROP]: () => ok({ removed: 1 }),
  })
})
afterEach(cleanup)

/** Moves a paper of the list d1 to d2; answers whether it was done, and the lists that a screen shows it in. */
async function moved() {
  const cache = new QueryClient()
  cache.setQueryData(['shown'], { list: [paperOf('p1', '铜基超导', { dataset_ids: ['d1'] })] })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useListsChange(['p1'], 'd1'), { wrapper })
  const isDone = await act(() => result.current([{ dataset_id: 'd2', folder_id: null }]))
  const shown = cache.getQueryData<{ list: { dataset_ids: string[] }[] }>(['shown'])
  return { isDone, lists: shown?.list[0]?.dataset_ids }
}

test('a paper that moves to another list is shown in that one alone', async () => {
  expect(await moved()).toEqual({ isDone: true, lists: ['d2'] })
  expect(server.bodies(DROP)).toEqual([{ paper_id_list: ['p1'], dataset_id: 'd1' }])
  expect(lastToast()?.text).toBe('已更改收藏的清单')
})

test('a paper that could not leave its list is shown in both, and that is said', async () => {
  server.handlers[DROP] = () => refused(403, { problem: 'dataset.forbidden' }, '没有权限')
  expect(await moved()).toEqual({ isDone: false, lists: ['d1', 'd2'] })
  expect(lastToast()?.text).toBe('没有移出原来的清单：没有权限')
})
