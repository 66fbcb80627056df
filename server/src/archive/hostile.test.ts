import { createHash, randomBytes } from 'node:crypto'
import { api, blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { zipOf } from '../../../documents/src/testing/zip-builder.ts'
import { spaceLimits } from '../platform/context/space-limits.ts'
import { buildArchive, fileLine, importArchive, uploadArchive } from '../testing/base-archives.ts'
import { addTexts, ingestionScene } from '../testing/ingestion-scene.ts'
import { projectScene } from '../testing/project-scene.ts'
import { buildForm } from '../testing/test-app.ts'

const MB = 1024 * 1024

/** Brings in an archive that is refused as a whole: nothing of it is there. */
async function refusedWith(bytes: Uint8Array): Promise<string | null> {
  const { app, ada } = await ingestionScene()
  const before = await ada.call(api.datasets.all, {})
  const report = await importArchive(app, ada, bytes)
  expect(report).toMatchObject({ state: 'failed', dataset_id: null, added: 0 })
  expect((await ada.call(api.datasets.all, {})).readingDataset.length).toBe(before.readingDataset.length)
  return report.error
}

test('a foreign archive, a newer one and no archive at all are refused, each with what to do', async () => {
  expect(await refusedWith(buildArchive({ manifest: { format: 'else' } }))).toContain('不是从科学导航导出')
  expect(await refusedWith(buildArchive({ manifest: { version: 2 } }))).toContain('更新版本')
  expect(await refusedWith(buildArchive({ manifest: { name: '' } }))).toContain('清单已损坏')
  expect(await refusedWith(Buffer.from('no zip'))).toContain('已损坏或没有传完整')
})

test('attack 29: an archive with a path that leaves it, or a link, is not opened', async () => {
  const { part } = fileLine('a.txt', '字')
  expect(await refusedWith(buildArchive({ parts: [{ ...part, name: '../up.txt' }] }))).toContain('为安全起见')
  expect(await refusedWith(buildArchive({ parts: [{ ...part, mode: 0xa1ff }] }))).toContain('为安全起见')
})

test('attack 30: an archive that unfolds a hundredfold is not opened', async () => {
  const bomb = { name: 'files/zeros', bytes: Buffer.alloc(40 * MB) }
  expect(await refusedWith(buildArchive({ parts: [bomb] }))).toContain('解开后超过')
})

test('attack 30: a file that unfolds to more than it says is named, and the rest comes in', async () => {
  const { app, ada } = await ingestionScene()
  const [good, lying] = [fileLine('good.txt', '好的'), fileLine('lying.txt', '谎'.repeat(MB))]
  const parts = [{ ...lying.part, declared: 10 }, good.part]

  const report = await importArchive(app, ada, buildArchive({ lines: [lying.line, good.line], parts }))

  expect(report).toMatchObject({ state: 'done', added: 1, failed: 1 })
  expect(report.remarks).toMatchObject([{ name: 'lying.txt' }])
})

test('a hundred thousand folders, ten thousand in one another, and circles of them are refused', async () => {
  const folder = (at: number, parent: string | null) => ({ key: `f${at}`, parent, name: '夹' })
  const many = Array.from({ length: 100_000 }, (_, at) => folder(at, null))
  const deep = Array.from({ length: 900 }, (_, at) => folder(at, at === 0 ? null : `f${at - 1}`))
  const nested = `{"format":"scinav-base","version":1,"folders":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
  const parts = [{ name: 'manifest.json', bytes: nested }]

  expect(await refusedWith(buildArchive({ manifest: { folders: many } }))).toContain('损坏')
  expect(await refusedWith(buildArchive({ manifest: { folders: many.slice(0, 2_000) } }))).toContain(
    '多于 1000 个',
  )
  expect(await refusedWith(buildArchive({ manifest: { folders: deep } }))).toContain('多于 8 层')
  expect(
    await refusedWith(buildArchive({ manifest: { folders: [folder(0, 'f1'), folder(1, 'f0')] } })),
  ).toContain('损坏')
  expect(await refusedWith(zipOf(parts))).toContain('损坏')
})

test("a hash of somebody else's file brings none of its bytes", async () => {
  const { app, ada, bob, list } = await ingestionScene()
  const secret = '鲍勃的秘密'
  const { id } = await bob.call(api.datasets.create, { name: '鲍勃' })
  await addTexts(bob, id, { 'secret.txt': secret })
  const sha256 = createHash('sha256').update(secret).digest('hex')
  const file = (path: string | null) => ({ path, sha256, size: 100, mime: 'text/plain' })
  const without = fileLine('none.txt', '', { file: file('files/none.txt') })
  const lost = fileLine('lost.txt', '', { file: file(null) })
  const other = fileLine('other.txt', '别的内容', { file: file('files/other.txt') })
  const lines = [without.line, lost.line, other.line]

  const report = await importArchive(app, ada, buildArchive({ lines, parts: [other.part] }))

  expect(report).toMatchObject({ added: 0, joined: 0, failed: 3 })
  expect(report.remarks.map(({ reason }) => reason)).toEqual([
    '压缩包里没有这个文件',
    '导出时服务器上找不到这个文件的内容，包里没有它',
    '文件的内容与导出时不同，可能已损坏',
  ])
  expect(await list({ dataset_id: report.dataset_id })).toEqual([])
})

test('folders and tags that the archive does not have, and lines that are none, do no harm', async () => {
  const { app, ada, list } = await ingestionScene()
  const file = fileLine('a.txt', '字', { folders: ['f9', '__proto__'], tags: ['constructor'] })
  const paper = {
    ...file.line,
    key: 'p',
    type: 'paper',
    file: null,
    name: '题录',
    work: blankWork('题录', 1),
  }
  const lines = [file.line, 'not json', { key: 'x' }, paper, { ...paper, work: { title: 5 } }]

  const report = await importArchive(app, ada, buildArchive({ lines, parts: [file.part] }))

  expect(report).toMatchObject({ state: 'done', total: 5, added: 2, failed: 3 })
  const documents = await list({ dataset_id: report.dataset_id })
  expect(documents.map(({ name, folder_id, tags }) => [name, folder_id, tags])).toEqual([
    ['题录', null, []],
    ['a.txt', null, []],
  ])
})

test('files for which there is no room are named; papers and smaller files come in', async () => {
  const { app, ada } = await ingestionScene({ env: { FILES_TOTAL_MB: '1' } })
  const [small, large, liar] = [
    fileLine('small.txt', '小'),
    fileLine('large.txt', '大'.repeat(0.2 * MB)),
    fileLine('liar.txt', '谎'.repeat(0.2 * MB)),
  ]
  const said = { ...liar.line, file: { ...liar.line.file, size: 1 } }
  const more = fileLine('more.txt', '多'.repeat(0.2 * MB))
  const lines = [large.line, said, more.line, small.line]
  const parts = [large, liar, more, small].map(({ part }) => ({ ...part, stored: true }))

  const report = await importArchive(app, ada, buildArchive({ lines, parts }))

  expect(report).toMatchObject({ state: 'done', added: 2, failed: 2 })
  expect(report.remarks).toMatchObject([
    { name: 'liar.txt', reason: '文件比清单里说的大，没有导入' },
    { name: 'more.txt', reason: expect.stringContaining('1 MB') },
  ])
})

test('attack 20: nobody brings a base into a project whose bases they do not manage', async () => {
  const { viewer, member, manager, stranger, project_id, app } = await projectScene()
  const bytes = buildArchive({})
  for (const [person, status] of [
    [viewer, 403],
    [member, 403],
    [stranger, 404],
  ] as const) {
    const upload_id = await uploadArchive(person, bytes)
    expect(await person.refusal(api.baseArchive.import, { upload_id, project_id })).toMatchObject({ status })
  }
  expect(await importArchive(app, manager, bytes, { project_id })).toMatchObject({ state: 'done' })
})

test('who loses their rights before the import begins brings in nothing', async () => {
  const { owner, manager, project_id, app } = await projectScene()
  const upload_id = await uploadArchive(manager, buildArchive({}))
  const { job_id } = await manager.call(api.baseArchive.import, { upload_id, project_id })
  await owner.call(api.projects.removeMembers, { project_id, user_ids: [manager.id] })
  await app.runner.drain()

  expect(await manager.call(api.baseArchive.importState, { job_id })).toMatchObject({
    state: 'failed',
    dataset_id: null,
    error: expect.stringContaining('项目'),
  })
})

test('what was announced as an archive is never a single file beyond the limit', async () => {
  const { bob } = await ingestionScene({ env: { UPLOAD_FILE_MB: '1' } })
  const { id: dataset_id } = await bob.call(api.datasets.create, { name: '库' })
  const upload_id = await uploadArchive(bob, Buffer.alloc(2 * MB, 'a'))

  const refusal = { status: 413, problem: 'upload.too_large' }
  const asFile = { dataset_id, upload_ids: [upload_id] }
  expect(await bob.refusal(api.ingestion.add, asFile, {}, buildForm([]))).toMatchObject(refusal)
  expect(await bob.refusal(api.files.fromUpload, { upload_id })).toMatchObject(refusal)
  expect(await bob.refusal(api.upload.begin, { name: 'a', size: 2 * MB })).toMatchObject(refusal)
})

const paperLine = (name: string, more: object) => ({
  key: name,
  ...{ type: 'paper', name, named_by_hand: false, added_at: '', folders: [], tags: [], file: null },
  ...{ work: { ...blankWork(name, 1), ...more }, left_out: [], annotations: null },
})

test('records are cut to 64 KB, count in what a person may store, and stand in lists by their beginning', async () => {
  const { app, ada } = await ingestionScene({ env: { FILES_TOTAL_MB: '1' } })
  const long = '长'.repeat(200_000)
  const lines = [
    paperLine('摘要很长', { abstract: long, doi: '10.1/long' }),
    paperLine('字段很多', {
      csl: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, long.slice(0, 30)])),
    }),
    paperLine('文献很多', { reference_ids: Array.from({ length: 9_000 }, (_, at) => `doi:10.1/${at}`) }),
    paperLine('每样都长', {
      creators: Array.from({ length: 300 }, (_, at) => ({ name: long.slice(at, at + 900) })),
    }),
    paperLine('平常', { abstract: '平常的摘要。' }),
  ]
  const report = await importArchive(app, ada, buildArchive({ lines }))
  expect(report).toMatchObject({ state: 'done', added: 5, failed: 0 })
  expect(report.remarks.map(({ name }) => name)).toEqual(['摘要很长', '字段很多', '文献很多', '每样都长'])
  const rows = await app.base.db.selectFrom('documents').select(['name', 'record', 'record_bytes']).execute()
  for (const { record, record_bytes } of rows) expect(record_bytes).toBe(Buffer.byteLength(record ?? ''))
  expect(Math.max(...rows.map(({ record_bytes }) => record_bytes))).toBeLessThanOrEqual(64 * 1024)
  const page = await ada.send(api.datasets.documents, {
    dataset_id: report.dataset_id ?? '',
    current_page: 1,
    page_size: 50,
  })
  expect(page.statusCode).toBe(200)
  expect(page.body.length).toBeLessThan(64 * 1024)

  const many = Array.from({ length: 60 }, (_, at) =>
    paperLine(`第 ${at} 篇`, { abstract: randomBytes(25_000).toString('hex'), doi: `10.1/${at}` }),
  )
  const full = await importArchive(app, ada, buildArchive({ lines: many }))
  expect(full.failed).toBeGreaterThan(20)
  expect(full.remarks[0]?.reason).toContain('合计不能超过')
})

test('an archive that unfolds to more than the disk has is not begun', async () => {
  const { app, ada } = await ingestionScene()
  const { line, part } = fileLine('a.txt', '字'.repeat(1_000))
  app.base.providers.uploads.free = async () => spaceLimits(app.base.config).disk_free + 2_000
  const bytes = buildArchive({ lines: [line], parts: [part] })
  const upload_id = await uploadArchive(ada, bytes)
  const datasets = () => app.base.db.selectFrom('datasets').select('id').execute()
  const before = await datasets()
  const { job_id } = await ada.call(api.baseArchive.import, { upload_id })
  await app.runner.drain()
  expect(
    await app.base.db.selectFrom('jobs').select('error').where('id', '=', job_id).executeTakeFirst(),
  ).toEqual({
    error: expect.stringContaining('磁盘已满'),
  })
  expect(await datasets()).toEqual(before)
})
