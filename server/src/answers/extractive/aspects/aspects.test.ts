import { expect, test } from 'vitest'
import { aspectLogits, countsIn, readAspectModel, writeAspectModel } from './aspect-model.ts'
import { readAspectRequest } from './aspect-request.ts'
import { readAspects } from './read-aspects.ts'

const firstOf = (text: string) => {
  const stated = readAspects(text)
  return Object.fromEntries(
    [...Map.groupBy(stated, ({ aspect }) => aspect)].map(([aspect, [first]]) => [
      aspect,
      first ? text.slice(first.start, first.end) : '',
    ]),
  )
}

test('an English abstract without headings is told by its words and by where they stand', () => {
  const problem = 'However, parsers of rare languages suffer from a lack of annotated trees.'
  const method = 'We propose a parser that copies the trees of a related language.'
  const data = 'We collected a corpus of 1,200 sentences of Livonian.'
  const result = 'Experiments show that it outperforms the baseline by 4 points.'
  const limitation = 'It still fails on long sentences, which we leave for future work.'
  expect(firstOf([problem, method, data, result, limitation].join(' '))).toEqual({
    problem,
    method,
    data,
    result,
    limitation,
  })
})

test('a Chinese abstract with headings is told by them, and one that names no limits has none', () => {
  const text =
    '目的:探讨早期康复对卒中患者步行的影响.方法:将60例患者随机分为两组,试验组接受早期康复.结果:试验组步行速度明显高于对照组(P<0.05).结论:早期康复可改善步行能力.'
  const stated = firstOf(text)
  expect(stated.problem).toContain('探讨早期康复')
  expect(stated.method).toContain('随机分为两组')
  expect(stated.data).toContain('60例患者')
  expect(stated.result).toMatch(/^结果|^结论/)
  expect(stated.limitation).toBeUndefined()
})

test('limits of earlier work are the problem of a paper and not its own limits', () => {
  const stated = firstOf(
    'Summaries of long reports are wanted. To address the limitations of existing models, we present a model with a memory. It reaches 41 points on two datasets.',
  )
  expect(stated.limitation).toBeUndefined()
})

test('sentences with the words of no list are told by their words and their place', () => {
  for (const opening of ['We devise', 'We build', 'We leverage']) {
    const { method, result } = aspectLogits(`${opening} a parser that copies trees.`, 'en', {
      index: 2,
      count: 6,
    })
    expect(method).toBeGreaterThan(result)
  }
  const sentence = 'Parsers of rare languages are inaccurate.'
  const [first, last] = [0, 5].map((index) => aspectLogits(sentence, 'en', { index, count: 6 }))
  expect(first?.problem).toBeGreaterThan(last?.problem ?? 0)
  expect(first?.result).toBeLessThan(last?.result ?? 0)
})

test('a sentence of results is never called a method, whatever the paper is about', () => {
  const subjects = ['parser', 'catalyst', 'vaccine', 'curriculum', 'coating']
  const results = [
    (what: string) => `The ${what} reached 41.2 points, 3.1 points higher than the baseline.`,
    (what: string) => `Experiments show that the proposed ${what} significantly outperforms the baseline.`,
    (what: string) => `We found that the ${what} was significantly associated with lower error.`,
    (what: string) => `Our results demonstrate that the new ${what} improves accuracy by 12%.`,
  ]
  for (const subject of subjects)
    for (const result of results)
      for (const index of [3, 4, 5]) {
        const logits = aspectLogits(result(subject), 'en', { index, count: 6 })
        expect(logits.result, result(subject)).toBeGreaterThan(logits.method)
      }
})

test('numbers of things are counts, and years, shares and durations are not', () => {
  for (const thing of ['sentences', 'annotated sentences', 'long noisy recordings'])
    expect(countsIn(`It has 1,200 ${thing} in all.`, 'en')).toEqual([`1,200 ${thing}`])
  for (const thing of ['个实体', '例患者', '条记录']) expect(countsIn(`共8899${thing}`, 'zh')).toHaveLength(1)
  for (const text of ['In 2019 researchers met.', 'It rose by 12% there.', 'version 2.5 models'])
    expect(countsIn(text, 'en')).toEqual([])
  for (const text of ['2019年', '提高12%', '第3个', '60天', '1000小时', '24个月'])
    expect(countsIn(text, 'zh')).toEqual([])
  expect(countsIn('12 words and 1,200 lines', 'en', 'large')).toEqual(['1,200 lines'])
})

test('the file of a model holds its weights, without the small ones', () => {
  const model = new Map([
    ['we propose', [0, 1.25, 0, -0.5, 0.04]],
    ['rare', [0.04, 0, 0, 0, 0]],
  ])
  expect([...readAspectModel(writeAspectModel(model, 0.1))]).toEqual([['we propose', [0, 1.25, 0, -0.5, 0]]])
})

test('a text in a language without cues tells nothing', () => {
  expect(
    readAspects(
      'Dans cet article, nous proposons une méthode hybride. Les résultats montrent que la méthode améliore le rappel.',
    ),
  ).toEqual([])
})

test.each([
  ['它用了哪些数据？', ['data'], true],
  ['作者是怎样构建语料的？最后规模多大？', ['method', 'data'], true],
  ['这篇论文有哪些局限？', ['limitation'], true],
  ['《数据增强的方法》有哪些局限？', ['limitation'], true],
  ['请概括这篇文献。', [], true],
  ['What are the limitations mentioned here?', ['limitation'], true],
  ['Which research gap do the authors want to fill?', ['problem'], true],
  ['How many GPUs did the authors train on?', [], false],
  ['这个解码器在西班牙语上错了多少？', [], false],
] as const)('%s asks for its aspects', (question, aspects, alone) => {
  expect(readAspectRequest(question)).toEqual({ aspects, alone })
})

test('a text of a thousand sentences or of one without end is read in a moment', () => {
  for (const text of [
    'We show that results show. '.repeat(4_000),
    'however '.repeat(20_000),
    `方法:${'结果表明;'.repeat(10_000)}`,
  ])
    expect(readAspects(text).length).toBeLessThan(2_000)
  expect(readAspectRequest('数据'.repeat(50_000)).aspects).toEqual(['data'])
})
