import { expect, it } from 'vitest'
import { plainFileName } from './file-name.ts'

it('makes a name of any title that every system takes', () => {
  expect(plainFileName('../a/b:  "c"\u202e?\n.', 60)).toBe('a b c')
  expect(plainFileName('𝒜'.repeat(80), 60)).toBe('𝒜'.repeat(60))
  expect(plainFileName(' .. ', 60)).toBe('')
})
