import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { ingestionScene } from '../../testing/ingestion-scene.ts'
import { addPapers } from '../../testing/papers.ts'

const { logView: look, views, removeViews: drop } = api.papers

/** Ada with a file that she has looked at after a paper. */
async function looked() {
  const scene = await ingestionScene()
  const { app, ada } = scene
  const document_id = await scene.addOne('界面阻抗的测量\n\n正文')
  await app.runner.drain()
  const [paper_id = ''] = await addPapers(app.base, ['Attention'])
  await ada.call(look, { paper_id })
  app.pass(1_000)
  await ada.call(look, { document_id })
  app.pass(1_000)
  return { ...scene, document_id, paper_id, seen: (more = {}) => ada.call(views, { files: true, ...more }) }
}

test('own files stand among the papers that were looked at, each once, and only where they are asked for', async () => {
  const { app, ada, seen, document_id, paper_id } = await looked()
  await ada.call(look, { document_id, seconds: 30 })
  app.pass(1_000)
  const { list, total } = await seen()
  expect(total).toBe(2)
  expect(list.map((row) => [row.document?.id ?? row.paper?.id, row.views, row.seconds])).toEqual([
    [document_id, 1, 30],
    [paper_id, 1, 0],
  ])
  expect((await seen({ keyword: '阻抗' })).list).toHaveLength(1)
  expect(await seen({ page_num: 2, page_size: 1 })).toMatchObject({ total: 2, list: [{ document: null }] })
  expect(await ada.call(views, {})).toMatchObject({ total: 1, list: [{ paper: { id: paper_id } }] })
})

test('a file that has become a paper counts as the paper from then on, once', async () => {
  const { ada, operate, seen, document_id, paper_id } = await looked()
  await operate(document_id, 'accept_paper', { paper_id })
  await ada.call(look, { document_id })
  const { list, total } = await seen()
  expect(total).toBe(1)
  expect(list.map((row) => [row.paper?.id, row.document, row.views])).toEqual([[paper_id, null, 2]])
})

test('a deleted file is gone from the history and back with it, and views are forgotten', async () => {
  const { ada, operate, seen, document_id } = await looked()
  await ada.call(api.ingestion.remove, { document_id })
  expect((await seen()).total).toBe(1)
  await operate(document_id, 'restore')
  expect((await seen()).total).toBe(2)
  await ada.call(drop, { ids: [document_id] })
  expect((await seen()).total).toBe(1)
  await ada.call(look, { document_id })
  await ada.call(drop, { all: true })
  expect((await seen()).total).toBe(0)
})

test('a file that somebody may not read cannot be looked at', async () => {
  const { bob, document_id } = await looked()
  expect(await bob.refusal(look, { document_id })).toMatchObject({ problem: 'document.not_found' })
  expect((await bob.call(views, { files: true })).total).toBe(0)
})
