import { expect, test } from 'vitest'
import { languageName } from './language-name.ts'

test.each([
  ['zh', '中文'],
  ['cs', '捷克语'],
  ['vi', '越南语'],
  ['qq', 'qq'],
  ['not a code', 'not a code'],
])('the language %s is called %s', (code, name) => {
  expect(languageName(code)).toBe(name)
})
