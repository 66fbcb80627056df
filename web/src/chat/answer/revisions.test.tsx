import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Revisions } from './revisions.tsx'

afterEach(cleanup)

const ANSWER = '一、概述\n- **方法。** 用了两层网络[1]。\n'
const start = ANSWER.indexOf('- ')
const CHANGED = {
  start,
  end: ANSWER.length - 1,
  other: { text: '- **方法。** 用了三层网络[1]。', citations: [] },
  undone: false,
}
const DELETED = {
  start: ANSWER.length,
  end: ANSWER.length,
  other: { text: '- 僧人酿酒[1]。', citations: [] },
  undone: false,
}

test('a changed part shows the original, the change, and how to undo it', () => {
  const revise = vi.fn()
  render(<Revisions answer={ANSWER} revisions={[CHANGED, DELETED]} onRevise={revise} />)
  const [changed, deleted] = screen.getAllByRole('listitem')
  expect(changed?.querySelector('p')?.innerHTML).toBe('方法。 用了<del>三</del><ins>两</ins>层网络。')
  expect(deleted?.querySelector('p')?.innerHTML).toBe('<del>僧人酿酒。</del>')
  fireEvent.click(screen.getByRole('button', { name: '撤销修改：第 2 处' }))
  expect(revise).toHaveBeenCalledWith(1, true)
})

test('a change that was undone can be made again', () => {
  const revise = vi.fn()
  const undone = { ...CHANGED, undone: true, other: { text: '- 用了四层网络[1]。', citations: [] } }
  render(<Revisions answer={ANSWER} revisions={[undone]} onRevise={revise} />)
  expect(document.querySelector('li p')?.innerHTML).toBe('<del>方法。 用了两</del><ins>用了四</ins>层网络。')
  fireEvent.click(screen.getByRole('button', { name: '恢复修改：第 1 处' }))
  expect(revise).toHaveBeenCalledWith(0, false)
})

test('nothing is offered while the answer is written, and nothing shows without changes', () => {
  const { rerender } = render(<Revisions answer={ANSWER} revisions={[CHANGED]} />)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<Revisions answer={ANSWER} revisions={[]} onRevise={() => undefined} />)
  expect(screen.queryByRole('region')).toBeNull()
})
