import { expect, test } from 'vitest'
import { readQuantities } from './quantities.ts'

const read = (text: string) =>
  readQuantities(text).map(({ low, high, kind }) => (low === high ? [kind, low] : [kind, low, high]))

const DAY_SECONDS = 86_400

test.each([
  ['1,234.5 mg of it', [['unit', 1234.5]]],
  [
    '12 percent, 3.4 points, 百分之二十三',
    [
      ['share', 12],
      ['points', 3.4],
      ['share', 23],
    ],
  ],
  [
    '39K, 3.9万, 3.9 万, 1.2 million',
    [
      ['count', 39_000],
      ['count', 39_000],
      ['count', 39_000],
      ['count', 1.2e6],
    ],
  ],
  [
    '15-20% and 24 to 48 hours',
    [
      ['share', 15, 20],
      ['duration', DAY_SECONDS, 2 * DAY_SECONDS],
    ],
  ],
  ['forty decades', [['duration', 40 * 315_569_520]]],
  ['an F1 of 0.74', [['score', 0.74]]],
  [
    'in 2019 and 2021 年',
    [
      ['year', 2019],
      ['year', 2021],
    ],
  ],
  [
    '三个数据集，四十年，两种',
    [
      ['count', 3],
      ['duration', 40 * 31_556_952],
      ['count', 2],
    ],
  ],
  ['two models', [['count', 2]]],
  [
    'the third place, the 2nd one, 第十名',
    [
      ['ordinal', 3],
      ['ordinal', 2],
      ['ordinal', 10],
    ],
  ],
  [
    'half of them, two quarters, 一半, 四分之三, 百分之 12.5',
    [
      ['share', 50],
      ['share', 50],
      ['share', 50],
      ['share', 75],
      ['share', 12.5],
    ],
  ],
  ['a third model of a quarter', [['ordinal', 3]]],
  ['a threefold rise', [['unit', 3]]],
] as const)('%s', (text, quantities) => {
  expect(read(text)).toEqual(quantities)
})

test.each([
  'H2O, IL-6, GPT-4, v2.0, HowTo100m and wav2vec2',
  '$O(n^2 d)$, $x_{10}$ and [3]',
  '三思而后行，万一，一个人',
  '(1) alpha, （2）beta\n3. gamma',
  'one of them',
])('%s has no quantity', (text) => {
  expect(read(text)).toEqual([])
})

test.each(['about 40', 'nearly 13%', '77万多', '1,000+', '约 900 条', '三十余年'])(
  '%s is inexact',
  (text) => {
    expect(readQuantities(text).map(({ is_rough }) => is_rough)).toEqual([true])
  },
)

test.each([
  ['at least 15%', 'least'],
  ['不超过 30 个', 'greatest'],
  ['about 15%', null],
  ['up to 95%', 'greatest'],
])('%s is the %s value', (text, bound) => {
  expect(readQuantities(text).map((quantity) => quantity.bound)).toEqual([bound])
})
