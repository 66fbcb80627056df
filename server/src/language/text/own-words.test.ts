import { expect, test } from 'vitest'
import { ownWords } from './own-words.ts'

test('quotations, titles, code, formulas and names are not the words of a text', () => {
  const text =
    '> Cells degrade.\n甲文《Heat of Cells》写道“cells degrade”，见 `fit(x)` 与 $a+b$，Lin Fang 等。\n```py\nx = 1\n```\n完。'
  const own = ownWords(text, ['Lin Fang', ''])
  expect(own).not.toMatch(/[a-z]/i)
  expect(own).toMatch(/甲文.*写道.*等。\s+完。/s)
})
