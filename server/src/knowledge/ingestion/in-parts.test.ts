import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { ingestionScene } from '../../testing/ingestion-scene.ts'
import { buildForm } from '../../testing/test-app.ts'

test('a file that came in parts becomes a document once', async () => {
  const { ada, dataset_id, list } = await ingestionScene()
  const { id } = await ada.call(api.upload.begin, { name: 'a.txt', size: 6 })
  await ada.call(api.upload.part, { id, offset: 0 }, {}, Buffer.from('内容'))
  const form = Buffer.from('--a-line-that-no-file-has--\r\n')
  const input = { dataset_id, upload_ids: [id] }
  const { results } = await ada.call(api.ingestion.add, input, {}, form)
  expect(results).toMatchObject([{ outcome: 'added', document: { name: 'a.txt', size_bytes: 6 } }])
  await expect(ada.call(api.ingestion.add, input, {}, form)).rejects.toMatchObject({
    problem: 'upload.not_found',
  })
  expect(await list()).toHaveLength(1)
})

test('fifty files that came in parts may be named by the fields of a form, with their folder and ways', async () => {
  const { ada, dataset_id, list } = await ingestionScene()
  const folder = await ada.call(api.datasets.saveFolder, { dataset_id, parent_id: null, name: '论文' })
  const fields: [string, string][] = [['folder_id', folder.id]]
  for (let at = 0; at < 50; at += 1) {
    const { id } = await ada.call(api.upload.begin, { name: `${at}.txt`, size: 2 })
    await ada.call(api.upload.part, { id, offset: 0 }, {}, Buffer.from(`${10 + at}`))
    fields.push(['upload_ids', id], ['paths', at === 7 ? '第七/7.txt' : ''])
  }
  const { results } = await ada.call(api.ingestion.add, { dataset_id }, {}, buildForm([], fields))
  expect(results.map(({ name, outcome }) => [name, outcome])).toEqual(
    Array.from({ length: 50 }, (_, at) => [`${at}.txt`, 'added']),
  )
  const folders = new Set(results.map(({ document }) => document?.folder_id))
  expect([folders.size, folders.has(folder.id), results[7]?.document?.folder_id === folder.id]).toEqual([
    2,
    true,
    false,
  ])
  expect(await list()).toHaveLength(50)
})

test('fields of a form are checked like those of the query, and a refused form leaves nothing', async () => {
  const { app, ada, dataset_id } = await ingestionScene()
  const files = [{ name: 'a.txt', body: Buffer.from('内容') }]
  const refusal = (fields: [string, string][]) =>
    ada.refusal(api.ingestion.add, { dataset_id }, {}, buildForm(files, fields))
  const many = Array.from({ length: 51 }, (_, at): [string, string] => ['upload_ids[]', `upload-${at}`])
  expect(await refusal(many)).toMatchObject({ status: 400, data: { issues: [{ path: 'upload_ids' }] } })
  expect(await refusal([['folder_id', 'nobody']])).toMatchObject({ problem: 'folder.not_found' })
  expect(await app.base.db.selectFrom('uploads').select('id').execute()).toEqual([])
})
