// The service worker: precaches the build's own files, shows a page when offline, and takes over when no page uploads.

// The types below declare the few members that this module uses: TypeScript's own types of workers conflict with those
// of pages.

/** An event that keeps the worker alive until some work is done. */
interface LifecycleEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

/** A request of a page. */
interface WorkerFetchEvent extends LifecycleEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

/** A message of a page. */
interface WorkerMessageEvent extends LifecycleEvent {
  data: unknown
}

/** An open page of the site. */
interface ClientPage {
  postMessage: (message: unknown, transfer: Transferable[]) => void
}

/** The global object of a service worker. */
interface WorkerScope {
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void
    (type: 'fetch', listener: (event: WorkerFetchEvent) => void): void
    (type: 'message', listener: (event: WorkerMessageEvent) => void): void
  }
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<ClientPage[]>
  }
  skipWaiting: () => Promise<void>
}

// The build replaces `__PRECACHE__` by the JSON of its id and its files, the offline page among them. A changed build
// thus changes this file, which makes browsers install it.
const { build, files }: { build: string; files: string[] } = JSON.parse('__PRECACHE__')

/** The global object of the worker. */
const scope = self as unknown as WorkerScope
/** Name of the cache of this build. */
const CACHE = `scinav-${build}`
/** The page shown without a connection. */
const OFFLINE_PAGE = '/offline.html'
/** Paths of the files that the cache holds from the start. */
const precached = new Set(files)

/** How long to wait for a page to report whether it is uploading; a suspended page does not respond. */
const ANSWER_TIMEOUT_MS = 2_000

scope.addEventListener('install', (event) => event.waitUntil(precache().then(activateWhenFree)))
scope.addEventListener('activate', (event) =>
  event.waitUntil(dropOldCaches().then(() => scope.clients.claim())),
)
scope.addEventListener('message', (event) => {
  if (event.data === 'take-over-when-free') event.waitUntil(activateWhenFree())
})
scope.addEventListener('fetch', (event) => {
  const answer = respondTo(event.request)
  if (answer) event.respondWith(answer)
})

/**
 * Returns the response for the page itself and the build's own files; undefined for all other requests, which go to
 * the server.
 */
function respondTo(request: WorkerFetchEvent['request']): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || request.headers.has('range')) return undefined
  // The application is one page, `/`; other paths that are navigated to are files, or pages of the server.
  if (request.mode === 'navigate') return pathname === '/' ? pageOrOffline(request) : undefined
  return precached.has(pathname) ? fromCache(request) : undefined
}

/** Fetches the page; without a connection, returns the page that says so. */
async function pageOrOffline(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(OFFLINE_PAGE)) ?? Response.error()
  }
}

/** Returns a file from the cache, or else from the network. */
async function fromCache(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request)
}

/**
 * Puts all files of the build into the cache, one after the other, so that the other connections are left to the pages;
 * rejects when one of them cannot be fetched.
 */
async function precache(): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const file of files) await cache.add(file)
}

/** Deletes the caches of other builds. */
async function dropOldCaches(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('scinav-') && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/**
 * Activates this worker unless a page is uploading; such a page sends `take-over-when-free` when its upload has
 * ended.
 */
async function activateWhenFree(): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const busy = await Promise.all(pages.map(isUploading))
  if (!busy.includes(true)) await scope.skipWaiting()
}

/**
 * Asks a page whether it is uploading (`app/service-worker.ts` answers); one that does not respond in time counts as
 * not uploading.
 */
function isUploading(page: ClientPage): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(() => resolve(false), ANSWER_TIMEOUT_MS)
    page.postMessage('uploading?', [port2])
  })
}

export {}
