import { api } from '@scinav/contract'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { findActor } from '../../account/user/index.ts'
import { contextForActor } from '../../platform/context/context.ts'
import {
  completeBatch,
  makeChecker,
  packTheses,
  startBatch,
  waitForBatch,
} from '../../testing/batch-scene.ts'
import {
  addCitedWorks,
  completeCheck,
  SAMPLE_MANUSCRIPT,
  uploadManuscript,
} from '../../testing/manuscript-scene.ts'
import { type Caller, testApp } from '../../testing/test-app.ts'
import { unpackBatch } from './batch/unpack-batch.job.ts'
import { exportBatch, requireArchiveSize } from './export-batch.service.ts'
import { manuscriptData } from './personal-data.ts'
import { purgeExpiredBatches } from './retention.ts'

const calls = api.manuscriptBatches
const DAY_MS = 24 * 60 * 60_000
const MEBIBYTE = 1024 * 1024

async function setScene(env: Record<string, string> = {}) {
  const app = await testApp({ env })
  const ada = await app.signUp('Ada')
  const lin = await app.signUp('Lin')
  await makeChecker(ada, lin)
  await addCitedWorks(app.base)
  return { app, ada, lin }
}

const thesesOf = async (person: Pick<Caller, 'call'>, batch_id: string, more = {}) =>
  (await person.call(calls.theses, { batch_id, page_num: 1, page_size: 100, ...more })).list

test('the theses of an archive are checked with the figures of each department, and a failed one says why', async () => {
  const { app, lin } = await setScene()
  const batch = await completeBatch(app, lin)

  expect(batch).toMatchObject({ state: 'completed', name: '2026届', error: null, skipped: 0 })
  expect(batch.theses).toEqual({ queued: 0, running: 0, completed: 2, cancelled: 0, failed: 1 })
  expect(batch.departments.map(({ department, theses, failed }) => [department, theses, failed])).toEqual([
    ['数学学院', 1, 1],
    ['环境学院', 2, 0],
  ])
  const theses = await thesesOf(lin, batch.batch_id)
  const [failed, checked] = theses
  expect(failed).toMatchObject({ state: 'failed', department: '数学学院', entries: 0 })
  expect(failed?.error).toContain('没有找到参考文献表')
  expect(checked).toMatchObject({ author: '李明', title: '浅水湖泊富营养化研究', entries: 3, unverified: 1 })
  const { counts } = await lin.call(api.manuscriptChecks.run, { check_id: checked?.check_id ?? '' })
  expect({ fault: checked?.fault, check: checked?.check, info: checked?.info }).toEqual(counts)
  const { list } = await lin.call(api.notices.list, {})
  expect(list.map(({ text, route }) => [text, route])).toEqual([
    [
      '批量核对「2026届」完了：核对完 2 份，没有核对完 1 份',
      `/aiCitation?mode=manuscript&batch_id=${batch.batch_id}`,
    ],
  ])
})

test('more theses than are checked at once all come to their end, and are no single checks', async () => {
  const { app, lin } = await setScene()
  const files = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [
      `院系${at % 3}/学生${at}-论文第${at}号.md`,
      SAMPLE_MANUSCRIPT.replace('浅水湖泊富营养化研究', `浅水湖泊研究之${at}`),
    ]),
  )
  const batch = await completeBatch(app, lin, files)
  expect(batch.theses).toEqual({ queued: 0, running: 0, completed: 9, cancelled: 0, failed: 0 })
  expect(batch.departments.map(({ theses }) => theses)).toEqual([3, 3, 3])
  expect((await lin.call(api.manuscriptChecks.checks, { page_num: 1, page_size: 20 })).total).toBe(0)
})

test('the table is ordered, filtered and paged', async () => {
  const { app, lin } = await setScene()
  const { batch_id } = await completeBatch(app, lin)
  const byFault = await thesesOf(lin, batch_id, { order: 'fault', descending: true })
  const faults = byFault.map(({ fault }) => fault)
  expect(faults).toEqual(faults.toSorted((a, b) => b - a))
  const ofState = await thesesOf(lin, batch_id, { department: '环境学院', state: 'completed' })
  expect(ofState.map(({ author }) => author)).toEqual(['李明', '王小芳'])
  const second = await lin.call(calls.theses, { batch_id, page_num: 2, page_size: 2 })
  expect([second.list.length, second.total]).toEqual([1, 3])
})

test('files are checked beside archives, with departments from their paths; a LaTeX archive is one thesis', async () => {
  const { app, lin } = await setScene()
  const body =
    '\\documentclass{article}\\begin{document}\\section{引言}湖泊磷释放增加\\cite{chen}。\\bibliography{refs}\\end{document}'
  const bib =
    '@article{chen, author={陈明 and 李娜}, title={湖泊沉积物中磷的释放规律}, journal={湖泊科学}, year={2019}, volume={31}, number={2}, pages={101-110}}'
  const upload = async (bytes: string | Uint8Array, name: string, path?: string) => ({
    upload_id: await uploadManuscript(lin, bytes, name),
    ...(path && { path }),
  })
  const latex = packTheses({ 'main.tex': body, 'refs.bib': bib })
  const folder = packTheses({
    '物理学院/赵六/main.tex': body,
    '物理学院/赵六/refs.bib': bib,
    '物理学院/b.md': SAMPLE_MANUSCRIPT,
  })
  const { batch_id } = await lin.call(calls.begin, {
    files: [
      await upload(SAMPLE_MANUSCRIPT, '张三.md', '2026/数学学院/张三.md'),
      await upload(SAMPLE_MANUSCRIPT, '旧稿.doc', '2026/化学学院/旧稿.doc'),
      await upload(latex, '李四.zip', '2026/数学学院/李四.zip'),
      await upload(folder, '物理.zip'),
      await upload('not an archive', '坏.zip'),
    ],
  })
  const batch = await waitForBatch(app, lin, batch_id)
  expect(batch.name).toBe('张三')
  const rows = (await thesesOf(lin, batch_id)).map(({ department, file_name, state, entries }) => [
    ...[department, file_name, state, entries],
  ])
  expect(rows).toEqual([
    ['化学学院', '旧稿.doc', 'failed', 0],
    ['数学学院', '张三.md', 'completed', 3],
    ['数学学院', '李四.zip', 'completed', 1],
    ['物理学院', 'b.md', 'completed', 3],
    ['物理学院', '赵六.zip', 'completed', 1],
    ['未分院系', '坏.zip', 'failed', 0],
  ])
})

test('names in GBK, as many Chinese packing programs write them, are read', async () => {
  const { app, lin } = await setScene()
  // zipSync marks names as UTF-8 when they are not ASCII; placeholders of the same length are replaced by GBK bytes.
  const packed = Buffer.from(zipSync({ 'XXXX/YYYY.md': strToU8(SAMPLE_MANUSCRIPT) }))
  const replaceAll = (from: string, to: number[]) => {
    for (let at = packed.indexOf(from); at >= 0; at = packed.indexOf(from, at + 1)) packed.set(to, at)
  }
  // 数学 and 李明 in GBK.
  replaceAll('XXXX', [0xca, 0xfd, 0xd1, 0xa7])
  replaceAll('YYYY', [0xc0, 0xee, 0xc3, 0xf7])
  const upload_id = await uploadManuscript(lin, packed, '论文.zip')
  const { batch_id } = await lin.call(calls.begin, { files: [{ upload_id }] })
  await waitForBatch(app, lin, batch_id)
  const [thesis] = await thesesOf(lin, batch_id)
  expect(thesis).toMatchObject({
    error: null,
    department: '数学',
    author: '李明',
    file_name: '李明.md',
    state: 'completed',
  })
})

test('an archive without theses, or with too many, fails with the reason and keeps no file', async () => {
  const { app, lin } = await setScene()
  const none = await completeBatch(app, lin, { 'a.xlsx': 'x' })
  expect(none.theses.failed).toBe(1)
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}.md`, 'x']))
  const { state, error } = await completeBatch(app, lin, many)
  expect([state, error]).toEqual(['failed', '上传的文件里有 201 份稿件，一批最多 200 份，请分成几批'])
  expect(await app.base.db.selectFrom('files').select('name').execute()).toEqual([{ name: '2026届.zip' }])
})

test('a cancelled batch stops all of its theses; they can be checked again later', async () => {
  const { app, lin } = await setScene()
  const batch_id = await startBatch(lin)
  await app.runner.drain()
  await lin.call(calls.cancel, { batch_id })
  const cancelled = await waitForBatch(app, lin, batch_id)
  expect([cancelled.state, cancelled.theses.queued, cancelled.theses.running]).toEqual(['cancelled', 0, 0])
  expect((await lin.call(calls.retry, { batch_id })).theses).toBe(
    cancelled.theses.cancelled + cancelled.theses.failed,
  )
  const again = await waitForBatch(app, lin, batch_id)
  expect([again.state, again.theses.completed, again.theses.failed]).toEqual(['completed', 2, 1])
})

test('without the role nobody opens a thesis or begins a batch, and no checker reaches that of another', async () => {
  const { app, ada, lin } = await setScene()
  const batch = await completeBatch(app, lin)
  const [, thesis] = await thesesOf(lin, batch.batch_id)
  const check_id = thesis?.check_id ?? ''
  const refused = { status: 403, problem: 'checker.required' }
  const firstPage = { page_num: 1, page_size: 20 }
  expect((await ada.call(calls.batches, firstPage)).total).toBe(0)
  expect((await ada.refusal(calls.batch, { batch_id: batch.batch_id })).status).toBe(404)
  expect((await ada.refusal(calls.begin, { files: [{ upload_id: 'x' }] })).message).toContain('核对员')

  await makeChecker(ada)
  expect((await ada.refusal(calls.batch, { batch_id: batch.batch_id })).status).toBe(404)
  expect((await ada.refusal(api.manuscriptChecks.run, { check_id })).status).toBe(404)

  await ada.call(api.admin.setUser, { user_id: lin.id, is_checker: false })
  expect(await lin.refusal(api.manuscriptChecks.run, { check_id })).toMatchObject(refused)
  for (const call of [calls.retry, calls.export])
    expect(await lin.refusal(call, { batch_id: batch.batch_id })).toMatchObject(refused)
  // What they hold stays visible, so that they can delete it.
  expect((await lin.call(calls.batches, firstPage)).list).toMatchObject([{ batch_id: batch.batch_id }])
  expect((await lin.call(calls.batch, { batch_id: batch.batch_id })).theses.completed).toBe(2)
  expect(await thesesOf(lin, batch.batch_id)).toHaveLength(3)
  await lin.call(calls.cancel, { batch_id: batch.batch_id })
  await lin.call(calls.remove, { batch_id: batch.batch_id })
  expect(await app.base.db.selectFrom('files').select('id').execute()).toEqual([])
})

test('neither the files of a person nor the export of their data open the theses of their batches', async () => {
  const { app, lin } = await setScene()
  const { batch_id } = await completeBatch(app, lin)
  const single = await completeCheck(lin)
  const files = await app.base.db.selectFrom('batch_theses').select('file_id').execute()
  for (const { file_id } of files) {
    const missing = { problem: 'file.not_found' }
    expect(await lin.refusal(api.files.read, { file_id: file_id ?? '' })).toMatchObject(missing)
    expect(await lin.refusal(api.files.remove, { file_id: file_id ?? '' })).toMatchObject(missing)
  }
  const [gatherChecks, gatherBatches] = (manuscriptData.export ?? []).map(({ gather }) => gather)
  expect(await gatherChecks?.(app.base, lin.id)).toMatchObject([{ id: single.check_id }])
  const exported = await gatherBatches?.(app.base, lin.id)
  expect(exported).toMatchObject([{ id: batch_id, theses: [{}, { author: '李明' }, { author: '王小芳' }] }])
  expect(JSON.stringify(exported)).not.toMatch(/file_id|check_id/)
})

test('a check of a batch is not repeated by itself, and the batch ends when the last one is deleted', async () => {
  const { app, lin } = await setScene()
  const { batch_id } = await completeBatch(app, lin)
  const [, thesis] = await thesesOf(lin, batch_id)
  const check_id = thesis?.check_id ?? ''
  expect(await lin.refusal(api.manuscriptChecks.repeat, { check_id })).toMatchObject({
    problem: 'manuscript_check.of_batch',
  })

  const { db } = app.base
  await db.updateTable('manuscript_batches').set({ state: 'running', finished_at: null }).execute()
  await db.updateTable('batch_theses').set({ state: 'running' }).where('check_id', '=', check_id).execute()
  await lin.call(api.manuscriptChecks.remove, { check_id })
  const batch = await lin.call(calls.batch, { batch_id })
  expect([batch.state, batch.theses]).toMatchObject(['completed', { completed: 1, cancelled: 1, failed: 1 }])
  // Its file is gone: only the failed one can be checked again.
  expect((await lin.call(calls.retry, { batch_id })).theses).toBe(1)
})

test('theses are unpacked while little of what may be uploaded is left', async () => {
  const { app, lin } = await setScene({ UPLOAD_TOTAL_MB: '300' })
  const batch_id = await startBatch(lin)
  for (const size of [199, 100]) await lin.call(api.upload.begin, { name: 'a.pdf', size: size * MEBIBYTE })
  expect((await waitForBatch(app, lin, batch_id)).theses).toMatchObject({ completed: 2, failed: 1 })
})

test('theses that wait are not checked once their owner has lost the role', async () => {
  const { app, ada, lin } = await setScene()
  const batch_id = await startBatch(lin)
  await ada.call(api.admin.setUser, { user_id: lin.id, is_checker: false })
  await app.runner.drain()
  const { state, error } = await app.base.db
    .selectFrom('manuscript_batches')
    .select(['state', 'error'])
    .where('id', '=', batch_id)
    .executeTakeFirstOrThrow()
  expect([state, error]).toEqual(['failed', '账号已停用或不再是核对员'])
})

test('the retention of the operator deletes manuscripts and findings of a batch and leaves its figures', async () => {
  const { app, lin } = await setScene({ MANUSCRIPT_BATCH_DAYS: '7', MANUSCRIPT_DAYS: '1' })
  const { batch_id, expires_at } = await completeBatch(app, lin)
  expect(expires_at).toBe(new Date(app.base.now().getTime() + 7 * DAY_MS).toISOString())
  expect(await lin.call(calls.retention, {})).toEqual({ days: 7 })
  const before = await thesesOf(lin, batch_id)

  app.pass(7 * DAY_MS + 1)
  // Between the end of the retention and the purge nothing begins again.
  expect(await (await app.logIn('Lin')).refusal(calls.retry, { batch_id })).toMatchObject({
    problem: 'manuscript_batch.purged',
  })
  await purgeExpiredBatches(app.base)
  for (const table of [
    'files',
    'file_bytes',
    'manuscript_checks',
    'manuscript_check_texts',
    'manuscript_check_events',
  ] as const)
    expect([table, await app.base.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
  const later = await app.logIn('Lin')
  expect(await thesesOf(later, batch_id)).toEqual(before.map((row) => ({ ...row, check_id: null })))
  expect(await later.call(calls.batch, { batch_id })).toMatchObject({ expires_at: null, state: 'completed' })
  expect(await later.refusal(calls.retry, { batch_id })).toMatchObject({ problem: 'manuscript_batch.purged' })
  expect(await later.refusal(calls.export, { batch_id, format: 'reports' })).toMatchObject({ status: 409 })
  expect((await later.send(calls.export, { batch_id })).statusCode).toBe(200)
})

test('an upload that cannot be read for good says why, unless the batch has gone on', async () => {
  const { app, lin } = await setScene()
  const batch_id = await startBatch(lin)
  const end = (reason: string) => unpackBatch.ended?.(app.base, { batch_id }, { state: 'failed', reason })
  await app.base.db.updateTable('manuscript_batches').set({ state: 'running' }).execute()
  await end('磁盘已满')
  expect((await lin.call(calls.batch, { batch_id })).state).toBe('running')
  await app.base.db.updateTable('manuscript_batches').set({ state: 'unpacking' }).execute()
  await end('磁盘已满')
  const { state, error } = await lin.call(calls.batch, { batch_id })
  expect([state, error]).toEqual(['failed', '没有读完上传的文件：磁盘已满'])
  await app.base.db.updateTable('manuscript_batches').set({ state: 'unpacking' }).execute()
  await end('ENOSPC: no space left on device, write')
  expect((await lin.call(calls.batch, { batch_id })).error).toContain('请联系管理员清理服务器的磁盘')
})

test('a deleted batch leaves nothing behind', async () => {
  const { app, lin } = await setScene()
  const { batch_id } = await completeBatch(app, lin)
  await lin.call(calls.remove, { batch_id })
  for (const table of ['files', 'manuscript_batches', 'batch_theses', 'manuscript_checks'] as const)
    expect([table, await app.base.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
})

test('the table is exported as a workbook, of one department too, and the reports as an archive', async () => {
  const { app, lin } = await setScene()
  const { batch_id } = await completeBatch(app, lin)
  const sheetOf = async (more: object) => {
    const { rawPayload } = await lin.send(calls.export, { batch_id, ...more })
    const names = Object.keys(unzipSync(rawPayload))
    expect(names).toContain('xl/worksheets/sheet1.xml')
    return Buffer.from(unzipSync(rawPayload)['xl/worksheets/sheet1.xml'] ?? []).toString()
  }
  const whole = await sheetOf({})
  expect(whole).toContain('浅水湖泊富营养化研究')
  expect(whole).toContain('没有找到参考文献表')
  const one = await sheetOf({ department: '数学学院' })
  expect(one).not.toContain('浅水湖泊富营养化研究')

  const { rawPayload, headers } = await lin.send(calls.export, { batch_id, format: 'reports' })
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain('2026届-核对报告.zip')
  expect(Object.keys(unzipSync(rawPayload))).toEqual([
    '环境学院/002-李明-浅水湖泊富营养化研究-核对报告.docx',
    '环境学院/003-王小芳-浅水湖泊遥感-核对报告.docx',
  ])

  // The check of the first one is gone by the time that its report is written.
  const actor = await findActor(app.base, lin.id)
  if (!actor) throw new Error('the account is gone')
  const ctx = contextForActor(app.base, actor, new AbortController().signal)
  const reply = await exportBatch(ctx, { batch_id, format: 'reports' })
  const [, thesis] = await thesesOf(lin, batch_id)
  await app.base.db
    .deleteFrom('manuscript_checks')
    .where('id', '=', thesis?.check_id ?? '')
    .execute()
  const chunks: Buffer[] = []
  for await (const chunk of reply.stream()) chunks.push(chunk)
  const files = unzipSync(Buffer.concat(chunks))
  expect(Object.keys(files)).toEqual(['环境学院/003-王小芳-浅水湖泊遥感-核对报告.docx', '未能导出.txt'])
  expect(strFromU8(files['未能导出.txt'] ?? strToU8(''))).toContain(
    '环境学院/002-李明-浅水湖泊富营养化研究：',
  )
})

test('reports that would not fit into one archive are refused before they are written', () => {
  const theses = Array.from({ length: 40 }, (_, at) => ({ id: `${at}`, file_name: '论文.docx' }))
  const sizes = new Map(theses.map(({ id }) => [id, 80 * MEBIBYTE]))
  expect(() => requireArchiveSize(theses, sizes)).toThrow('请按院系导出')
  expect(() => requireArchiveSize(theses.slice(3), sizes)).not.toThrow()
  const pdfs = theses.map(({ id }) => ({ id, file_name: '论文.pdf' }))
  expect(() => requireArchiveSize(pdfs, sizes)).not.toThrow()
})
