import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearScreenToasts, toast, useToasts } from './toast.state.ts'
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

/** What the toasts say, from top to bottom. */
const texts = () =>
  screen
    .getAllByRole('button', { name: '关闭提示' })
    .map(({ parentElement }) => parentElement?.textContent?.replace(/撤销$/, ''))

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

test('what is said again of another thing, or for another reason, takes the place of what was said', () => {
  act(() => {
    toast('已保存「甲」')
    toast('已保存「乙」')
    toast('没有保存：网络中断', { tone: 'bad' })
    toast('没有保存：名称已被使用', { tone: 'bad' })
  })
  expect(texts()).toEqual(['已保存「乙」', '没有保存：名称已被使用'])
})

test('deeds of one kind show as one toast, and are taken back one after the other', () => {
  const undone: string[] = []
  act(() => {
    for (const name of ['甲', '乙', '丙']) toast(`已删除「${name}」`, { undo: () => undone.push(name) })
  })
  expect(texts()).toEqual(['已删除「丙」另有 2 次可撤销'])
  fireEvent.click(screen.getByRole('button', { name: '撤销' }))
  expect(texts()).toEqual(['已删除「乙」另有 1 次可撤销'])
  fireEvent.click(screen.getByRole('button', { name: '撤销' }))
  expect(undone).toEqual(['丙', '乙'])
  act(() => vi.advanceTimersByTime(8_100))
  expect(useToasts.getState().toasts).toEqual([])
})

test('closing a toast ends everything it stands for', () => {
  act(() => {
    toast('已删除「甲」', { undo: () => undefined })
    toast('已删除「乙」', { undo: () => undefined })
  })
  fireEvent.click(screen.getByRole('button', { name: '关闭提示' }))
  expect(useToasts.getState().toasts).toEqual([])
})

test('with the screen go its toasts, but not what can still be taken back or says why it was left', () => {
  act(() => {
    toast('已复制 1 篇')
    toast('已删除「甲」', { undo: () => undefined })
    toast('您已退出「乙」', { travels: true })
  })
  act(clearScreenToasts)
  expect(texts()).toEqual(['已删除「甲」', '您已退出「乙」'])
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

test('after an action of a toast the focus goes back to where it was', () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  act(() => toast('已删除「甲」', { undo: () => undefined }))
  const undo = screen.getByRole('button', { name: '撤销' })
  act(() => undo.focus())
  fireEvent.click(undo)
  expect(document.activeElement).toBe(field)
  field.remove()
})

test('the focus goes back also when the action is followed by another toast', () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  act(() => toast('已删除「甲」', { undo: () => toast('没有撤销：网络中断') }))
  const undo = screen.getByRole('button', { name: '撤销' })
  act(() => undo.focus())
  fireEvent.click(undo)
  expect(texts()).toEqual(['没有撤销：网络中断'])
  expect(document.activeElement).toBe(field)
  field.remove()
})
