import { blankWork } from '@scinav/contract'
import { openEngine, type SearchEngine } from '@scinav/search'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../platform/context/context.ts'
import { extractQuestion } from './extract-question.ts'

const COMMON = 400
const TITLES = [
  'Bridging resolution in German',
  '低资源机器翻译的语料',
  'A parser for Manchu',
  '桥接消解的规则方法',
]

let engine: SearchEngine
let ctx: Pick<Context, 'library'>
beforeAll(async () => {
  engine = await openEngine({ folder: null, threads: 0 })
  const common = Array.from(
    { length: COMMON },
    () => 'First data and metrics for good models, corpus 数据 指标',
  )
  await engine.apply(
    [...TITLES, ...common].map((title, at) => ({
      seq: at + 1,
      change: at + 1,
      record: JSON.stringify(blankWork(title, 1)),
      cited_by_count: 0,
    })),
    false,
  )
  ctx = { library: { current: async () => engine } as unknown as Context['library'] }
})
afterAll(() => engine.close())

test.each([
  ['First time here, let us see how it goes. What is bridging resolution?', 'What is bridging resolution?'],
  ["Here's a good one: what is bridging resolution?", 'what is bridging resolution?'],
  ['What is bridging resolution? Keep to the data and models.', 'What is bridging resolution?'],
  ['大家都说数据重要。桥接消解是什么?', '桥接消解是什么?'],
  ['为难你一下:桥接消解是什么?', '桥接消解是什么?'],
  ['我比较笨,桥接消解是什么?', '桥接消解是什么?'],
  ['I am new to all data, what is bridging resolution?', 'what is bridging resolution?'],
])('of a text the part that asks is read where it stands by itself: %s', async (text, point) => {
  expect(await extractQuestion(ctx, text)).toBe(point)
})

test.each([
  // It points back, or does not say what it is about.
  'Bridging resolution is hard. How is it evaluated?',
  '我在做低资源机器翻译。有哪些好的数据?',
  'I work on Manchu. Which metrics are good?',
  'I work on Manchu, which metrics are good?',
  // What stands before belongs to what is asked.
  'Bridging resolution with rules or with models: what does each gain?',
  // What stands behind says what is meant.
  'What is bridging resolution? Mostly for Manchu.',
  // Nothing asks, or all of it does.
  'Bridging resolution. Manchu.',
  'What is bridging resolution? Who wrote a parser for Manchu?',
])('and the whole where it does not: %s', async (text) => {
  expect(await extractQuestion(ctx, text)).toBe(text)
})
