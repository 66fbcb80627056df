import { expect, test } from 'vitest'
import {
  readStream,
  s3Scene,
  sampleBytes,
  slowDownTrouble,
  unavailableFault,
} from '../../../../testing/s3-server.ts'
import { objectUrl } from './client.ts'
import { sha256Hex, signHeaders } from './signature.ts'

test('an object lies in its bucket by path, or by the name of the host', () => {
  const place = { endpoint: 'https://oss.example.cn/s3/', bucket: 'lib', addressing: 'path' as const }
  expect(objectUrl(place, '图 书/a+b').href).toBe('https://oss.example.cn/s3/lib/%E5%9B%BE%20%E4%B9%A6/a%2Bb')
  expect(objectUrl(place, '', { uploads: '' }).href).toBe('https://oss.example.cn/s3/lib?uploads=')
  const byHost = { ...place, endpoint: 'https://oss.example.cn', addressing: 'host' as const }
  expect(objectUrl(byHost, 'a').href).toBe('https://lib.oss.example.cn/a')
  expect(objectUrl(byHost, '', { prefix: 'a/b' }).href).toBe('https://lib.oss.example.cn/?prefix=a%2Fb')
})

test('wrong keys, and a bucket that is not there, are told at once; no file is taken for missing', async () => {
  const { server, lines, open } = await s3Scene()
  const stranger = open({ ...server.place, secret_key: 'guessed' })
  await expect(stranger.put('bytes/a', sampleBytes)).rejects.toMatchObject({
    ...unavailableFault,
    status: 403,
  })
  expect(server.asked).toHaveLength(1)
  expect(server.names()).toEqual([])
  expect(lines.join()).toContain('SignatureDoesNotMatch')
  expect(lines.join()).not.toContain('guessed')

  const elsewhere = open({ ...server.place, bucket: 'another-one' })
  await expect(elsewhere.open('bytes/a')).rejects.toMatchObject({ ...unavailableFault, status: 404 })
  await expect(elsewhere.put('bytes/a', sampleBytes.subarray(0, 5))).rejects.toMatchObject({
    reason: 'NoSuchBucket',
  })
  await expect(elsewhere.list()).rejects.toMatchObject({ reason: 'NoSuchBucket' })
})

test('a body that is not the one that was signed is not stored', async () => {
  const { server } = await s3Scene()
  const url = objectUrl(server.place, 'a')
  const headers = signHeaders(
    { method: 'PUT', url, headers: {}, sha256: sha256Hex('mine') },
    server.place,
    new Date(),
  )
  const answer = await fetch(url, { method: 'PUT', headers, body: 'another' })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('SHA256Mismatch')])
  expect(server.objects.size).toBe(0)
})

test('what fails for a moment is asked for again', async () => {
  const { server, store, lines } = await s3Scene()
  for (const trouble of [slowDownTrouble, 'cut', 'lost'] as const) {
    server.next('PUT', trouble, trouble)
    await store.put('bytes/a', sampleBytes.subarray(0, 500))
    server.next('HEAD', slowDownTrouble)
    server.next('GET', slowDownTrouble)
    expect(await readStream((await store.open('bytes/a'))?.stream())).toEqual(sampleBytes.subarray(0, 500))
    await store.remove('bytes/a')
  }
  expect(lines).toEqual([])
})

test('a store that stays away is told in Chinese, and leaves what was there', async () => {
  const { server, store, lines } = await s3Scene()
  await store.put('bytes/a', sampleBytes)
  await server.down()
  for (const ask of [
    () => store.put('bytes/a', Buffer.from('new')),
    () => store.open('bytes/a'),
    () => store.withLocalFile('bytes/a', async () => 1),
    () => store.remove('bytes/a'),
    () => store.list('bytes'),
    () => store.removeUnfinished(new Date()),
  ])
    await expect(ask()).rejects.toMatchObject(unavailableFault)
  expect(lines.join()).toContain('ECONNREFUSED')

  await server.up()
  expect(await readStream((await store.open('bytes/a'))?.stream())).toEqual(sampleBytes)
})

test('a store that takes a request and says nothing is given up', async () => {
  const { server, open } = await s3Scene()
  server.always(() => 'silence')
  const hasty = open(server.place, { tries: 1, answer_ms: 20 })
  await expect(hasty.put('bytes/a', Buffer.from('a'))).rejects.toMatchObject({
    ...unavailableFault,
    reason: 'TimeoutError',
  })
  await expect(hasty.list()).rejects.toMatchObject({ ...unavailableFault, reason: 'TimeoutError' })
})

test('a large file goes in parts, each of them again where it fails', async () => {
  const { server, store } = await s3Scene()
  server.next('PUT', 'cut', 'lost')
  await store.put('bytes/a', sampleBytes)
  const parts = server.asked.filter(({ method }) => method === 'PUT').map(({ query }) => query.partNumber)
  expect(parts).toEqual(['1', '1', '1', '2', '3', '4', '5'])
  expect(await readStream((await store.open('bytes/a'))?.stream())).toEqual(sampleBytes)
  expect(server.uploads.size).toBe(0)
})

test('a large file that cannot be sent leaves no part behind, and what was there', async () => {
  const { server, store } = await s3Scene()
  await store.put('bytes/a', Buffer.from('before'))
  server.always(({ query }) => (query.partNumber === '3' ? slowDownTrouble : undefined))
  await expect(store.put('bytes/a', sampleBytes)).rejects.toMatchObject(unavailableFault)
  expect(server.uploads.size).toBe(0)
  expect((await readStream((await store.open('bytes/a'))?.stream())).toString()).toBe('before')
})

test('a whole that the store cannot put together is not taken for stored', async () => {
  const { server, store } = await s3Scene()
  server.always((act) => {
    // As if the store had lost a part meanwhile.
    if (act.method === 'POST' && act.query.uploadId) server.uploads.get(act.query.uploadId)?.parts.delete(2)
    return undefined
  })
  await expect(store.put('bytes/a', sampleBytes)).rejects.toMatchObject({
    ...unavailableFault,
    reason: 'InvalidPart',
  })
  expect(server.names()).toEqual([])
})

test('a whole whose answer was lost is known to be there', async () => {
  const { server, store } = await s3Scene()
  server.always(({ method, query }) => {
    const isLast = method === 'POST' && query.uploadId !== undefined
    return isLast && server.objects.size === 0 ? 'lost' : undefined
  })
  await store.put('bytes/a', sampleBytes)
  expect(await readStream((await store.open('bytes/a'))?.stream())).toEqual(sampleBytes)
})

test('parts of a process that died go after a day, those of others stay', async () => {
  const { server, store, open } = await s3Scene()
  const others = open({ ...server.place, prefix: 'of-others' })
  server.always(({ query, method }) =>
    query.partNumber === '2' || method === 'DELETE' ? slowDownTrouble : undefined,
  )
  for (let count = 0; count < 5; count += 1)
    await expect(store.put(`bytes/${count}`, sampleBytes)).rejects.toMatchObject(unavailableFault)
  await expect(others.put('bytes/a', sampleBytes)).rejects.toMatchObject(unavailableFault)
  server.always(() => undefined)
  expect(server.uploads.size).toBe(6)

  await store.removeUnfinished(new Date(Date.now() - 60_000))
  expect(server.uploads.size).toBe(6)
  await store.removeUnfinished(new Date(Date.now() + 60_000))
  expect([...server.uploads.values()].map(({ key }) => key)).toEqual(['of-others/files/bytes/a'])
})

test('what answers and is no S3 store is told', async () => {
  const { server, store } = await s3Scene()
  server.always(() => ({ status: 200, code: 'Welcome' }))
  await expect(store.list()).rejects.toMatchObject({ ...unavailableFault, reason: 'NotS3' })
})
