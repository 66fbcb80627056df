import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Endpoints } from '@scinav/contract'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createCaller, testApp } from '../../testing/test-app.ts'
import type { BaseContext } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import { buildApp } from './app.ts'
import { implement } from './implement.ts'

const LIMIT = 64 * 1024

const trial = {
  put: {
    method: 'PUT',
    path: '/api/trial/{id}',
    access: 'public',
    summary: 'Takes bytes',
    input: z.object({ id: z.string(), offset: z.coerce.number<number>() }),
    output: z.object({ id: z.string(), offset: z.number(), text: z.string() }),
    upload: true,
    body_limit: LIMIT,
  },
  either: {
    method: 'POST',
    path: '/api/trial',
    access: 'public',
    summary: 'Answers text, or a file',
    input: z.object({ file: z.boolean() }),
    output: z.object({ text: z.string() }),
    reply: 'json-or-file',
  },
} satisfies Endpoints

const routes = implement(trial, {
  put: async (_ctx, { id, offset }, body) => {
    if (id === 'gone') throw new AppError('upload.not_found')
    return { id, offset, text: (await buffer(body)).toString() }
  },
  either: async (_ctx, { file }) =>
    file
      ? { name: '文献.docx', mime: 'application/msword', size: 3, stream: () => Readable.from('abc') }
      : { text: 'abc' },
})

async function trialApp() {
  const { base } = await testApp()
  return serve(base)
}

async function serve(base: BaseContext) {
  const gate = {
    authenticate: async () => null,
    authenticateToken: async () => null,
    liveSessions: async (_: unknown, ids: string[]) => new Set(ids),
    isMenuClosed: async () => false,
  }
  const parts = { base, routes, pages: [], ...gate }
  const app = await buildApp(parts)
  onTestFinished(() => app.close())
  return { app, guest: createCaller(app) }
}

test('an upload hands its bytes to the service, and the rest of the input comes from path and query', async () => {
  const { guest } = await trialApp()
  const answer = await guest.call(trial.put, { id: 'a b', offset: 7 }, {}, Buffer.from('字节'))

  expect(answer).toEqual({ id: 'a b', offset: 7, text: '字节' })
  expect(await guest.refusal(trial.put, { id: 'a' })).toMatchObject({ status: 400, problem: 'input.invalid' })
  expect(await guest.refusal(trial.put, { id: 'gone', offset: 0 })).toMatchObject({ status: 404 })
})

test('an upload takes bytes only, and calls take no bytes', async () => {
  const { app, guest } = await trialApp()
  const json = { 'content-type': 'application/json' }
  const answer = await guest.refusal(trial.put, { id: 'a', offset: 0 }, json)
  expect(answer).toMatchObject({ status: 415, problem: 'request.wrong_type' })

  const headers = { 'x-login-type': 'front' }
  const nothing = await app.inject({ method: 'PUT', url: '/api/trial/a?offset=0', headers })
  expect(nothing.statusCode).toBe(415)
  const bytes = { ...headers, 'content-type': 'application/octet-stream' }
  const call = await app.inject({
    method: 'POST',
    url: '/api/trial',
    headers: bytes,
    payload: '{"file":false}',
  })
  expect(call.statusCode).toBe(415)
})

test('an upload without the own header is refused before its bytes are read', async () => {
  const { guest } = await trialApp()
  const refusal = await guest.refusal(trial.put, { id: 'a', offset: 0 }, { 'x-login-type': '' })

  expect(refusal).toMatchObject({ status: 403, problem: 'request.header_missing' })
})

test('an upload of more than its limit is refused, whether it says its length or not', async () => {
  const { app, guest } = await trialApp()
  const most = await guest.call(trial.put, { id: 'a', offset: 0 }, {}, Buffer.alloc(LIMIT, 'x'))
  expect(most.text).toHaveLength(LIMIT)
  const more = await guest.refusal(trial.put, { id: 'a', offset: 0 }, {}, Buffer.alloc(LIMIT + 1))
  expect(more).toMatchObject({ status: 413, problem: 'request.too_large' })

  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const chunked = await fetch(`${address}/api/trial/a?offset=0`, {
    method: 'PUT',
    headers: { 'x-login-type': 'front', 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(Readable.from([Buffer.alloc(LIMIT), Buffer.alloc(LIMIT)])) as BodyInit,
    duplex: 'half',
  } as RequestInit)
  expect([chunked.status, (await chunked.json()).data]).toEqual([413, { problem: 'request.too_large' }])
})

test('one call may answer an envelope or a file', async () => {
  const { guest } = await trialApp()

  expect(await guest.call(trial.either, { file: false })).toEqual({ text: 'abc' })
  const file = await guest.send(trial.either, { file: true })
  expect(file.headers).toMatchObject({
    'content-type': 'application/msword',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('文献.docx')}`,
  })
  expect(file.body).toBe('abc')
})

test('the API page tells uploads and answers of two kinds', async () => {
  const { app } = await trialApp()
  const { paths } = (await app.inject('/api/openapi.json')).json()

  expect(Object.keys(paths['/api/trial/{id}'].put.requestBody.content)).toEqual(['application/octet-stream'])
  expect(paths['/api/trial/{id}'].put.parameters).toContainEqual(
    expect.objectContaining({ name: 'offset', in: 'query', required: true }),
  )
  expect(Object.keys(paths['/api/trial'].post.responses[200].content)).toEqual([
    'application/json',
    'application/octet-stream',
  ])
})
