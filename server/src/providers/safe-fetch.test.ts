import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FetchFault, type SafeFetchOptions, safeFetch, type Target } from './safe-fetch.ts'
import { isPublicAddress } from './safe-fetch-address.ts'

const PUBLIC = '93.184.215.14'

/** A server on loopback that tells who came, and a world in which names lead to it. */
async function world(listener: RequestListener = (_, response) => response.end('secret')) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.headers.host}${request.url}`)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const opened: Target[] = []
  /** Every connection ends at the server, wherever it was meant to go. */
  const open = (target: Target) => {
    opened.push(target)
    return connect(port, '127.0.0.1')
  }
  return { port, origin: `http://127.0.0.1:${port}`, seen, opened, open }
}

const names =
  (...answers: string[][]): NonNullable<SafeFetchOptions['resolve']> =>
  async () => {
    const answer = answers.length > 1 ? (answers.shift() ?? []) : (answers[0] ?? [])
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error) => (error instanceof FetchFault ? error.reason : String(error)),
  )

const spellings = (port: number) => [
  `http://127.0.0.1:${port}/`,
  `http://127.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://017700000001:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://0x7f.0.0.1:${port}/`,
  `http://127.0.0.1.:${port}/`,
  `http://0:${port}/`,
  `http://localhost:${port}/`,
  `http://１２７.０.０.１:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `http://[64:ff9b::7f00:1]:${port}/`,
  `http://[2002:7f00:1::]:${port}/`,
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/metadata',
  'http://100.100.100.200/latest/',
  'http://[fd00:ec2::254]/latest/',
  'http://[fe80::1]/',
  'http://10.1.2.3/',
  'http://172.31.0.1/',
  'http://192.168.1.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
]

describe('attack 37: addresses of the inside in any spelling', () => {
  test('no spelling of an inside address is connected to', async () => {
    const { port, seen, opened, open } = await world()
    const fetch = safeFetch({ open })

    for (const url of spellings(port)) expect(await reasonOf(fetch(url)), url).toBe('private')
    expect({ seen, opened }).toEqual({ seen: [], opened: [] })
  })

  test('a name that leads inside is refused, also where one of its addresses is public', async () => {
    const { seen, open } = await world()
    for (const addresses of [['10.0.0.5'], [PUBLIC, '127.0.0.1'], ['2606:2800:21f::1', 'fd00::1']])
      expect(await reasonOf(safeFetch({ open, resolve: names(addresses) })('http://papers.example/'))).toBe(
        'private',
      )
    expect(seen).toEqual([])
  })

  test('only http and https are spoken, and no password travels in an address', async () => {
    const fetch = safeFetch({ resolve: names([PUBLIC]) })

    expect(await reasonOf(fetch('file:///etc/passwd'))).toBe('scheme')
    expect(await reasonOf(fetch('gopher://papers.example/'))).toBe('scheme')
    expect(await reasonOf(fetch('http://user:secret@papers.example/'))).toBe('address')
    expect(await reasonOf(fetch('nonsense'))).toBe('address')
  })

  test('what the operator configured may lie inside, and nothing beside it', async () => {
    const { origin, port } = await world()
    const fetch = safeFetch({ allow: [`${origin}/mcp`] })

    expect(await (await fetch(`${origin}/paper`)).text()).toBe('secret')
    expect(await reasonOf(fetch(`http://127.0.0.1:${port + 1}/`))).toBe('private')
    expect(await reasonOf(fetch(`http://localhost:${port}/`))).toBe('private')
  })

  test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '240e::1', '223.5.5.5'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each(['', 'localhost', '127.1', '2001::1', '2001:db8::1', 'ff02::1', '100.64.0.1', '198.18.0.1'])(
    '%o is not public',
    (address) => {
      expect(isPublicAddress(address)).toBe(false)
    },
  )
})

describe('attack 38: redirects and names that change their mind', () => {
  const redirect =
    (location: string, status = 302): RequestListener =>
    (request, response) => {
      if (request.url === '/start') response.writeHead(status, { location }).end()
      else response.end('secret')
    }

  test.each(['http://127.0.0.1/', 'http://169.254.169.254/latest/', 'http://[::1]/', 'file:///etc/passwd'])(
    'a redirect to %s is not followed',
    async (location) => {
      const { open, seen } = await world(redirect(location))
      const fetch = safeFetch({ open, resolve: names([PUBLIC]) })

      expect(await reasonOf(fetch('http://papers.example/start'))).toMatch(/private|scheme/)
      expect(seen).toEqual(['GET papers.example/start'])
    },
  )

  test('the name is looked up once, and the connection goes to the address that was checked', async () => {
    const { open, opened } = await world()
    const fetch = safeFetch({ open, resolve: names([PUBLIC], ['127.0.0.1']) })

    expect(await (await fetch('http://papers.example/')).text()).toBe('secret')
    expect(opened).toEqual([
      { host: 'papers.example', port: 80, secure: false, addresses: [{ address: PUBLIC, family: 4 }] },
    ])
  })

  test('a connection really goes to the checked address, not to what the name means elsewhere', async () => {
    const { port, seen } = await world()
    const fetch = safeFetch({
      allow: [`http://papers.example:${port}`],
      resolve: names(['127.0.0.1']),
    })

    expect(await (await fetch(`http://papers.example:${port}/a`)).text()).toBe('secret')
    expect(seen).toEqual([`GET papers.example:${port}/a`])
  })

  test('a good redirect is followed; keys stay with the site they were meant for', async () => {
    const seen: unknown[] = []
    const { open } = await world((request, response) => {
      seen.push([request.method, request.headers.host, request.headers.authorization ?? null])
      if (request.url === '/start') response.writeHead(302, { location: 'http://other.example/end' }).end()
      else response.end('paper')
    })
    const fetch = safeFetch({ open, resolve: names([PUBLIC]) })
    const response = await fetch('http://papers.example/start', {
      method: 'POST',
      headers: { authorization: 'Bearer key' },
      body: 'x',
    })

    expect([await response.text(), response.url]).toEqual(['paper', 'http://other.example/end'])
    expect(seen).toEqual([
      ['POST', 'papers.example', 'Bearer key'],
      ['GET', 'other.example', null],
    ])
  })

  test('a chain of redirects ends after five', async () => {
    const { open, seen } = await world((_, response) => response.writeHead(302, { location: '/again' }).end())
    const fetch = safeFetch({ open, resolve: names([PUBLIC]) })

    expect(await reasonOf(fetch('http://papers.example/'))).toBe('redirects')
    expect(seen).toHaveLength(6)
  })
})

test('attack 39: a saved address is checked at every use', async () => {
  const { open, seen } = await world()
  const fetch = safeFetch({ open, resolve: names([PUBLIC], ['192.168.0.7']) })

  expect((await fetch('http://papers.example/')).status).toBe(200)
  expect(await reasonOf(fetch('http://papers.example/'))).toBe('private')
  expect(seen).toHaveLength(1)
})

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
    const { origin } = await world((_, response) =>
      response.writeHead(200, { 'content-length': 1024 * MEGABYTE }).flushHeaders(),
    )
    expect(await reasonOf(safeFetch({ allow: [origin] })(origin))).toBe('too_large')
  })

  test('an endless body is cut at the limit with an error', async () => {
    const { origin } = await world(endless)
    const response = await safeFetch({ allow: [origin], max_bytes: MEGABYTE })(origin)

    expect(await reasonOf(response.text())).toBe('too_large')
  })

  test('a small packed body that unfolds without end is cut, too', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE))
    const { origin } = await world((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    const response = await safeFetch({ allow: [origin], max_bytes: MEGABYTE })(origin)

    expect(bomb.length).toBeLessThan(MEGABYTE)
    expect(await reasonOf(response.text())).toBe('too_large')
  })

  test('a server that says nothing, or stops in the middle, is given up', async () => {
    const { origin } = await world((request, response) => {
      if (request.url === '/middle') response.write('half')
    })
    const fetch = safeFetch({ allow: [origin], timeout_ms: 200 })

    expect(await reasonOf(fetch(`${origin}/silent`))).toBe('timeout')
    expect(await reasonOf((await fetch(`${origin}/middle`)).text())).toBe('timeout')
  })

  test('a name server that says nothing is given up', async () => {
    const fetch = safeFetch({ timeout_ms: 100, resolve: () => new Promise(() => {}) })
    expect(await reasonOf(fetch('http://papers.example/'))).toBe('timeout')
  })
})

test('a packed answer is read as text, and one that is cut off is an error', async () => {
  const { origin } = await world((request, response) => {
    const packed = gzipSync('论文'.repeat(1000))
    const whole = request.url === '/whole'
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(whole ? packed : packed.subarray(0, 20))
  })
  const fetch = safeFetch({ allow: [origin] })

  expect(await (await fetch(`${origin}/whole`)).text()).toBe('论文'.repeat(1000))
  expect(await reasonOf((await fetch(`${origin}/half`)).text())).toBe('network')
})

test('who calls off a request gets his own reason back', async () => {
  const { origin } = await world((_, response) => response.write('half'))
  const caller = new AbortController()
  const response = await safeFetch({ allow: [origin] })(origin, { signal: caller.signal })
  const text = response.text()
  caller.abort(new Error('enough'))

  await expect(text).rejects.toThrow('enough')
})

test('who does not want an answer closes its connection', async () => {
  const closed = Promise.withResolvers<void>()
  const { origin } = await world((_, response) => {
    response.on('close', closed.resolve).write('half')
  })
  const response = await safeFetch({ allow: [origin] })(origin)
  await response.body?.cancel()

  await expect(closed.promise).resolves.toBeUndefined()
})

test('an answer without a body and a place where nobody listens', async () => {
  const { origin } = await world((_, response) => response.writeHead(204).end())
  const fetch = safeFetch({ allow: [origin, 'https://127.0.0.1:1'] })

  expect((await fetch(origin)).status).toBe(204)
  expect(await reasonOf(fetch('https://127.0.0.1:1/'))).toBe('network')
})
