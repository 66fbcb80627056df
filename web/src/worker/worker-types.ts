// The compiler's own worker types clash with the page's; these are the few members that sw.ts uses.

export interface LifeEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

export interface FetchedEvent extends LifeEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

export interface TalkEvent extends LifeEvent {
  data: unknown
}

export interface Page {
  postMessage: (message: unknown, transfer: Transferable[]) => void
}

export interface WorkerScope {
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
    (type: 'fetch', listener: (event: FetchedEvent) => void): void
    (type: 'message', listener: (event: TalkEvent) => void): void
  }
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<Page[]>
  }
  skipWaiting: () => Promise<void>
}
