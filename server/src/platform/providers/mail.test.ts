import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@scinav/contract'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { createLogger } from '../foundation/logger.ts'
import { createOutboxMailer } from './mail.ts'

/** A real SMTP server on loopback that keeps what it gets. */
async function smtpPeer() {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { mails, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

test('with an SMTP server the code comes by mail and opens the account', async () => {
  const peer = await smtpPeer()
  const app = await testApp({ env: { SMTP_URL: peer.url, MAIL_FROM: '科学导航 <scinav@example.edu.cn>' } })
  const target = 'cyd@example.edu.cn'
  const answer = await app.guest.call(api.user.sendCode, { target, scene: 'register' })
  expect(answer).toEqual({ expires_in: 300, delivery: 'email', notice: null })
  await app.runner.drain()

  const [mail = ''] = peer.mails
  expect(mail).toContain(`To: ${target}`)
  const body = mail.split('\r\n\r\n').slice(1).join('\n')
  const text = /base64/i.test(mail) ? Buffer.from(body, 'base64').toString() : body.replaceAll(/=\r?\n/g, '')
  const code = /\d{6}/.exec(text)?.[0] ?? ''
  const person = {
    account: 'Cyd',
    password: 'ink-and-bamboo-77',
    nick_name: '陈',
    target,
    code,
    agree: true as const,
  }
  expect(await app.guest.call(api.user.register, person)).toMatchObject({ email: target })
  expect(app.outbox).toEqual([])
})

test('a mail server that is down is tried again, and the code goes with the job', async () => {
  const app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  await app.guest.call(api.user.sendCode, { target: 'cyd@example.edu.cn', scene: 'register' })
  await app.runner.drain()
  const waiting = await app.base.db
    .selectFrom('jobs')
    .selectAll()
    .where('name', '=', 'user.message')
    .executeTakeFirstOrThrow()
  expect(waiting).toMatchObject({
    state: 'queued',
    attempts: 1,
    error: expect.stringMatching(/ECONNREFUSED|connect/),
  })

  for (let attempt = 0; attempt < 2; attempt += 1) {
    app.pass(60 * 60_000)
    await app.runner.drain()
  }
  const dead = await app.base.db
    .selectFrom('jobs')
    .selectAll()
    .where('name', '=', 'user.message')
    .executeTakeFirstOrThrow()
  expect(dead).toMatchObject({ state: 'failed', attempts: 3, payload: '{}' })
})

test('with a webhook the code goes out as a text message, with its token', async () => {
  const got: { token: string | undefined; body: { to: string; text: string; code: string } }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      got.push({ token: request.headers.authorization, body: JSON.parse(text) })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const SMS_WEBHOOK_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`
  const app = await testApp({ env: { SMS_WEBHOOK_URL, SMS_WEBHOOK_TOKEN: 'a-token' } })
  expect(await app.guest.call(api.user.sendCode, { target: '13800138000', scene: 'register' })).toMatchObject(
    { delivery: 'sms' },
  )
  await app.runner.drain()

  expect(got).toEqual([
    {
      token: 'Bearer a-token',
      body: {
        to: '13800138000',
        text: expect.stringContaining('验证码'),
        code: expect.stringMatching(/^\d{6}$/),
      },
    },
  ])
})

test('without either, a message is a file in the outbox and a line in the log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outbox-'))
  const lines: string[] = []
  const mailer = createOutboxMailer(
    folder,
    createLogger('info', { write: (line: string) => void lines.push(line) }),
    () => new Date(0),
  )
  await mailer.send({ to: '13800138000', subject: '验证码', text: '验证码 123456', code: '123456' })
  await mailer.send({ to: '13800138000', subject: '通知', text: '好' })
  const files = readdirSync(folder).sort()

  expect(files[0]).toMatch(/^1970-01-01T00-00-00\.000Z/)
  expect(JSON.parse(readFileSync(join(folder, files[0] ?? ''), 'utf8'))).toEqual({
    to: '13800138000',
    subject: '验证码',
    text: '验证码 123456',
    code: '123456',
  })
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('验证码 123456')
})
