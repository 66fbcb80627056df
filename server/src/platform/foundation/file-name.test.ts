import { expect, it } from 'vitest'
import { safeFileName } from './file-name.ts'

it('makes a name of any title that every system takes', () => {
  expect(safeFileName('../a/b:  "c"\u202e?\n.', 60)).toBe('a b c')
  expect(safeFileName('𝒜'.repeat(80), 60)).toBe('𝒜'.repeat(60))
  expect(safeFileName(' .. ', 60)).toBe('')
})
