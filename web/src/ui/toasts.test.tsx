import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, useToasts } from './toast.state.ts'
import { Toasts } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  useToasts.setState({ toasts: [] })
  render(<Toasts />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a toast stays eight seconds', () => {
  act(() => toast('已保存'))
  act(() => vi.advanceTimersByTime(7_900))
  expect(screen.queryByText('已保存')).not.toBeNull()
  act(() => vi.advanceTimersByTime(200))
  expect(screen.queryByText('已保存')).toBeNull()
})

test('while a person looks at it, a toast does not go', () => {
  act(() => toast('已移动'))
  const line = screen.getByText('已移动')
  fireEvent.pointerEnter(line.parentElement ?? line)
  act(() => vi.advanceTimersByTime(20_000))
  expect(screen.queryByText('已移动')).not.toBeNull()
})

test('撤销 takes the deed back and the toast goes', () => {
  const undo = vi.fn()
  act(() => toast('已删除', { undo }))
  fireEvent.click(screen.getByRole('button', { name: '撤销' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('已删除')).toBeNull()
})

test('what cannot be taken back offers no 撤销', () => {
  act(() => toast('没有改动', { tone: 'bad' }))
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
})
