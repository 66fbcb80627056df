import { expect, test } from 'vitest'
import { createFenceUnwrapper } from './unwrap-fence.ts'

function unwrapped(parts: string[]): string {
  const unwrap = createFenceUnwrapper()
  return parts.map((part) => unwrap(part)).join('') + unwrap('', true)
}

test('a fence without a name is taken away where any is', () => {
  const any = (text: string) => {
    const unwrap = createFenceUnwrapper('any')
    return unwrap(text) + unwrap('', true)
  }
  expect(any('```\nA\n```')).toBe('A\n')
  expect(any('```text\nA\n```py\nx\n```\nB\n```')).toBe('A\n```py\nx\n```\nB\n')
  expect(any('```py\nx\n```')).toBe('```py\nx\n```')
})

test.each([
  ['```markdown\nA [E1].\n```', 'A [E1].\n'],
  ['~~~md\nA\n~~~\n\nB `c`', 'A\n\nB `c`'],
  ['```Markdown\nA\n```py\nx\n```\nB\n```\nC', 'A\n```py\nx\n```\nB\nC'],
  ['```py\nx\n```\nB', '```py\nx\n```\nB'],
  ['`a` is markdown\n', '`a` is markdown\n'],
  ['``', '``'],
  ['A\n```markdown\nB\n```', 'A\n```markdown\nB\n```'],
])('a fence round the whole of %j is taken away', (text, wanted) => {
  expect(unwrapped([text])).toBe(wanted)
  for (const size of [1, 2, 3, 5])
    expect(unwrapped(text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])).toBe(wanted)
})
