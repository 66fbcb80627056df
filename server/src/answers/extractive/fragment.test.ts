import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { isFragment } from './fragment.ts'

const passageOf = (text: string) => ({ text })

const work = blankWork('中小跨径桥梁巡检记录的一致性研究', 0)

test.each([
  '桥梁;巡检;一致性;养护',
  '中小跨径桥梁巡检记录的一致性研究',
  '(CIFAR-10/Dollarstreet- (0%)	(5%)		(13%) (18%) (42%)	(21%)	',
  'at the R (R Core Team, 2022) command line.',
])('what is no sentence of a file is not quoted as an answer: %s', (quote) => {
  expect(isFragment({ field: 'full_text', work, passage: passageOf(`${quote} 等等`) }, quote)).toBe(true)
})

test.each([
  '墩柱的更换周期原定为7年,实际执行中往往被推迟。',
  'word2vec learns vectors of words.',
  'Items; lists; and more are read.',
])('a sentence is: %s', (quote) => {
  expect(isFragment({ field: 'full_text', work, passage: passageOf(`${quote} 等等`) }, quote)).toBe(false)
})
