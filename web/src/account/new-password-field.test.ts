import { expect, test } from 'vitest'
import { strengthOf } from './new-password-field.tsx'

test.each([
  ['short', 0],
  ['aaaaaaaaaaaaaaaa', 1],
  ['1234567890', 1],
  ['xuanwulake', 1],
  ['Xuanwu-2026', 3],
  ['four longer words together', 4],
])('%s counts as %i of 4', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
