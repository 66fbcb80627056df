import { expect, test } from 'vitest'
import { refuse, scriptedModel, silent } from '../../../testing/scripted-model.ts'
import { SHORT_MODEL_TIMEOUTS } from '../../../testing/timeouts.ts'
import { createModelFactory } from './model-factory.ts'

const never = () => new AbortController().signal

async function setScene() {
  const server = await scriptedModel()
  const place = {
    ...{ id: 'vectors', name: '向量', base_url: server.url, api_key: null, model: 'bge-m3' },
    ...{ external: false, context_tokens: 8_000 },
  }
  const maker = createModelFactory({ backoff_ms: 1, ...SHORT_MODEL_TIMEOUTS })
  return { server, embedding: maker.embedding(place), rerank: maker.rerank(place) }
}

test('each text gets its own vector, however many there are', async () => {
  const { server, embedding } = await setScene()
  const texts = Array.from({ length: 57 }, (_, at) => `文献 number${at}`)
  const vectors = await embedding.embed(texts, never())
  expect(vectors).toHaveLength(57)
  expect(new Set(vectors.map((vector) => vector.join())).size).toBeGreaterThan(20)
  expect(await embedding.embed([texts[41] ?? ''], never())).toEqual([vectors[41]])
  expect(Math.max(...server.requests.map(({ body }) => body.input.length))).toBe(10)
  expect(embedding.id).toBe('bge-m3')
})

test.each([
  ['prefix', ['query: 梯度'], ['passage: 梯度'], undefined, undefined],
  ['input_type', ['梯度'], ['梯度'], 'query', 'passage'],
  ['none', ['梯度'], ['梯度'], undefined, undefined],
] as const)('a model is told a question from a passage by %s', async (roles, asked, told, query, passage) => {
  const server = await scriptedModel()
  const place = { base_url: server.url, api_key: null, model: 'e5', external: false, context_tokens: 512 }
  const model = createModelFactory(SHORT_MODEL_TIMEOUTS).embedding({ ...place, id: 'e5', name: 'E5', roles })
  await model.embed(['梯度'], never(), 'query')
  await model.embed(['梯度'], never(), 'passage')
  const [first, second] = server.requests.map(({ body }) => body)
  expect([first?.input, second?.input]).toEqual([asked, told])
  expect([first?.input_type, second?.input_type]).toEqual([query, passage])
  // Vectors made otherwise are of another model.
  expect(model.id).toBe(roles === 'none' ? 'e5' : `e5+${roles}`)
})

test('no texts cost no call', async () => {
  const { server, embedding, rerank } = await setScene()
  expect(await embedding.embed([], never())).toEqual([])
  expect(await rerank.rerank('q', [], never())).toEqual([])
  expect(server.requests).toEqual([])
})

test('vectors that are missing, broken or of different lengths are refused', async () => {
  const { server, embedding } = await setScene()
  const answers = [
    { data: [{ index: 0, embedding: [1, 2] }] },
    { data: [{ embedding: [1, 2] }, { embedding: [1, null] }] },
    { data: [{ embedding: [1, 2] }, { embedding: [1, 2, 3] }] },
    { data: 'none' },
    { object: 'list' },
  ]
  for (const json of answers) {
    server.next({ json }, { json }, { json })
    await expect(embedding.embed(['一', '二'], never())).rejects.toMatchObject({ code: 'provider_error' })
    // What was not asked for is not left for the next round.
    while (server.pending() > 0) await embedding.embed(['三'], never()).catch(() => {})
  }
})

test('an endpoint that fails is asked again; a refused key and silence are said', async () => {
  const { server, embedding } = await setScene()
  server.next(refuse(500), refuse(429, {}, 0))
  expect(await embedding.embed(['一'], never())).toHaveLength(1)
  server.next(refuse(401))
  await expect(embedding.embed(['一'], never())).rejects.toMatchObject({ code: 'provider_auth' })
  server.next(silent())
  await expect(embedding.embed(['一'], never())).rejects.toMatchObject({ code: 'provider_timeout' })
  expect(server.requests).toHaveLength(5)
})

test('a reranker scores texts in the order they were given, in any of its forms', async () => {
  const { server, rerank } = await setScene()
  const [one = 0, two = 0] = await rerank.rerank('graph neural network', ['a cat', 'graph network'], never())
  expect(two).toBeGreaterThan(one)
  expect(server.requests[0]?.body).toMatchObject({
    query: 'graph neural network',
    documents: ['a cat', 'graph network'],
  })

  server.next(
    {
      json: [
        { index: 1, score: 0.2 },
        { index: 0, score: 0.9 },
      ],
    },
    {
      json: {
        data: [
          { index: 0, relevance_score: 3 },
          { index: 1, relevance_score: -1 },
        ],
      },
    },
  )
  expect(await rerank.rerank('q', ['a', 'b'], never())).toEqual([0.9, 0.2])
  expect(await rerank.rerank('q', ['a', 'b'], never())).toEqual([3, -1])

  const json = { results: [{ index: 0, relevance_score: 1 }] }
  server.next({ json }, { json }, { json })
  await expect(rerank.rerank('q', ['a', 'b'], never())).rejects.toMatchObject({ code: 'provider_error' })
})
