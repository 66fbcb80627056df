import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReadView } from './read-view.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const refetch = vi.fn()
const waiting = { data: undefined, error: null, refetch }
const failure = { code: 500, problem: 'server.failed', request_id: 'r42' }
const failed = { ...waiting, error: Object.assign(new Error('服务器出错了'), { failure }) }
const empty = { title: '还没有订阅' }

const view = (of: { data: string[] | undefined; error: typeof failed.error | null; refetch: () => void }) => (
  <ReadView of={of} what="订阅" isEmpty={(list) => list.length === 0} empty={empty}>
    {(list) => <p>{list.join('、')}</p>}
  </ReadView>
)

test('a quick answer shows no skeleton, a slow one does after 150 ms', () => {
  render(view(waiting))
  const wait = screen.getByRole('status')
  expect(wait.children).toHaveLength(1)
  act(() => vi.advanceTimersByTime(149))
  expect(wait.children).toHaveLength(1)
  act(() => vi.advanceTimersByTime(1))
  expect(wait.children.length).toBeGreaterThan(1)
})

test('a failure says what happened, offers 重试, and keeps the request id behind 详情', () => {
  render(view(failed))
  expect(screen.getByRole('alert').textContent).toContain('订阅加载失败')
  expect(screen.queryByText(/r42/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '详情' }))
  expect(screen.getByText(/r42/).textContent).toContain('server.failed')
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('nothing there is said in one sentence', () => {
  render(view({ ...waiting, data: [] }))
  expect(screen.getByRole('heading', { name: '还没有订阅' })).toBeDefined()
})

test('what was read before stays when a later read fails', () => {
  render(view({ ...failed, data: ['甲', '乙'] }))
  expect(screen.getByText('甲、乙')).toBeDefined()
})
