import { expect, test } from 'vitest'
import { parseQuery } from '../query/parse.ts'
import { positiveWords } from '../query/query.ts'
import { readFreeTextQuery } from './free-text.ts'

const read = (text: string) => positiveWords(readFreeTextQuery(parseQuery(text)).query).join(' ')

test.each([
  ['深度学习 和 医疗', '深度学习 医疗'],
  ['the study of words', 'study words'],
  ['深度學習在醫學中的應用', '深度学习 医学 应用'],
])('%s is a search for what its words mean', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each(['向量和', '和声', '与门', '上采样', '的士', '和'])('%s stays whole', (text) => {
  expect(read(text)).toBe(text)
})
