import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../testing/fresh-database.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { post, registerReal, startReal } from '../../testing/real-server.ts'

const CLI = fileURLToPath(new URL('./import-cli.ts', import.meta.url))

async function scene() {
  const folder = newFolder()
  const file = join(folder, 'a.ris')
  const record = (title: string) => `TY  - JOUR\nTI  - ${title}\nAU  - Lee, Ann\nPY  - 2021\nER  - \n`
  writeFileSync(file, record('Zeppelins over the lake') + record('Quasars at dawn'))
  const url = process.env.TEST_DATABASE === 'postgres' ? await emptyPostgres() : ''
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: url }
  const runImport = async (...files: string[]) => {
    const flags = ['--disable-warning=ExperimentalWarning', CLI, ...files]
    return (await promisify(execFile)(process.execPath, flags, { env: { ...process.env, ...env } })).stdout
  }
  return { env, file, runImport }
}

test('a file is handed over to the server that runs on the data folder, on both databases', {
  timeout: 120_000,
}, async () => {
  const { env, file, runImport } = await scene()
  const server = await startReal(env)
  onTestFinished(async () => {
    server.process.kill('SIGTERM')
    await server.ended
  })
  const cookie = await registerReal(server, env.DATA_DIR)

  expect(await runImport(file)).toContain('已把 1 个文件交给正在运行的服务')
  const found = async () => {
    const answer = await post(server, '/api/paper/search', { query: 'zeppelins OR quasars' }, cookie)
    return (await answer?.json())?.data.total
  }
  await expect.poll(found, { interval: 500 }).toBe(2)
})

test('without a server the command imports by itself, and the server that starts then has the papers', {
  timeout: 120_000,
}, async () => {
  const { env, file, runImport } = await scene()
  expect(await runImport(file)).toContain('读 2 条，新增 2，合并 0，已有 0，不能读 0')

  const server = await startReal(env)
  onTestFinished(async () => {
    server.process.kill('SIGTERM')
    await server.ended
  })
  const cookie = await registerReal(server, env.DATA_DIR)
  const answer = await post(server, '/api/paper/search', { query: 'zeppelins OR quasars' }, cookie)
  expect((await answer?.json())?.data.total).toBe(2)
})

test('without a file, and with one that is not there, the command fails and says why', {
  timeout: 120_000,
}, async () => {
  const { file, runImport } = await scene()
  await expect(runImport()).rejects.toMatchObject({
    code: 1,
    stderr: '用法：npm run import -- 文件或文件夹…\n',
  })
  await expect(runImport(`${file}.gone`)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^导入失败：.*a\.ris\.gone/),
  })
})
