import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyPostgres } from '../../../testing/fresh-database.ts'
import { postJson, type RealServer, registerPerson, startRealServer } from '../../../testing/real-server.ts'

const CLI = fileURLToPath(new URL('./import-cli.ts', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'scinav-test-'))
const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }

/** A file of a paper of each title. */
function fileOf(name: string, ...titles: string[]): string {
  const file = join(folder, name)
  const record = (title: string) => `TY  - JOUR\nTI  - ${title}\nAU  - Lee, Ann\nPY  - 2021\nER  - \n`
  writeFileSync(file, titles.map(record).join(''))
  return file
}

async function runImport(...files: string[]): Promise<string> {
  const flags = ['--disable-warning=ExperimentalWarning', CLI, ...files]
  return (await promisify(execFile)(process.execPath, flags, { env: { ...process.env, ...env } })).stdout
}

/** What an import without a server says, and the server that starts on the same folder afterwards. */
let alone: string
let server: RealServer
let cookie: string
beforeAll(async () => {
  if (process.env.TEST_DATABASE === 'postgres') env.DATABASE_URL = await emptyPostgres()
  alone = await runImport(fileOf('a.ris', 'Zeppelins over the lake', 'Quasars at dawn'))
  server = await startRealServer(env)
  cookie = await registerPerson(server, env.DATA_DIR)
})
afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.ended
  rmSync(folder, { recursive: true, force: true })
})

async function found(query: string): Promise<number> {
  const answer = await postJson(server, '/api/paper/search', { query }, cookie)
  return (await answer?.json())?.data.total
}

test('without a server the command imports by itself, and the server that starts then has the papers', async () => {
  expect(alone).toContain('读 2 条，新增 2，合并 0，已有 0，不能读 0')
  expect(await found('zeppelins OR quasars')).toBe(2)
})

test('a file is handed over to the server that runs on the data folder, on both databases', async () => {
  const file = fileOf('b.ris', 'Bassoons in the fog', 'Ocarinas by night')
  expect(await runImport(file)).toContain('已把 1 个文件交给正在运行的服务')
  await expect.poll(() => found('bassoons OR ocarinas'), { interval: 500 }).toBe(2)
})

test('a folder is imported with the names of the files that were passed over', async () => {
  const inside = join(folder, 'inside')
  mkdirSync(inside)
  fileOf(join('inside', 'c.ris'), 'Harps at noon')
  for (const name of ['cover.jpg', 'notes.xyz', 'README']) writeFileSync(join(inside, name), 'x')
  const said = await runImport(inside)
  expect(said).toContain('跳过 3 个不是题录格式的文件')
  for (const name of ['cover.jpg', 'notes.xyz', 'README']) expect(said).toContain(join(inside, name))
  expect(said).toContain('已把 1 个文件交给正在运行的服务')
})

test('without a file, and with one that is not there, the command fails and says why', async () => {
  await expect(runImport()).rejects.toMatchObject({
    code: 1,
    stderr: '用法：npm run import -- 文件或文件夹…\n',
  })
  await expect(runImport(join(folder, 'gone.ris'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^导入失败：.*gone\.ris/),
  })
})
