import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { api } from '@scinav/contract'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { emptyPostgres } from '../testing/fresh-database.ts'
import { PASSWORD, type TestApp, testApp } from '../testing/test-app.ts'
import { BrokenArchive, verifyArchive } from './archive.ts'
import { backup } from './backup.ts'
import { RestoreRefused, restore } from './restore.ts'

/** Where the app under test keeps its data, and an empty place of the same kind. */
async function places(app: TestApp) {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const url = app.kind === 'postgres' ? await emptyPostgres() : undefined
  return { from: { folder: app.folder, url: app.url }, to: { folder, url }, file: join(folder, 'backup.gz') }
}

test('a backup taken while people write holds every write that was acknowledged before it began', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const save = (key: string) => ada.call(api.user.saveSetting, { key, type: 'drill', value: key })
  for (let count = 0; count < 200; count += 1) await save(`before-${count}`)
  const { job_id } = await ada.call(api.user.exportData, {})
  await app.runner.drain()
  const { from, to, file } = await places(app)

  let writing = true
  const writer = (async () => {
    for (let count = 0; writing; count += 1) await save(`during-${count % 250}`)
  })()
  await backup(from, file, app.base.now())
  writing = false
  await writer
  await restore(file, to)

  const opened = await openDatabase(to)
  onTestFinished(() => opened.close())
  const rows = await opened.db
    .selectFrom('user_settings')
    .select(['key', 'value'])
    .where('type', '=', 'drill')
    .execute()
  const kept = new Map(rows.map((row) => [row.key, row.value]))
  for (let count = 0; count < 200; count += 1) expect(kept.get(`before-${count}`)).toBe(`"before-${count}"`)
  const user = await opened.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(user).toMatchObject({ account: 'Ada', is_admin: 1 })
  const zip = `files/exports/${job_id}.zip`
  expect(readFileSync(join(to.folder, zip))).toEqual(readFileSync(join(app.folder, zip)))
})

test('a restore onto a place with data is refused and changes nothing', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const { from, to, file } = await places(app)
  await backup(from, file, app.base.now())
  await restore(file, to)

  await expect(restore(file, to)).rejects.toThrow(RestoreRefused)
})

test('a cut or changed archive is refused before anything is written', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const { from, to, file } = await places(app)
  await backup(from, file, app.base.now())
  await verifyArchive(file)
  const whole = readFileSync(file)
  const text = gunzipSync(whole).toString()
  for (const broken of [
    whole.subarray(0, whole.length / 2),
    gzipSync(text.replace('"Ada"', '"Eve"')),
    gzipSync(text.slice(0, -90)),
    Buffer.from('nothing'),
    Buffer.alloc(0),
  ]) {
    writeFileSync(file, broken)
    await expect(restore(file, to)).rejects.toThrow(BrokenArchive)
  }
})

test('the commands back up and restore, and a person logs in on the restored machine', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const { from, to, file } = await places(app)
  const run = (script: string, place: { folder: string; url: string | undefined }) =>
    promisify(execFile)(process.execPath, [new URL(`../${script}-cli.ts`, import.meta.url).pathname, file], {
      env: { ...process.env, DATA_DIR: place.folder, DATABASE_URL: place.url ?? '' },
    })

  expect((await run('backup', from)).stdout).toContain('备份完成')
  expect((await run('restore', to)).stdout).toContain('恢复完成')
  await expect(run('restore', to)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('已经有数据'),
  })

  const again = await testApp({ place: to })
  const browser = await again.logIn('Ada', PASSWORD)
  expect(await browser.call(api.user.current, {})).toMatchObject({ account: 'Ada', is_admin: true })
})
