import { spawnSync } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openBase } from '../../open-base.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openDatabase, openSqlite } from '../../platform/db/open.ts'
import { DatabaseUnavailable } from '../../platform/foundation/errors.ts'
import { describeFault } from '../../platform/foundation/fault.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { addPapers } from '../../testing/papers.ts'

/** Starts a program of ours as a person does, with a data folder; answers how it ended and what it said. */
function run(program: string, DATA_DIR: string) {
  const file = fileURLToPath(new URL(`../../${program}.ts`, import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR, PORT: '0', CONFIG_FILE: '', ENGINES: 'off' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

async function madeDatabase(): Promise<string> {
  const folder = newFolder()
  const opened = await openSqlite(join(folder, 'scinav.db'))
  await opened.close()
  return folder
}

/** Garbage over every page but the first. */
function damage(file: string): void {
  const { size } = statSync(file)
  writeSync(openSync(file, 'r+'), Buffer.alloc(size - 4_096, 0x5a), 0, size - 4_096, 4_096)
}

test('a damaged database is one sentence and what to do, at the start and from the doctor', async () => {
  for (const spoil of [damage, (file: string) => writeFileSync(file, 'x'.repeat(100_000))]) {
    const folder = await madeDatabase()
    spoil(join(folder, 'scinav.db'))

    const started = run('main', folder)
    expect([started.status, started.stderr.trim().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/^数据库文件已损坏.*npm run restore/)],
    ])
    const looked = run('operations/doctor/doctor-cli', folder)
    expect(looked.status).toBe(1)
    expect(looked.stdout).toMatch(/✗ 数据库：内置 SQLite：数据库文件已损坏.*npm run restore/)
    expect(looked.stdout + looked.stderr).not.toContain('    at ')
  }
})

test('one damaged page in a table that the start does not read is found by the doctor', async () => {
  const folder = newFolder()
  const file = join(folder, 'scinav.db')
  const opened = await openSqlite(file)
  const value = 'mark of a setting '.repeat(2_000)
  await opened.db.insertInto('installation').values({ key: 'big', value }).execute()
  await opened.close()
  const bytes = readFileSync(file)
  // An overflow page begins with the number of the next one.
  const page = Math.floor(
    bytes.indexOf('mark of a setting', bytes.indexOf('mark of a setting') + 8_192) / 4_096,
  )
  bytes.writeUInt32BE(0xfffffff0, page * 4_096)
  writeFileSync(file, bytes)

  expect(run('operations/doctor/doctor-cli', folder).stdout).toContain(
    '✗ 数据库：内置 SQLite：数据库文件已损坏',
  )
})

test('a database that cannot be opened or written to is one sentence', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(folder, 'shut', 'scinav.db'), { recursive: true })
  const places: [string, RegExp][] = [
    ['x'.repeat(300), /^路径太长/],
    ['file', /不是文件夹/],
    ['shut', /^打不开数据库文件/],
    // Nobody can make a folder or a file here.
    ['/sys/scinav', /^没有权限读写/],
    ['/sys', /^打不开数据库文件|^没有权限读写/],
  ]
  for (const [place, sentence] of places) {
    const said = await openDatabase({ folder: resolve(folder, place), url: undefined }).catch(describeFault)
    expect(said).toMatch(sentence)
  }
  const started = run('main', '/sys')
  expect([started.status, started.stderr.trim().split('\n').length]).toEqual([1, 1])
  const { status, stdout, stderr } = run('operations/doctor/doctor-cli', '/sys')
  expect([status, stdout + stderr]).toEqual([1, expect.not.stringContaining('    at ')])
  expect(stdout).toMatch(/✗ 数据目录：/)
  const said = [
    { errcode: 8, code: 'ERR_SQLITE_ERROR' },
    { errcode: 1_032, code: 'ERR_SQLITE_ERROR' },
    { code: 'EROFS', path: folder },
  ].map((fault) => describeFault(Object.assign(new Error('no'), fault)))
  expect(new Set(said)).toEqual(new Set([expect.stringContaining('不能写入')]))
  expect(describeFault(Object.assign(new Error('no'), { errcode: 14 }))).toContain('打不开数据库文件')
  expect(describeFault(new DatabaseUnavailable('25006', {}))).toContain('只能读取')
  expect(describeFault(new DatabaseUnavailable('', {}))).toContain('连接不上 DATABASE_URL')
})

test('an index that is built anew is in the log, with the reason and how long it took', async () => {
  const DATA_DIR = newFolder()
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const said = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('built anew'))
  async function start(): Promise<void> {
    const opened = await openBase(readConfig({ DATA_DIR, CONFIG_FILE: '' }), log, { threads: 0 })
    await addPapers(opened.base, ['Attention is all you need'])
    await opened.base.library.catchUp()
    await opened.close()
  }
  await start()
  expect(said().at(-1)).toMatchObject({ why: 'there is none yet', papers: 1, seconds: expect.any(Number) })
  lines.length = 0
  await start()
  expect(said()).toEqual([])

  writeFileSync(join(DATA_DIR, 'index', 'manifest.json'), '{')
  await start()
  expect(said().at(-1)).toMatchObject({ why: 'its files are damaged or of another version', papers: 3 })
  rmSync(join(DATA_DIR, 'index'), { recursive: true })
})
