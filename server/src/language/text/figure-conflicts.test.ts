import { expect, test } from 'vitest'
import { figureConflicts } from './figure-conflicts.ts'

const conflicts = (claim: string, cited: string, context = '') => figureConflicts(claim, { cited, context })

test.each([
  ['近 13% 的句子', '12.9% of the sentences'],
  ['约 3.9 万条', '39,400 pairs'],
  ['more than 770,000 images', 'It has 772,277 images.'],
  ['one to two days', '24 to 48 hours of training'],
  ['the past four decades', '近四十年的研究'],
  ['half of the ten sets, that is five', 'ten sets, five of them'],
  ['at least 15%', 'by 15–20%'],
  // Sums, differences, ratios and complements of what the source states.
  ['1,000 characters in three levels', '一级字105个,二级字340个,三级字555个'],
  ['an F1 of 87.36%', '89.12%, which is 1.76% more'],
  ['about five judgments for each', '10K judgments of 2K situations'],
  ['the other 30%', '70% of them'],
  ['a gain of 4.3 points over the baseline', 'a rise from 80.1 to 84.4 over the baseline'],
  // The same figures in another order, or in another language.
  ['accuracy of 81% on B and 78% on A', 'accuracy of 78% on A and 81% on B'],
  ['在三个真实世界数据集上', 'on three real-world datasets'],
  ['under a tenth of the data', 'less than 10% of the data'],
  ['one half of the papers', '一半的论文'],
  ['the third place', 'ranks 3rd'],
  ['more than 40 languages', 'over 40 languages'],
])('%s agrees with %s', (claim, cited) => {
  expect(conflicts(claim, cited)).toEqual([])
})

test.each([
  ['raises accuracy by 5–10%', 'increasing the accuracy by 15 - 20%', ['5–10%']],
  ['一级字 150 个', '收录一级字105个', ['150']],
  ['242 leaf entities', '5 classes and 224 leaf entities', ['242']],
  ['the past thirty years', '近四十年', ['thirty years']],
  ['an error of 0.39', 'an error of 0.31', ['0.39']],
  ['使准确率提高 15%', 'raised the accuracy by 12%', ['15%']],
  ['在三个真实世界数据集上', 'on two real-world datasets', ['三']],
  ['ranked second in the task', 'ranked fourth in the task', ['second']],
  ['found in 2019 papers', 'found in 2016 papers', ['2019']],
  ['BLEU rises to 27 in all', 'BLEU rises to 24 in all', ['27']],
  ['two thirds of the answers', 'a tenth of the answers', ['two thirds']],
  ['at least 40 languages', 'at most 40 languages', ['40']],
  // Exchanged figures, which the source does have.
  ['precision of 65% and recall of 78%', 'precision of 78% and recall of 65%', ['65%', '78%']],
  [
    '2 千条人类判断，覆盖 1 万个情境',
    '10K human judgments covering 2K multimodal situations',
    ['2 千', '1 万'],
  ],
  // A figure that follows from others, or that something else has, in the place of another one.
  ['tested on 5 languages with models', 'tested on 2 languages with models, and 3 more', ['5']],
])('%s contradicts %s', (claim, cited, figures) => {
  expect(conflicts(claim, cited)).toEqual(figures)
})

test('a figure that the source does not mention is no conflict, nor one that its context states', () => {
  expect(conflicts('It has 7 layers.', 'It reaches 31%.')).toEqual([])
  expect(conflicts('reaches 31%', 'reaches 40%', 'The baseline reaches 31%.')).toEqual([])
  expect(conflicts('Xu et al. (2021) find it.', 'found in 2019', 'Xu\n2021-05')).toEqual([])
  expect(conflicts('three datasets', 'two datasets', 'All three datasets are new.')).toEqual([])
  expect(conflicts('three datasets', 'two datasets', 'All three annotators agree.')).toEqual(['three'])
})

test('changed figures are found, and figures as the source has them are not', () => {
  let state = 11
  const below = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  const units = ['%', ' points', ' hours', ' sentences', ' 个', ' kg']
  let found = 0
  const COUNT = 400
  for (let turn = 0; turn < COUNT; turn += 1) {
    const unit = units[below(units.length)] ?? ''
    const value = 20 + below(900) / 10
    const source = `It gives ${value}${unit} in the test.`
    const other = (value * (below(2) === 0 ? 1.2 : 0.7)).toFixed(1)
    expect(conflicts(`测试中为 ${value}${unit}。`, source)).toEqual([])
    found += conflicts(`It gives ${other}${unit}.`, source).length
  }
  expect(found / COUNT).toBeGreaterThan(0.95)
})

test('a long list of figures is compared in time that grows with its length', () => {
  const figures = Array.from({ length: 300 }, (_, at) => `${at * 7}%`).join(', ')
  expect(conflicts(figures, figures)).toEqual([])
})
