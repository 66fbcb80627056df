/** One request that the fake server received. */
export interface SeenRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  /** The parsed JSON body, or the Blob itself when bytes were sent. */
  body: unknown
}

type FakeResponse = Response | Promise<Response>
export type Handler = (request: SeenRequest) => FakeResponse

/** Returns a successful envelope. */
export const ok = (data: unknown, code = 200): Response =>
  Response.json({ code, data, message: '' }, { status: 200 })

/** Returns a failed envelope. */
export const refused = (status: number, data: unknown, message = '没有完成', code = status): Response =>
  Response.json({ code, data, message }, { status })

/**
 * Replaces the server: handles calls such as `'GET /api/user'` with the given handlers, responds to all others with
 * 404, and records the requests. `handlers` may be changed while it runs.
 */
export function fakeServer(handlers: Record<string, Handler>) {
  const requests: SeenRequest[] = []
  // The fake implements only what the product uses of the class.
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest
  globalThis.fetch = async (target, init) => {
    const url = new URL(String(target), 'http://localhost')
    const request: SeenRequest = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: lowerCaseHeaders(init?.headers),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body,
    }
    requests.push(request)
    const handler = handlers[`${request.method} ${request.path}`]
    const answer = await (handler ? handler(request) : refused(404, { problem: 'request.unknown' }))
    return abortableResponse(answer, init?.signal)
  }
  const asked = (call: string) => requests.filter(({ method, path }) => `${method} ${path}` === call)
  /** Returns the bodies sent with each call of a kind. */
  const bodies = (call: string) => asked(call).map(({ body }) => body)
  return { requests, handlers, asked, bodies }
}

/** Makes an unread response body fail after its request was aborted, as in a browser. */
function abortableResponse(answer: Response, signal: AbortSignal | null | undefined): Response {
  if (!signal) return answer
  const json = answer.json.bind(answer)
  return Object.assign(answer, {
    json: async () => {
      await Promise.resolve()
      signal.throwIfAborted()
      return json()
    },
  })
}

/** Returns headers with lower-case names, because names are case-insensitive. */
function lowerCaseHeaders(headers: HeadersInit | undefined): Record<string, string> {
  const pairs = [...new Headers(headers)].map(([name, value]) => [name.toLowerCase(), value])
  return Object.fromEntries(pairs)
}

/** A user in the format of `GET /api/user`. */
export const person = {
  id: 'u1',
  account: 'linmo',
  nick_name: '林墨',
  avatar_url: null,
  email: 'lin@example.org',
  phone: null,
  organization: null,
  subject_codes: [],
  is_admin: false,
  is_checker: false,
  delete_at: null,
}

/** An XMLHttpRequest that sends to the fake server's `fetch`; implements what `sendBytes` uses. */
class FakeRequest {
  status = 0
  responseText = ''
  upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  onabort: (() => void) | null = null
  #line: { method: string; url: string } = { method: '', url: '' }
  #headers: Record<string, string> = {}
  #aborted = false

  open(method: string, url: string): void {
    this.#line = { method, url }
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value
  }

  abort(): void {
    this.#aborted = true
    this.onabort?.()
  }

  async send(body: Blob | FormData): Promise<void> {
    try {
      const { method, url } = this.#line
      const response = await fetch(url, { method, headers: this.#headers, body })
      if (this.#aborted) return
      this.upload.onprogress?.({ loaded: body instanceof Blob ? body.size : 0 })
      this.status = response.status
      this.responseText = await response.text()
      this.onload?.()
    } catch {
      this.onerror?.()
    }
  }
}
