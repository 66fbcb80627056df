import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addTexts, ingestionScene } from '../../testing/ingestion-scene.ts'
import { buildForm } from '../../testing/test-app.ts'

const { add, check } = api.ingestion

test('a check names the document that has the name of a file in the same folder, and only that', async () => {
  const { ada, dataset_id, add: addAll } = await ingestionScene()
  const [top] = await addAll({ '水位.txt': '五公里' })
  const [inner] = await addAll({ '水位.txt': '六公里' }, { paths: ['甲/乙/水位.txt'] })
  const folder_id = inner?.document?.folder_id ?? ''
  const checked = async (paths: (string | undefined)[], more: object = {}) => {
    const files = paths.map((path) => ({ size: 9, ...(path !== undefined && { path }) }))
    const answer = await ada.call(check, { dataset_id, files, ...more })
    return answer.files.map(({ same_name }) => same_name?.document_id ?? null)
  }
  const [topId, innerId] = [top?.document?.id, inner?.document?.id]
  expect(
    await checked([
      '水位.txt',
      '甲/乙/水位.txt',
      '甲/水位.txt',
      '丙/水位.txt',
      '水位2.txt',
      undefined,
      '甲/',
    ]),
  ).toEqual([topId, innerId, null, null, null, null, null])
  expect(await checked(['水位.txt'], { folder_id })).toEqual([innerId])
  // As systems write names that take letters and their marks apart.
  const [accent] = await addAll({ 'Résumé.txt': '七公里' })
  expect(await checked(['Résumé.txt'.normalize('NFD')])).toEqual([accent?.document?.id])
  await ada.call(api.ingestion.remove, { document_id: topId ?? '' })
  expect(await checked(['水位.txt'])).toEqual([null])
})

test('a file of a name that is there is refused where that is asked for, and kept beside it otherwise', async () => {
  const { ada, dataset_id, add: addAll, list } = await ingestionScene()
  await addAll({ 'a.txt': '五公里' })
  const file = (text: string) => buildForm([{ name: 'a.txt', body: Buffer.from(text) }])
  const input = { dataset_id, on_same_name: 'refuse' as const }
  expect(await ada.refusal(add, input, {}, file('七公里'))).toMatchObject({
    status: 409,
    problem: 'document.same_name',
  })
  expect(await list()).toHaveLength(1)
  expect((await ada.call(add, input, {}, file('五公里'))).results[0]?.outcome).toBe('duplicate')
  expect(
    (await ada.call(add, { ...input, paths: ['甲/a.txt'] }, {}, file('八公里'))).results[0]?.outcome,
  ).toBe('added')
  await addAll({ 'a.txt': '七公里' })
  expect(await list()).toHaveLength(3)
})

test('of two files of one name that come at once, one is refused', async () => {
  const { ada, dataset_id, list } = await ingestionScene()
  const input = { dataset_id, on_same_name: 'refuse' }
  const come = await Promise.allSettled(
    ['一', '二', '三'].map((text) => addTexts(ada, dataset_id, { 'a.txt': text }, input)),
  )
  expect(come.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await list()).toHaveLength(1)
})

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
