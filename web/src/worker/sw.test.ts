import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: Record<string, unknown>) => void

const ORIGIN = 'http://localhost:3000'
const listeners = new Map<string, Listener>()
const cached = new Map<string, string>()
const skipWaiting = vi.fn(async () => undefined)
let pages: { uploading: boolean | 'asleep' }[] = []

/** Files that are being fetched into the cache, and the most at once. */
let running = 0
let mostRunning = 0

const cacheStub = {
  open: async () => ({
    add: async (file: string) => {
      running += 1
      mostRunning = Math.max(mostRunning, running)
      await Promise.resolve()
      cached.set(file, 'kept')
      running -= 1
    },
  }),
  match: async (request: string | Request) => {
    const path = typeof request === 'string' ? request : new URL(request.url).pathname
    return cached.has(path) ? new Response(`kept ${path}`) : undefined
  },
  keys: async () => ['scinav-old', 'scinav-b1', 'other'],
  delete: vi.fn(async () => true),
}

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  pages = []
  skipWaiting.mockClear()
  const parse = JSON.parse
  vi.spyOn(JSON, 'parse').mockImplementation((text) =>
    text === '__PRECACHE__' ? { build: 'b1', files: ['/assets/app-1.js', '/offline.html'] } : parse(text),
  )
  vi.stubGlobal('location', { origin: ORIGIN })
  vi.stubGlobal('caches', cacheStub)
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    skipWaiting,
    clients: {
      claim: async () => undefined,
      matchAll: async () => pages.map(({ uploading }) => ({ postMessage: answering(uploading) })),
    },
  })
  await import('./sw.ts')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const answering = (uploading: boolean | 'asleep') => (_question: unknown, ports: MessagePort[]) => {
  if (uploading !== 'asleep') ports[0]?.postMessage(uploading)
}

/** What the worker answers to a request; undefined when it leaves the request alone. */
function answerTo(path: string, request: { mode?: string; method?: string; range?: boolean } = {}) {
  let answer: Promise<Response> | undefined
  listeners.get('fetch')?.({
    request: {
      url: new URL(path, ORIGIN).href,
      method: request.method ?? 'GET',
      mode: request.mode ?? 'cors',
      headers: new Headers(request.range ? { range: 'bytes=0-1' } : {}),
    },
    respondWith: (promise: Promise<Response>) => {
      answer = promise
    },
  })
  return answer
}

async function lifeEvent(type: 'install' | 'activate') {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(type)?.({
    waitUntil: (promise: Promise<unknown>) => {
      work = promise
    },
  })
  await vi.advanceTimersByTimeAsync(5_000)
  await work
}

test('the start page comes from the network, and without one the offline page is shown', async () => {
  await lifeEvent('install')
  vi.stubGlobal('fetch', async () => new Response('fresh'))
  expect(await (await answerTo('/', { mode: 'navigate' }))?.text()).toBe('fresh')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await (await answerTo('/', { mode: 'navigate' }))?.text()).toBe('kept /offline.html')
})

test.each([
  '/login',
  '/sso/oidc/callback?code=1',
  '/agreement',
  '/privacy',
  '/share/x',
  '/mcp',
  '/api/user/export/j1',
])('going to %s reaches the server', (path) => {
  expect(answerTo(path, { mode: 'navigate' })).toBeUndefined()
})

test('calls, streams, ranges, writes and other sites are never touched', () => {
  expect(answerTo('/api/user')).toBeUndefined()
  expect(answerTo('/api/job/j1/stream')).toBeUndefined()
  expect(answerTo('/assets/app-1.js', { range: true })).toBeUndefined()
  expect(answerTo('/', { mode: 'navigate', method: 'POST' })).toBeUndefined()
  expect(answerTo('https://elsewhere.example/assets/app-1.js')).toBeUndefined()
  expect(answerTo('/assets/unknown-2.js')).toBeUndefined()
})

test("the build's own files come from the cache", async () => {
  await lifeEvent('install')
  expect(await (await answerTo('/assets/app-1.js'))?.text()).toBe('kept /assets/app-1.js')
})

test('files are fetched one after the other, so that pages keep the other connections', async () => {
  mostRunning = 0
  await lifeEvent('install')
  expect(mostRunning).toBe(1)
})

test('a new worker takes over by itself when no page is uploading', async () => {
  pages = [{ uploading: false }, { uploading: 'asleep' }]
  await lifeEvent('install')
  expect(skipWaiting).toHaveBeenCalledOnce()
})

test('a new worker waits while a page is uploading', async () => {
  pages = [{ uploading: false }, { uploading: true }]
  await lifeEvent('install')
  expect(skipWaiting).not.toHaveBeenCalled()
})

test('files of older versions are thrown away, those of others are not', async () => {
  await lifeEvent('activate')
  expect(cacheStub.delete.mock.calls).toEqual([['scinav-old']])
})
