import { expect, test } from 'vitest'
import { createIntroductionMatcher } from './introduced-names.ts'

test.each([
  [
    'What is WinoBias?',
    'In this paper, we introduce a new benchmark for co-reference resolution focused on gender bias, WinoBias. More.',
  ],
  ['What is WinoBias?', 'We present WinoBias, a benchmark.'],
  ['Wojood 有多少词例？', 'This paper presents Wojood, a corpus for Arabic nested NER.'],
  ['How large is LiveQA?', 'We construct a large-scale dataset named LiveQA from live broadcasts.'],
  ['LiveQA 有多少题？', '本文构建了问答数据集 LiveQA，题目来自直播。'],
])('for “%s” “%s” introduces the name', (question, text) => {
  expect(createIntroductionMatcher(question)(text)).toBe(true)
})

test.each([
  [
    'What is WinoBias?',
    'This paper proposes two metrics that quantify the bias present when tackling the WinoBias pronoun resolution task.',
  ],
  ['What is WinoBias?', 'We show that the bias demonstrated on WinoBias can be eliminated.'],
  ['How large is LiveQA?', 'We collect answers for LiveQA-Med.'],
  ['What is a bias?', 'We introduce a bias.'],
])('for “%s” “%s” only uses it', (question, text) => {
  expect(createIntroductionMatcher(question)(text)).toBe(false)
})

test('a text without an end is read in its length', () => {
  const introduces = createIntroductionMatcher('What is WinoBias?')
  expect(introduces('we propose '.repeat(20_000))).toBe(false)
  expect(introduces('we present a, '.repeat(20_000))).toBe(false)
})
