import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createResolver, fetchFaultReason, fetchScene, PUBLIC_ADDRESS } from '../../../testing/fetch-scene.ts'
import { isPublicAddress } from './address.ts'
import { createSafeFetch } from './safe-fetch.ts'

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
    const { port, seen, opened, open } = await fetchScene()
    const fetch = createSafeFetch({ open })

    for (const url of spellings(port)) expect(await fetchFaultReason(fetch(url)), url).toBe('private')
    expect({ seen, opened }).toEqual({ seen: [], opened: [] })
  })

  test('a name that leads inside is refused, also where one of its addresses is public', async () => {
    const { seen, open } = await fetchScene()
    for (const addresses of [['10.0.0.5'], [PUBLIC_ADDRESS, '127.0.0.1'], ['2606:2800:21f::1', 'fd00::1']])
      expect(
        await fetchFaultReason(
          createSafeFetch({ open, resolve: createResolver(addresses) })('http://papers.example/'),
        ),
      ).toBe('private')
    expect(seen).toEqual([])
  })

  test('only http and https are spoken, and no password travels in an address', async () => {
    const fetch = createSafeFetch({ resolve: createResolver([PUBLIC_ADDRESS]) })

    expect(await fetchFaultReason(fetch('file:///etc/passwd'))).toBe('scheme')
    expect(await fetchFaultReason(fetch('gopher://papers.example/'))).toBe('scheme')
    expect(await fetchFaultReason(fetch('http://user:secret@papers.example/'))).toBe('address')
    expect(await fetchFaultReason(fetch('nonsense'))).toBe('address')
  })

  test('what the operator configured may lie inside, and nothing beside it', async () => {
    const { origin, port } = await fetchScene()
    const fetch = createSafeFetch({ allow: [`${origin}/mcp`] })

    expect(await (await fetch(`${origin}/paper`)).text()).toBe('secret')
    expect(await fetchFaultReason(fetch(`http://127.0.0.1:${port + 1}/`))).toBe('private')
    expect(await fetchFaultReason(fetch(`http://localhost:${port}/`))).toBe('private')
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
      const { open, seen } = await fetchScene(redirect(location))
      const fetch = createSafeFetch({ open, resolve: createResolver([PUBLIC_ADDRESS]) })

      expect(await fetchFaultReason(fetch('http://papers.example/start'))).toMatch(/private|scheme/)
      expect(seen).toEqual(['GET papers.example/start'])
    },
  )

  test('the name is looked up once, and the connection goes to the address that was checked', async () => {
    const { open, opened } = await fetchScene()
    const fetch = createSafeFetch({ open, resolve: createResolver([PUBLIC_ADDRESS], ['127.0.0.1']) })

    expect(await (await fetch('http://papers.example/')).text()).toBe('secret')
    const addresses = [{ address: PUBLIC_ADDRESS, family: 4 }]
    expect(opened).toEqual([{ host: 'papers.example', port: 80, secure: false, addresses }])
  })

  test('a connection really goes to the checked address, not to what the name means elsewhere', async () => {
    const { port, seen } = await fetchScene()
    const fetch = createSafeFetch({
      allow: [`http://papers.example:${port}`],
      resolve: createResolver(['127.0.0.1']),
    })

    expect(await (await fetch(`http://papers.example:${port}/a`)).text()).toBe('secret')
    expect(seen).toEqual([`GET papers.example:${port}/a`])
  })

  test('a good redirect is followed; keys stay with the site they were meant for', async () => {
    const seen: unknown[] = []
    const { open } = await fetchScene((request, response) => {
      seen.push([request.method, request.headers.host, request.headers.authorization ?? null])
      if (request.url === '/start') response.writeHead(302, { location: 'http://other.example/end' }).end()
      else response.end('paper')
    })
    const fetch = createSafeFetch({ open, resolve: createResolver([PUBLIC_ADDRESS]) })
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
    const { open, seen } = await fetchScene((_, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    )
    const fetch = createSafeFetch({ open, resolve: createResolver([PUBLIC_ADDRESS]) })

    expect(await fetchFaultReason(fetch('http://papers.example/'))).toBe('redirects')
    expect(seen).toHaveLength(6)
  })
})

test('attack 39: a saved address is checked at every use', async () => {
  const { open, seen } = await fetchScene()
  const fetch = createSafeFetch({ open, resolve: createResolver([PUBLIC_ADDRESS], ['192.168.0.7']) })

  expect((await fetch('http://papers.example/')).status).toBe(200)
  expect(await fetchFaultReason(fetch('http://papers.example/'))).toBe('private')
  expect(seen).toHaveLength(1)
})
