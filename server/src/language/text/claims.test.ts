import { expect, test } from 'vitest'
import { claimAt } from './claims.ts'

test.each([
  ['数据集规模很大[1]，模型效果更好[2]', '模型效果更好'],
  ['数据集规模很大[1]，BERT模型效果更好[2]', 'BERT模型效果更好'],
  ['数据集规模很大[1]，3个模型效果更好[2]', '3个模型效果更好'],
  ['数据集规模很大[1]，更好[2]', '数据集规模很大，更好'],
  ['The data are large[1], models do better here[2]', 'models do better here'],
])('the claim of the last marker of %j is %j', (text, claim) => {
  expect(claimAt(text).replace(/^[，,\s]+/, '')).toBe(claim)
})

test('the claim of a marker in a row of a table is its cell', () => {
  expect(claimAt('| BERT | 31.2 % [1] | slow and heavy [2]')).toBe('slow and heavy')
  expect(claimAt('| BERT | 31.2 %')).toBe('31.2 %')
})

test('a claim is without emphasis, but names keep their underscores', () => {
  expect(claimAt('On __SimpEval_2022__ and _IrekiaLF_es_ it **wins** [1]')).toBe(
    'On SimpEval_2022 and IrekiaLF_es it wins',
  )
})
