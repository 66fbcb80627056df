import { expect, test } from 'vitest'
import { contradicts } from './polarity.ts'

test('a word that is a direction itself does not outweigh what else is denied', () => {
  expect(contradicts('药物提高了产量，产量减少', '药物减少产量，没有显著提高产量')).toBe(true)
})
