import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { api } from '@scinav/contract'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../platform/db/open.ts'
import type { Db } from '../../platform/db/schema.ts'
import { TABLES } from '../../platform/db/tables.ts'
import { emptyPostgres } from '../../testing/fresh-database.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { PASSWORD } from '../../testing/password.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { BrokenArchive, readArchive, verifyArchive, writeArchive } from './archive.ts'
import { backup } from './backup.ts'
import { RestoreRefused, restore } from './restore.ts'

interface Place {
  folder: string
  url: string | undefined
}

/** Where the app under test keeps its data, and an empty place, of the same kind if not said otherwise. */
async function places(app: TestApp, kind = app.kind) {
  const folder = newFolder()
  const to = join(folder, 'data')
  const url = kind === 'postgres' ? await emptyPostgres() : undefined
  const from: Place = { folder: app.folder, url: app.url }
  return { from, to: { folder: to, url }, file: join(folder, 'backup.gz') }
}

async function opened(place: Place): Promise<Db> {
  const database = await openDatabase(place)
  onTestFinished(() => database.close())
  return database.db
}

/** Every row of every table, in an order of its own. */
async function everyRow(db: Db): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of TABLES) {
    const rows = await db.selectFrom(table).selectAll().execute()
    all[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  }
  return all
}

const command = promisify(execFile)

/** One of the two commands, as its own process. */
function run(script: 'backup' | 'restore', file: string, place: Place) {
  const path = new URL(`./${script}-cli.ts`, import.meta.url).pathname
  return command(process.execPath, ['--disable-warning=ExperimentalWarning', path, file], {
    env: { ...process.env, DATA_DIR: place.folder, DATABASE_URL: place.url ?? '' },
  })
}

test('a backup taken while people write holds every write that was acknowledged before it began', async () => {
  const app = await testApp({ env: { RATE_LIMIT_SCALE: '1000' } })
  const ada = await app.signUp('Ada')
  const save = (key: string, value = key) => ada.call(api.user.saveSetting, { key, type: 'drill', value })
  for (let count = 0; count < 200; count += 1) await save(`before-${count}`)
  const { job_id } = await ada.call(api.user.exportData, {})
  await app.runner.drain()
  const { from, to, file } = await places(app)

  let written = 0
  let ended = false
  const writer = (async () => {
    for (; written < 200 || !ended; written += 1) await save(`during-${written % 250}`, `${written}`)
  })()
  await run('backup', file, from)
  ended = true
  await writer
  await restore(file, to)

  const db = await opened(to)
  const rows = await db
    .selectFrom('user_settings')
    .select(['key', 'value'])
    .where('type', '=', 'drill')
    .execute()
  const kept = new Map(rows.map((row) => [row.key, JSON.parse(row.value)]))
  for (let count = 0; count < 200; count += 1) expect(kept.get(`before-${count}`)).toBe(`before-${count}`)
  // One writer: what is kept of the writes during the backup is a beginning of them, without gaps.
  const during = [...kept].flatMap(([key, value]) => (key.startsWith('during') ? [Number(value)] : []))
  expect(during.sort((a, b) => a - b)).toEqual(
    Array.from({ length: during.length }, (_, index) => (during[0] ?? 0) + index),
  )
  expect(written).toBeGreaterThanOrEqual(200)
  const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(user).toMatchObject({ account: 'Ada', is_admin: 1 })
  const zip = `files/exports/${job_id}.zip`
  expect(readFileSync(join(to.folder, zip))).toEqual(readFileSync(join(app.folder, zip)))
})

test('a backup of one kind of database is restored row by row into either kind', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const value = '引“号”\n\u2028 🧪'
  for (let count = 0; count < 450; count += 1)
    await ada.call(api.user.saveSetting, { key: `key-${count}`, type: 'drill', value })
  const before = await everyRow(app.base.db)
  expect(before.user_settings).toHaveLength(450)
  const kinds = process.env.TEST_POSTGRES_URL ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

  for (const kind of kinds) {
    const { from, to, file } = await places(app, kind)
    const saved = await backup(from, file, app.base.now())
    expect(saved.tables).toMatchObject({ users: 1, user_settings: 450 })
    expect(await restore(file, to)).toEqual(saved)
    expect(await everyRow(await opened(to))).toEqual(before)
  }
})

test('a restore onto a place with data or files is refused and changes nothing', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const { from, to, file } = await places(app)
  await backup(from, file, app.base.now())
  mkdirSync(join(to.folder, 'files'), { recursive: true })
  writeFileSync(join(to.folder, 'files', 'mine'), 'x')
  await expect(restore(file, to)).rejects.toThrow(RestoreRefused)
  rmSync(join(to.folder, 'files', 'mine'))
  await restore(file, to)

  await expect(restore(file, to)).rejects.toThrow('目标里已经有数据')
  expect((await (await opened(to)).selectFrom('users').selectAll().execute()).length).toBe(1)
})

test('a cut or changed archive is refused before anything is written', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const { from, to, file } = await places(app)
  await backup(from, file, app.base.now())
  const whole = readFileSync(file)
  for (const broken of [
    whole.subarray(0, whole.length - 20),
    gzipSync(gunzipSync(whole).toString().replace('"Ada"', '"Eve"')),
  ]) {
    writeFileSync(file, broken)
    await expect(restore(file, to)).rejects.toThrow(BrokenArchive)
  }
  expect(existsSync(to.folder)).toBe(false)
})

test('a restore that fails half-way leaves nothing behind and succeeds when it is tried again', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await ada.call(api.user.exportData, {})
  await app.runner.drain()
  const { from, to, file } = await places(app)
  await backup(from, file, app.base.now())
  const { created_at, migrations } = await verifyArchive(file)
  async function* failing() {
    yield* readArchive(file)
    yield { table: 'a_table_of_the_future', row: { id: 'x' } }
  }
  const bad = `${file}.bad`
  await writeArchive(bad, { created_at, migrations }, failing())

  await expect(restore(bad, to)).rejects.toThrow('a_table_of_the_future')
  expect(existsSync(join(to.folder, 'files'))).toBe(false)
  await restore(file, to)
  expect(readdirSync(join(to.folder, 'files', 'exports'))).toHaveLength(1)
  expect(await everyRow(await opened(to))).toEqual(await everyRow(app.base.db))
})

test('the commands back up and restore, and a person logs in on the restored machine', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const { from, to, file } = await places(app)

  expect((await run('backup', file, from)).stdout).toMatch(/备份完成，已校验：.*users 1/)
  expect((await run('restore', file, to)).stdout).toMatch(/正在校验.*校验通过.*恢复完成：.*users 1/s)

  const again = await testApp({ place: to })
  const browser = await again.logIn('Ada', PASSWORD)
  expect(await browser.call(api.user.current, {})).toMatchObject({ account: 'Ada', is_admin: true })
})

test('the commands refuse what cannot work in one Chinese sentence and with code 1', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const { from, to, file } = await places(app)
  await run('backup', file, from)
  await run('restore', file, to)
  const refused = (script: 'backup' | 'restore', path: string, place: Place, sentence: string) =>
    expect(run(script, path, place)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`^(备份|恢复)失败：.*${sentence}.*\\n$`)),
    })
  const nowhere = { folder: join(to.folder, 'nowhere'), url: undefined }

  await refused('restore', file, to, '目标里已经有数据')
  await refused('restore', `${file}.gone`, to, '找不到 .*gone')
  await refused('backup', file, nowhere, '没有找到数据库')
  await refused('backup', join(file, 'x'), from, '不是文件夹')
  await refused('backup', file, { ...nowhere, url: 'postgres://nobody@localhost:9/x' }, '连接不上')
  const held = await openDatabase({ folder: nowhere.folder })
  await refused('restore', file, nowhere, '正被另一个科学导航进程使用')
  await held.close()
})
