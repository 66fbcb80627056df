import { api } from '@scinav/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refused } from '../testing/fake-server.ts'
import { followStream } from './stream.ts'

const WATCH = 'GET /api/job/j1/stream'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const frame = (id: number, state: string) => `id: ${id}\ndata: ${JSON.stringify({ state })}\n\n`
const events = (...frames: string[]) =>
  new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } })

function follow() {
  const seen: string[] = []
  const listener = {
    onEvent: ({ state }: { state: string }) => seen.push(state),
    isLast: ({ state }: { state: string }) => state === 'done',
  }
  const end = new AbortController()
  const done = followStream(api.jobs.watch, { job_id: 'j1' }, { lastEventId: '' }, listener, end.signal)
  /** The end of it, with the pauses between two tries gone through. */
  const ended = async () => {
    await vi.advanceTimersByTimeAsync(300_000)
    return done
  }
  return { seen, ended, end }
}

test('every event arrives, up to the last one', async () => {
  fakeServer({
    [WATCH]: () => events(': open\n\n', frame(1, 'queued'), frame(2, 'running'), frame(3, 'done')),
  })
  const { seen, ended } = follow()
  expect(await ended()).toBeUndefined()
  expect(seen).toEqual(['queued', 'running', 'done'])
})

test('a stream that is cut goes on after the last event that arrived', async () => {
  const answers = [() => events(frame(1, 'queued'), frame(2, 'running')), () => events(frame(3, 'done'))]
  const server = fakeServer({ [WATCH]: () => answers.shift()?.() ?? events() })
  const { seen, ended } = follow()
  expect(await ended()).toBeUndefined()
  expect(seen).toEqual(['queued', 'running', 'done'])
  expect(server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2'])
})

test('a refusal ends it at once with its reason', async () => {
  const server = fakeServer({ [WATCH]: () => refused(404, { problem: 'job.not_found' }) })
  expect(await follow().ended()).toMatchObject({ problem: 'job.not_found' })
  expect(server.requests).toHaveLength(1)
})

test('a server that stays away is asked for four minutes and then given up', async () => {
  const server = fakeServer({ [WATCH]: () => Promise.reject(new TypeError('Failed to fetch')) })
  expect(await follow().ended()).toMatchObject({ problem: 'network' })
  expect(server.requests).toHaveLength(21)
})

test('a person who leaves stops the stream without a word', async () => {
  fakeServer({ [WATCH]: () => events(frame(1, 'running')) })
  const { ended, end } = follow()
  end.abort()
  expect(await ended()).toBeUndefined()
})

test('events arrive whole wherever the bytes are split', async () => {
  const bytes = new TextEncoder().encode(
    `: open\n\n${frame(1, '排队')}${frame(2, 'running')}${frame(3, 'done')}`,
  )
  for (let at = 1; at < bytes.length; at += 1) {
    const parts = [bytes.slice(0, at), bytes.slice(at)]
    const body = new ReadableStream({
      pull: (out) => {
        const part = parts.shift()
        if (part) out.enqueue(part)
        else out.close()
      },
    })
    fakeServer({ [WATCH]: () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }) })
    const { seen, ended } = follow()
    expect(await ended()).toBeUndefined()
    expect(seen).toEqual(['排队', 'running', 'done'])
  }
})
