import { expect, test } from 'vitest'
import { vocabularyOfPairs } from '../testing/vocabulary.ts'
import { addPair, copyBilingual } from './bilingual.ts'

test('terms that a copy learns are not known to where it came from', () => {
  const { terms } = vocabularyOfPairs(['肿瘤', 'tumor'])
  const learned = copyBilingual(terms)
  addPair(learned, '肿瘤', 'neoplasm')
  addPair(learned, '图神经网络', 'graph neural network')

  expect(learned.fromChinese.get('肿瘤')).toEqual(['tumor', 'neoplasm'])
  expect(learned.longest).toEqual({ chinese: 5, english: 3 })
  expect(terms.fromChinese).toEqual(new Map([['肿瘤', ['tumor']]]))
  expect([...terms.fromEnglish.values()]).toEqual([['肿瘤']])
  expect(terms.longest).toEqual({ chinese: 2, english: 1 })
})
