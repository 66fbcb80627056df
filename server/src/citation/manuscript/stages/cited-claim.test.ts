import { expect, test } from 'vitest'
import { claimOf } from './cited-claim.ts'

test('the claim of a citation stands before it, or after it at the beginning of a sentence', () => {
  const claimAt = (text: string) => {
    const start = text.indexOf('[1]')
    return claimOf(text, { start, end: start + 3 })
  }
  expect(claimAt('另有一说。水温升高时沉积物释放更多的磷[1]。')).toBe('水温升高时沉积物释放更多的磷')
  expect(claimAt('另有一说。[1]指出水温升高时沉积物释放更多的磷。')).toBe(
    '指出水温升高时沉积物释放更多的磷。',
  )
  expect(claimAt(`[1]${'磷'.repeat(10_000)}`)).toHaveLength(2_000)
})
