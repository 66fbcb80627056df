import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { EngineFault, type OutsideEngine } from '../platform/providers/engines/port.ts'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  createContext,
  NO_SCOPE,
  scriptedChatModel,
  textPart,
} from '../testing/answers.ts'

const record = (title: string, abstract: string, DOI: string) =>
  JSON.stringify({ type: 'journal-article', title: [title], abstract: `<jats:p>${abstract}</jats:p>`, DOI })

const crossref: OutsideEngine = {
  id: 'crossref',
  name: 'Crossref',
  english: false,
  search: async () => ({
    records: [
      record('Perovskite solar cells in space', 'Perovskite solar cells survive protons.', '10.1/space'),
      record('Stability of perovskite solar cells under heat', 'The same again.', '10.1/heat'),
    ],
    total: 2,
  }),
}
const arxiv: OutsideEngine = {
  id: 'arxiv',
  name: 'arXiv',
  english: true,
  search: () => Promise.reject(new EngineFault('failed', { status: 500 })),
}

test('chosen outside engines add works that the library lacks; one that fails is named', async () => {
  const { ctx } = await answerScene(undefined, [crossref, arxiv])
  const scope = { ...NO_SCOPE, engines: ['local', 'crossref', 'arxiv'] }
  const { citations, of } = await collectAnswer(ctx, createAnswerTask('perovskite solar cells', { scope }))
  expect(citations.find(({ title }) => title === 'Perovskite solar cells in space')).toMatchObject({
    paper_id: null,
    quote: 'Perovskite solar cells survive protons.',
    support: 'supported',
  })
  expect(citations.map(({ quote }) => quote)).not.toContain('The same again.')
  expect(of('retrieval')[0]?.hits.map(({ engine }) => engine)).toContain('crossref')
  expect(of('status').map((each) => each.text)).toContain('arXiv 出错了（HTTP 500），请稍后再试')
})

test('where only outside engines are chosen, the library is left out', async () => {
  const { ctx } = await answerScene(undefined, [crossref])
  const scope = { ...NO_SCOPE, engines: ['crossref'] }
  const { of } = await collectAnswer(ctx, createAnswerTask('perovskite solar cells', { scope }))
  expect(new Set(of('retrieval')[0]?.hits.map(({ engine }) => engine))).toEqual(new Set(['crossref']))
})

test('the texts of a dataset that is closed to outside models reach none of them', async () => {
  const { app, person, ids } = await answerScene()
  const dataset_id = await person.call(api.datasets.privateId, {})
  await person.call(api.datasets.keepPapers, {
    paper_id_list: ids.slice(0, 2),
    targets: [{ dataset_id, folder_id: null }],
  })
  await app.base.db
    .updateTable('datasets')
    .set({ external_model_allowed: 0 })
    .where('id', '=', dataset_id)
    .execute()
  const { model, requests } = scriptedChatModel([[textPart('never')]])
  const asked: string[] = []
  const embedding = {
    id: 'far',
    external: true,
    embed: async (texts: string[]) => {
      asked.push(...texts)
      return texts.map(() => new Float32Array([1]))
    },
  }
  const scope = { ...NO_SCOPE, dataset_id }
  const task = createAnswerTask('钙钛矿太阳能电池', { scope, embedding, model: { ...model, external: true } })
  const ctx = createContext(app, person.id)
  await expect(collectAnswer(ctx, task)).rejects.toMatchObject({ code: 'provider_error', retryable: false })
  expect([...requests, ...asked]).toEqual([])
  expect((await collectAnswer(ctx, { ...task, model })).text).toBe('never')
})
