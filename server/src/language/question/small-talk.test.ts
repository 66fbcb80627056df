import { blankWork } from '@scinav/contract'
import { openEngine, type SearchEngine } from '@scinav/search'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../platform/context/context.ts'
import { detectIntent } from './intent.ts'
import { asksAssistant } from './small-talk.ts'

const TITLES = ['Dialect maps without transcripts', 'Jokes told by machines', '笑话的自动生成']

let engine: SearchEngine
let ctx: Pick<Context, 'library'>
beforeAll(async () => {
  engine = await openEngine({ folder: null, threads: 0 })
  await engine.apply(
    TITLES.map((title, at) => ({
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

test.each(['Do you dream?', 'Are you ever wrong?', '你收费吗？', '你会编造吗', '您还会收费吗？'])(
  '%s is asked of the assistant, whatever its words',
  async (text) => {
    expect(await asksAssistant(ctx, text, false)).toBe(true)
  },
)

test.each([
  'How do you measure happiness?',
  'Do you need very detailed phonetic transcripts to map dialects?',
  'Can you explain what attention is?',
  'What do you call a word with two meanings?',
  'Do you know any work on jokes?',
  'Can computers feel pain?',
  '你能说说人工智能是什么吗？',
  '您认为深度学习的局限是什么？',
  '你推荐哪个中文分词工具',
  '我们的数据安全吗',
  'What is the difference between BERT and GPT?',
  '你和我这类代词怎么消解',
  // The library has papers on it.
  '你会笑话生成吗',
])('%s asks something of literature', async (text) => {
  expect(await asksAssistant(ctx, text, false)).toBe(false)
  expect(detectIntent(text, false)).toBe('question')
})

test('what names nothing asks for more of an answer, where there is one', async () => {
  expect(await asksAssistant(ctx, 'Can you tell me more?', true)).toBe(false)
  expect(await asksAssistant(ctx, 'Can you tell me more?', false)).toBe(true)
})

test('a long text of words of talk is no talk', async () => {
  for (const text of ['你'.repeat(200_000), 'are you '.repeat(50_000)])
    expect(await asksAssistant(ctx, text, false)).toBe(false)
})
