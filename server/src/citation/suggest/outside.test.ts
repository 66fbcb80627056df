import { api, type EngineId } from '@scinav/contract'
import { expect, test } from 'vitest'
import { type KnownPaper, knownPaperAnswers, statusAnswer } from '../../testing/engine-server.ts'
import { federatedSearchScene } from '../../testing/federated-search-scene.ts'

const squad: KnownPaper = {
  title: 'SQuAD: Questions for Machine Comprehension of Text',
  author: 'Pranav Rajpurkar',
  year: 2016,
  doi: '10.1000/squad',
}

const TEXT = 'Readers are trained on SQuAD since years. Volcanoes of SQuAD erupt beneath glaciers.'

/** The sentences that were looked up. */
async function matched(all: Awaited<ReturnType<typeof federatedSearchScene>>, engines: EngineId[]) {
  const { body } = await all.ada.send(api.citing.match, { text: TEXT, engines })
  return body
    .split('\n\n')
    .filter((frame) => frame.includes('event: matched'))
    .map((frame) => JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? 'null'))
}

test('an engine outside has candidates too, under the key that takes them into the library', async () => {
  const all = await federatedSearchScene(knownPaperAnswers(squad))
  const [first] = await matched(all, ['local', 'openalex'])
  const [candidate] = first.candidates
  expect(candidate).toMatchObject({
    paper: { title: squad.title, authors_short: ['Pranav Rajpurkar'] },
    outside: { doi: '10.1000/squad', engines: ['openalex'] },
    quote: expect.stringMatching(/./),
  })
  expect(candidate.paper.id).toBe(candidate.outside.key)
  const { papers } = await all.ada.call(api.combine.keep, { keys: [candidate.outside.key] })
  const [again] = await matched(all, ['local'])
  expect(again.candidates).toMatchObject([{ paper: { id: papers[0]?.paper_id }, outside: null }])
})

test('nobody outside is asked unless chosen; who gives no answer is told once, and left alone', async () => {
  const all = await federatedSearchScene({ ...knownPaperAnswers(squad), crossref: statusAnswer(500) })
  await matched(all, [])
  expect(all.asked).toEqual([])
  const found = await matched(all, ['openalex', 'crossref'])
  expect(found.map(({ notes }) => notes)).toEqual([['Crossref 出错了（HTTP 500），请稍后再试'], []])
  expect(all.asked.filter(({ engine }) => engine === 'crossref')).toHaveLength(1)
})
