import { spawn } from 'node:child_process'
import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { blankWork } from '@scinav/contract'
import { openEngine, openPassages } from '@scinav/search'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from '../../testing/loopback-certificate.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { type S3Trouble, useS3Server } from '../../testing/s3-server.ts'
import { refuse, scriptedModel } from '../../testing/scripted-model.ts'
import { examine } from './doctor.ts'

/** What was found, by name. */
async function look(env: Record<string, string>, folder = newFolder()) {
  const findings = await examine(readConfig({ DATA_DIR: folder, ...env }))
  return Object.fromEntries(findings.map(({ name, state, note }) => [name, { state, note }]))
}

const saying = (state: string, text: string) => ({ state, note: expect.stringContaining(text) })

test('an installation without anything set up is healthy, and says what could be set up', async () => {
  expect(await look({})).toEqual({
    数据目录: saying('works', '可写'),
    数据库: saying('works', '内置 SQLite，文献 0 篇'),
    检索索引: saying('off', '启动服务后会自动建立'),
    文件段落索引: saying('off', '有了文件后会自动建立'),
    语言模型: saying('off', 'AI_BASE_URL'),
    向量模型: saying('off', 'AI_EMBEDDING_MODEL'),
    重排模型: saying('off', 'AI_RERANK_MODEL'),
    邮件: saying('off', 'SMTP_URL'),
  })
})

test('models of every kind are asked something tiny', async () => {
  const server = await scriptedModel()
  const env = { ...server.env, AI_EMBEDDING_MODEL: 'bge', AI_RERANK_MODEL: 'ranker' }
  expect(await look(env)).toMatchObject({
    '语言模型 scripted': saying('works', '可用：模型已回答'),
    '向量模型 bge': saying('works', '向量 64 维'),
    '重排模型 ranker': saying('works', '重排正常'),
  })
  expect(server.requests.map(({ path }) => path).sort()).toEqual([
    '/v1/chat/completions',
    '/v1/embeddings',
    '/v1/rerank',
  ])
})

test('a model that does not work is named with the reason and what to do, never with its key', async () => {
  const server = await scriptedModel()
  server.next(refuse(401, { message: `no such key: ${server.env.AI_API_KEY}` }))
  const found = await look(server.env)
  expect(found).toMatchObject({ '语言模型 scripted': saying('broken', 'AI_API_KEY') })
  expect(JSON.stringify(found)).not.toContain(server.env.AI_API_KEY)

  await server.close()
  expect(await look(server.env)).toMatchObject({ '语言模型 scripted': saying('broken', '连接不上模型服务') })
})

test('a mail server is logged in to, and one that is away is said', async () => {
  const peer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'x' }) : done(new Error('no')),
  })
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => new Promise<void>((resolve) => peer.close(() => resolve())))
  const at = (login: string) => `smtp://${login}@127.0.0.1:${(peer.server.address() as AddressInfo).port}`

  expect(await look({ SMTP_URL: at('x:right') })).toMatchObject({ 邮件: saying('works', '接受连接与登录') })
  expect(await look({ SMTP_URL: at('x:right') })).toMatchObject({ 邮件: saying('works', '没有加密') })
  expect(await look({ SMTP_URL: at('x:wrong') })).toMatchObject({ 邮件: saying('broken', '用户名或密码') })
  expect(await look({ SMTP_URL: 'smtp://127.0.0.1:9' })).toMatchObject({ 邮件: saying('broken', '连接不上') })
})

test('an engine for the structure of files is asked whether it is there', async () => {
  const peer = createServer((request, reply) => reply.end(String(request.url === '/api/isalive')))
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', () => resolve()))
  const GROBID_URL = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
  expect(await look({ GROBID_URL: `${GROBID_URL}/` })).toMatchObject({
    结构识别服务: saying('works', '正常'),
  })
  await new Promise((resolve) => peer.close(resolve))
  expect(await look({ GROBID_URL })).toMatchObject({ 结构识别服务: saying('broken', 'ECONNREFUSED') })
})

test('a store of files is written to, read and left as it was; what does not work is named', async () => {
  const store = await useS3Server()
  expect(await look(store.env)).toMatchObject({ 文件存储: saying('works', '列出、写入、读取、删除均正常') })
  expect(store.asked.map(({ method }) => method)).toEqual(['HEAD', 'GET', 'PUT', 'HEAD', 'GET', 'DELETE'])
  expect(store.objects.size).toBe(0)

  const wrong = { ...store.env, FILES_SECRET_KEY: 'guessed' }
  const found = await look(wrong)
  expect(found).toMatchObject({ 文件存储: saying('broken', 'FILES_SECRET_KEY') })
  expect(JSON.stringify(found)).not.toContain('guessed')
  expect(await look({ ...store.env, FILES_URL: 's3://none' })).toMatchObject({
    文件存储: saying('broken', '没有这个桶'),
  })
  const troubles: [string, S3Trouble, string][] = [
    ['GET', { status: 200, code: 'Welcome' }, '不是 S3'],
    ['PUT', { status: 403, code: 'AccessDenied' }, '写入时出错（AccessDenied）'],
    ['DELETE', { status: 500, code: 'InternalError' }, '删除时出错'],
    ['HEAD', { status: 301, code: 'PermanentRedirect' }, 'FILES_REGION'],
  ]
  for (const [method, trouble, said] of troubles) {
    store.always((act) => (act.method === method ? trouble : undefined))
    expect(await look(store.env)).toMatchObject({ 文件存储: saying('broken', said) })
  }
  await store.down()
  expect(await look(store.env)).toMatchObject({ 文件存储: saying('broken', '连接不上') })
})

test('beside a running server everything is looked at and nothing is in its way', async () => {
  const folder = newFolder()
  const running = await openDatabase({ folder })
  onTestFinished(() => running.close())
  expect(await look({}, folder)).toMatchObject({ 数据库: saying('works', '服务正在运行') })
  expect(readdirSync(folder).filter((name) => name.startsWith('doctor'))).toEqual([])
})

test('a database that cannot be reached and a folder that cannot be written to are said', async () => {
  const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  expect(await look(away)).toMatchObject({ 数据库: saying('broken', '连接不上 DATABASE_URL') })

  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  expect(await look({}, join(file, 'data'))).toMatchObject({ 数据目录: saying('broken', 'DATA_DIR') })
})

test('a large database takes long to read through, which is said before', async () => {
  const folder = newFolder()
  const told: string[] = []
  const config = readConfig({ DATA_DIR: folder })
  await examine(config, (what) => told.push(what))
  expect(told).toEqual([])
  truncateSync(join(folder, 'scinav.db'), 1.5 * 1024 ** 3)
  const findings = await examine(config, (what) => told.push(what))
  expect(told).toEqual([expect.stringContaining('正在通读数据库文件（1.5 GB）')])
  expect(findings.find(({ name }) => name === '数据库')).toMatchObject({ state: 'works' })
})

test('an index file that was cut short is found', async () => {
  const folder = newFolder()
  const index = await openEngine({ folder: join(folder, 'index'), threads: 0 })
  const record = JSON.stringify(blankWork('One', 1))
  await index.apply([{ seq: 1, change: 1, record, cited_by_count: 0 }], false)
  await index.save()
  await index.close()
  const passages = await openPassages({ folder: join(folder, 'passages'), threads: 0 })
  await passages.save()
  await passages.close()
  expect(await look({}, folder)).toMatchObject({
    检索索引: saying('works', '收有 1 篇'),
    文件段落索引: saying('works', '收有 0 段'),
  })

  const [segment = ''] = readdirSync(join(folder, 'index')).filter((name) => name.startsWith('segment'))
  truncateSync(join(folder, 'index', segment), 10)
  expect(await look({}, folder)).toMatchObject({ 检索索引: saying('broken', '1 个索引文件') })
})

const CLI = fileURLToPath(new URL('./doctor-cli.ts', import.meta.url))

/** The command as a person runs it. */
function run(env: Record<string, string>): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CLI], {
    env: { ...process.env, DATA_DIR: newFolder(), CONFIG_FILE: '', ...env },
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text })))
}

test('the command ends with 0 where all that is set up works, else with 1', async () => {
  const healthy = await run({})
  expect(healthy).toMatchObject({ code: 0, text: expect.stringContaining('✓ 数据库：') })
  expect(healthy.text).toMatch(/^– 语言模型：/m)
  const broken = await run({ AI_BASE_URL: 'http://127.0.0.1:1/v1', AI_MODEL: 'x' })
  expect(broken).toMatchObject({ code: 1, text: expect.stringContaining('✗ 语言模型 x：') })
  expect(await run({ PORT: 'x' })).toMatchObject({ code: 1, text: expect.stringContaining('PORT') })
})

test('a model whose certificate the institution has signed is answered once its authority is named', async () => {
  const frame = JSON.stringify({ choices: [{ delta: { content: '好' } }] })
  const server = createSecureServer(
    { key: LOOPBACK_KEY, cert: LOOPBACK_CERTIFICATE },
    (request, response) => {
      request.resume()
      response.setHeader('content-type', 'text/event-stream').end(`data: ${frame}\n\ndata: [DONE]\n\n`)
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const at = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const env = { AI_BASE_URL: at, AI_MODEL: 'x' }
  const doubting = await run(env)
  expect(doubting.code).toBe(1)
  expect(doubting.text).toMatch(/^✗ 语言模型 x：模型服务的证书不被信任.*NODE_EXTRA_CA_CERTS/m)

  const NODE_EXTRA_CA_CERTS = join(newFolder(), 'ca.pem')
  writeFileSync(NODE_EXTRA_CA_CERTS, LOOPBACK_CERTIFICATE)
  expect(await run({ ...env, NODE_EXTRA_CA_CERTS })).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^✓ 语言模型 x：可用/m),
  })
  // A certificate for another name is not mended by an authority.
  const elsewhere = at.replace('127.0.0.1', 'localhost')
  const { text } = await run({ ...env, AI_BASE_URL: elsewhere, NODE_EXTRA_CA_CERTS })
  expect(text).toMatch(/^✗ 语言模型 x：模型服务的证书不被信任.*（ERR_TLS_CERT_ALTNAME_INVALID）$/m)
})
