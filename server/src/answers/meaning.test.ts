import { expect, onTestFinished, test, vi } from 'vitest'
import { NO_CONSTRAINTS } from '../language/question/constraints.ts'
import type { EmbeddingModel, RerankModel } from '../platform/providers/models/port.ts'
import { retrieve } from '../retrieval/retrieve.ts'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  NO_SCOPE,
  scriptedChatModel,
  textPart,
} from '../testing/answers.ts'

const signal = new AbortController().signal

/** A model for which only what a text says of tea matters. */
function teaModel() {
  const asked: string[][] = []
  const embedding: EmbeddingModel = {
    id: 'tea',
    external: false,
    embed: async (texts) => {
      asked.push(texts)
      return texts.map((each) => new Float32Array(/tea|cha/i.test(each) ? [2, 0.1] : [0.1, 2]))
    },
  }
  return { embedding, asked }
}

const wanted = (question: string, more: object) => ({
  question,
  earlier: [],
  scope: NO_SCOPE,
  embedding: null,
  rerank: null,
  most: 8,
  ...more,
})

test('a paper that only means what is asked is found once its passages have vectors', async () => {
  const { ctx, ids } = await answerScene()
  const { embedding, asked } = teaModel()
  const question = 'cha culture in perovskite'
  await retrieve(ctx, wanted('tea houses', { embedding }), signal)
  const { evidence, notes } = await retrieve(ctx, wanted(question, { embedding }), signal)
  expect(notes).toEqual([])
  expect(evidence.find(({ paper_id }) => paper_id === ids[3])).toMatchObject({ near: true, coverage: 0 })
  const { evidence: words } = await retrieve(ctx, wanted(question, {}), signal)
  expect(words.map(({ paper_id }) => paper_id)).not.toContain(ids[3])
  const passages = asked.flat().filter((each) => each.includes('Tea houses'))
  expect(passages).toHaveLength(1)
})

test('a Chinese question is asked in English too, as far as that is known', async () => {
  const { ctx } = await answerScene()
  const { embedding, asked } = teaModel()
  await retrieve(ctx, wanted('为什么图神经网络会过平滑？', { embedding }), signal)
  expect(asked.at(-1)).toEqual(['为什么图神经网络会过平滑？', 'why graph neural network ？'])
  await retrieve(ctx, wanted('tea houses', { embedding }), signal)
  expect(asked.at(-1)).toEqual(['tea houses'])
})

test("what only meaning finds stands among the first, and takes nobody's place", async () => {
  const { ctx, ids } = await answerScene()
  const { embedding } = teaModel()
  await retrieve(ctx, wanted('tea houses', { embedding }), signal)
  const question = 'perovskite solar cells cha'
  const by_words = await retrieve(ctx, wanted(question, { most: 2 }), signal)
  const both = await retrieve(ctx, wanted(question, { most: 2, embedding }), signal)
  const idsOf = ({ evidence }: typeof both) => evidence.map(({ paper_id }) => paper_id)
  expect(idsOf(by_words)).toHaveLength(2)
  expect(idsOf(both)).toEqual(expect.arrayContaining([ids[3], ...idsOf(by_words)]))
})

test('where words rank, what is near stands behind them and takes no place from them', async () => {
  const { ctx, ids } = await answerScene()
  const { embedding } = teaModel()
  await retrieve(ctx, wanted('tea houses', { embedding }), signal)
  const question = 'perovskite solar cells cha'
  const by_words = await retrieve(ctx, wanted(question, {}), signal)
  const behind = await retrieve(ctx, wanted(question, { embedding, words_rank: true }), signal)
  const idsOf = ({ evidence }: typeof behind) => evidence.map(({ paper_id }) => paper_id)
  expect(idsOf(behind).slice(0, by_words.evidence.length)).toEqual(idsOf(by_words))
  expect(behind.evidence.find(({ paper_id }) => paper_id === ids[3])).toMatchObject({
    near: true,
    near_rank: 0,
  })
})

test('without a model the paper that only means what is asked is shown first as related', async () => {
  const { ctx } = await answerScene()
  const { embedding } = teaModel()
  await retrieve(ctx, wanted('tea houses', { embedding }), signal)
  const question = 'cha ceremonies of provinces'
  const [words, meaning] = [
    await collectAnswer(ctx, createAnswerTask(question)),
    await collectAnswer(ctx, { ...createAnswerTask(question), embedding }),
  ]
  expect(words.citations).toEqual([])
  expect(meaning.of('understood').at(-1)?.lead).toBe('related')
  expect(meaning.citations[0]?.quote).toMatch(/tea/i)
})

test('what is near keeps within the authors and years that are asked for', async () => {
  const { ctx, ids } = await answerScene()
  const { embedding } = teaModel()
  await retrieve(ctx, wanted('tea houses', { embedding }), signal)
  const asked = wanted('cha culture in perovskite', { embedding })
  const found = async (constraints: object) => {
    const { evidence } = await retrieve(
      ctx,
      { ...asked, constraints: { ...NO_CONSTRAINTS, ...constraints } },
      signal,
    )
    return evidence.map(({ paper_id }) => paper_id)
  }
  expect(await found({})).toContain(ids[3])
  expect(await found({ author: ['Nobody'] })).not.toContain(ids[3])
})

test('a question does not wait for a model that is busy with the library', async () => {
  const { ctx, ids } = await answerScene()
  const begun = Promise.withResolvers<void>()
  const asked: string[] = []
  const busy: EmbeddingModel = {
    id: 'busy',
    external: false,
    embed: (_, __, role) => {
      asked.push(role ?? '')
      begun.resolve()
      return role === 'query' ? Promise.resolve([new Float32Array([1, 0])]) : new Promise(() => {})
    },
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const found = retrieve(ctx, wanted('tea houses', { embedding: busy }), signal)
  await begun.promise
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  const { evidence, notes } = await found
  expect(asked).toEqual(['passage', 'query'])
  expect(notes).toEqual([])
  expect(evidence.map(({ paper_id }) => paper_id)).toContain(ids[3])
})

test('who does not make the vector of a question either leaves it to words, and that is said', async () => {
  const { ctx, ids } = await answerScene()
  const roles = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let calls = 0
  const silent: EmbeddingModel = {
    id: 'silent',
    external: false,
    embed: () => {
      roles[calls]?.resolve()
      calls += 1
      return new Promise(() => {})
    },
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const found = retrieve(ctx, wanted('tea houses', { embedding: silent }), signal)
  await roles[0]?.promise
  await vi.advanceTimersByTimeAsync(2_000)
  await roles[1]?.promise
  await vi.advanceTimersByTimeAsync(6_000)
  const { evidence, notes } = await found
  expect(notes).toEqual(['向量检索暂不可用，已只按词语检索'])
  expect(evidence.map(({ paper_id }) => paper_id)).toContain(ids[3])
})

test('a passage whose text changed gets another vector', async () => {
  const { ctx, ids } = await answerScene()
  const { embedding, asked } = teaModel()
  await retrieve(ctx, wanted('tea houses', { embedding }), signal)
  const row = await ctx.db
    .selectFrom('papers')
    .select('record')
    .where('id', '=', ids[3] ?? '')
    .executeTakeFirstOrThrow()
  const record = JSON.stringify({ ...JSON.parse(row.record), abstract: 'Tea houses closed.' })
  await ctx.db
    .updateTable('papers')
    .set({ record })
    .where('id', '=', ids[3] ?? '')
    .execute()
  await retrieve(ctx, wanted('tea houses', { embedding }), signal)
  expect(asked.flat().filter((each) => /tea houses/i.test(each) && each.includes('\n'))).toEqual([
    'A history of tea houses\nTea houses shaped urban life in Chengdu.',
    'A history of tea houses\nTea houses closed.',
  ])
})

test('a reranker has the last word on the order', async () => {
  const { ctx, ids } = await answerScene()
  const rerank: RerankModel = {
    id: 'r',
    external: false,
    rerank: async (_, texts) => texts.map((each) => (each.includes('钙钛矿') ? 1 : 0)),
  }
  const question = '钙钛矿太阳能电池的稳定性'
  const plain = await retrieve(ctx, wanted(question, {}), signal)
  const ranked = await retrieve(ctx, wanted(question, { rerank }), signal)
  expect(plain.evidence[0]?.paper_id).toBe(ids[2])
  expect(ranked.evidence[0]?.paper_id).toBe(ids[1])
})

test('an answer is given without vectors and reranking where those fail, and says so', async () => {
  const { ctx } = await answerScene()
  const broken = () => Promise.reject(new Error('down'))
  const embedding: EmbeddingModel = { id: 'e', external: false, embed: broken }
  const rerank: RerankModel = { id: 'r', external: false, rerank: broken }
  const { model } = scriptedChatModel([[textPart('Yes [E1].')]])
  const heard = await collectAnswer(
    ctx,
    createAnswerTask('How stable are perovskite solar cells?', { model, embedding, rerank }),
  )
  expect(heard.of('status').map((each) => each.text)).toEqual([
    '向量检索暂不可用，已只按词语检索',
    '重排序暂不可用，已按检索次序',
  ])
  expect(heard.text).toBe('Yes [1].')
})

test('nothing found and a search that failed are different', async () => {
  const { ctx } = await answerScene()
  const library = { ...ctx.library, current: () => Promise.reject(new Error('disk')) }
  await expect(collectAnswer({ ...ctx, library }, createAnswerTask('perovskite'))).rejects.toMatchObject({
    code: 'retrieval_failed',
    retryable: true,
  })
})
