import { expect, test } from 'vitest'
import { parseQuery } from '../query/parse.ts'
import { printQuery } from '../query/print.ts'
import { vocabularyOfPairs } from '../testing/vocabulary.ts'
import { englishQuery, englishWords } from './english-query.ts'

const own = vocabularyOfPairs(
  ['图神经网络', 'graph neural network'],
  ['机器学习', 'machine learning'],
  ['肿瘤', 'tumor'],
)
const english = (text: string) => {
  const found = englishQuery(parseQuery(text), own.terms)
  return found && printQuery(found.parsed.query)
}

test.each([
  ['图神经网络', '"graph neural network"'],
  ['圖神經網絡', '"graph neural network"'],
  ['机器学习在肿瘤', '"machine learning" "tumor"'],
  ['TI:机器学习 NOT 图神经网络', 'TI:"machine learning" NOT "graph neural network"'],
  ['机器学习 NEAR/3 肿瘤', '"machine learning" NEAR/3 "tumor"'],
  ['BERT 机器学习 PY:2020..2024', 'BERT "machine learning" PY:2020..2024'],
])('%s is asked in English where only English is held', (chinese, asked) => {
  expect(english(chinese)).toBe(asked)
})

test.each([
  'machine learning',
  '机器学习 NEAR/3 不存在的词语甲乙丙',
  '机器学习与不存在的词语甲乙丙',
  'AU:张三',
  '10.1000/x',
])('%s stays as it is', (text) => {
  expect(english(text)).toBeNull()
})

test('a term that only the library itself translates is asked in English too', () => {
  const learned = vocabularyOfPairs(['伽倻琴', 'zither'])
  expect(englishQuery(parseQuery('伽倻琴'), own.terms)).toBeNull()
  expect(englishQuery(parseQuery('伽倻琴'), learned.terms)?.words).toBe('zither')
})

test.each([
  ['图神经网络能诊断肿瘤吗', 'graph neural network tumor'],
  ['BERT 用于機器學習', 'BERT machine learning'],
  ['不存在的词语甲乙丙', ''],
  ['graph neural network', ''],
])('%s is said in English as far as it can be', (chinese, said) => {
  expect(englishWords(chinese, own.terms)).toBe(said)
})
