// TypeScript's own worker types conflict with the page's; these are the few members that sw.ts uses.

export interface LifecycleEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

export interface WorkerFetchEvent extends LifecycleEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

export interface WorkerMessageEvent extends LifecycleEvent {
  data: unknown
}

export interface ClientPage {
  postMessage: (message: unknown, transfer: Transferable[]) => void
}

export interface WorkerScope {
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
