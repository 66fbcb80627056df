import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fetchFaultReason, fetchScene } from '../../../testing/fetch-scene.ts'
import { createSafeFetch } from './safe-fetch.ts'

describe('attack 42: an answer without an end', () => {
  const MEGABYTE = 1024 * 1024

  const endless: RequestListener = (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
    }
    response.on('drain', more)
    more()
  }

  test('a body of a gigabyte is refused by its own length', async () => {
    const { origin } = await fetchScene((_, response) =>
      response.writeHead(200, { 'content-length': 1024 * MEGABYTE }).flushHeaders(),
    )
    expect(await fetchFaultReason(createSafeFetch({ allow: [origin] })(origin))).toBe('too_large')
  })

  test('an endless body is cut at the limit with an error', async () => {
    const { origin } = await fetchScene(endless)
    const response = await createSafeFetch({ allow: [origin], max_bytes: MEGABYTE })(origin)

    expect(await fetchFaultReason(response.text())).toBe('too_large')
  })

  test('a small packed body that unfolds without end is cut, too', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE))
    const { origin } = await fetchScene((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    const response = await createSafeFetch({ allow: [origin], max_bytes: MEGABYTE })(origin)

    expect(bomb.length).toBeLessThan(MEGABYTE)
    expect(await fetchFaultReason(response.text())).toBe('too_large')
  })

  test('a server that says nothing, or stops in the middle, is given up', async () => {
    const { origin } = await fetchScene((request, response) => {
      if (request.url === '/middle') response.write('half')
    })
    const fetch = createSafeFetch({ allow: [origin], timeout_ms: 200 })

    expect(await fetchFaultReason(fetch(`${origin}/silent`))).toBe('timeout')
    expect(await fetchFaultReason((await fetch(`${origin}/middle`)).text())).toBe('timeout')
  })

  test('a name server that says nothing is given up', async () => {
    const fetch = createSafeFetch({ timeout_ms: 100, resolve: () => new Promise(() => {}) })
    expect(await fetchFaultReason(fetch('http://papers.example/'))).toBe('timeout')
  })
})

test('a packed answer is read as text, and one that is cut off is an error', async () => {
  const { origin } = await fetchScene((request, response) => {
    const packed = gzipSync('论文'.repeat(1000))
    const whole = request.url === '/whole'
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(whole ? packed : packed.subarray(0, 20))
  })
  const fetch = createSafeFetch({ allow: [origin] })

  expect(await (await fetch(`${origin}/whole`)).text()).toBe('论文'.repeat(1000))
  expect(await fetchFaultReason((await fetch(`${origin}/half`)).text())).toBe('network')
})

test('who calls off a request gets his own reason back', async () => {
  const { origin } = await fetchScene((_, response) => response.write('half'))
  const caller = new AbortController()
  const response = await createSafeFetch({ allow: [origin] })(origin, { signal: caller.signal })
  const text = response.text()
  caller.abort(new Error('enough'))

  await expect(text).rejects.toThrow('enough')
})

test('who does not want an answer closes its connection', async () => {
  const closed = Promise.withResolvers<void>()
  const { origin } = await fetchScene((_, response) => {
    response.on('close', closed.resolve).write('half')
  })
  const response = await createSafeFetch({ allow: [origin] })(origin)
  await response.body?.cancel()

  await expect(closed.promise).resolves.toBeUndefined()
})

test('an answer without a body and a place where nobody listens', async () => {
  const { origin } = await fetchScene((_, response) => response.writeHead(204).end())
  const fetch = createSafeFetch({ allow: [origin, 'https://127.0.0.1:1'] })

  expect((await fetch(origin)).status).toBe(204)
  expect(await fetchFaultReason(fetch('https://127.0.0.1:1/'))).toBe('network')
})
