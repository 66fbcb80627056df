import { expect, test } from 'vitest'
import { bodyMetrics, lineAt, textRows } from '../../testing/page-of-lines.ts'
import { beginsItem } from './list-items.ts'
import { beginsParagraph } from './paragraphs.ts'

const begins = (lines: ReturnType<typeof lineAt>[], indented = false) => {
  const rows = textRows(lines)
  return rows.slice(1).map((row, at) => {
    const before = rows[at]
    return before ? beginsParagraph(row, before, { ...bodyMetrics, isIndented: indented }) : null
  })
}
const full = (text: string, y: number, x0 = 50) => lineAt(text, x0, y, { x1: 300 })

test('a paragraph begins after white, or at an indent', () => {
  expect(begins([full('one', 100), full('goes on', 112), full('another', 136)])).toEqual([false, true])
  expect(begins([full('first ends.', 100), full('second', 112, 65), full('goes on', 124)], true)).toEqual([
    true,
    false,
  ])
})

test('over the end of a column a paragraph goes on unless it ended and the next begins anew', () => {
  const over = (end: string, start: string, x0: number, indented: boolean, x1 = 300) => {
    const before = textRows([lineAt(end, 50, 700, { x1 })])[0]
    const row = textRows([lineAt(start, x0, 100, { page: 2, x1: 300 })])[0]
    return before && row && !beginsParagraph(row, before, { ...bodyMetrics, isIndented: indented })
  }
  expect(over('the end of', 'the column', 50, false)).toBe(true)
  expect(over('It ended.', 'Another begins', 50, false, 296)).toBe(false)
  expect(over('It ended.', 'It goes on', 50, false)).toBe(true)
  expect(over('句子结束。', '同一段继续', 50, true)).toBe(true)
  expect(over('句子结束。', '另起一段', 70, true)).toBe(false)
})

test('marks begin items of a list; a number inside a sentence does not', () => {
  const [first, second, third] = textRows([
    lineAt('(1) one record', 60, 100),
    lineAt('(2) another record', 60, 112),
    lineAt('3. of the month', 50, 124),
  ])
  expect(first && beginsItem(first, undefined, second)).toBe(true)
  expect(second && beginsItem(second, first, third)).toBe(true)
  expect(third && beginsItem(third, second, undefined)).toBe(false)
})
