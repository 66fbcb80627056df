import type { Endpoint, InputOf, OutputOf } from '@scinav/contract'
import { createParser } from 'eventsource-parser'
import { CALL_TIMEOUT_MS, type Failure, localFailure, readAnswer } from './call.ts'
import { wireRequest } from './request.ts'
import { sleep } from './sleep.ts'

/** The callbacks of a followed event stream. */
export interface StreamListener<Event> {
  onEvent: (event: Event) => void
  /** Whether an event is the last one. A stream that closes before its last event was cut off and is resumed. */
  isLast: (event: Event) => boolean
}

/** The position in a stream. Passed to the next `followStream`, it resumes after the last event received. */
export interface StreamPosition {
  /** `''` before the first event. */
  lastEventId: string
  /** Repeated POSTs with the same key join the stream that the first one started. */
  idempotencyKey?: string
}

/**
 * Delays between attempts, in milliseconds. A server restarting on a slow machine takes minutes; after four of them the
 * stream gives up.
 */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000, ...Array.from({ length: 15 }, () => 15_000)]

/** How one request ended: with the last event, cut off before it, or refused by the server. */
type RoundResult = { state: 'ended' } | { state: 'cut' } | { state: 'refused'; failure: Failure }

/**
 * Follows an event stream to its last event, resuming with `Last-Event-ID` after every cut. Resolves to the failure
 * that ended it, or to undefined after the last event or an abort.
 */
export async function followStream<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  position: StreamPosition,
  listener: StreamListener<OutputOf<E>>,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  // Attempts since the last one that received an event.
  let attempts = 0
  while (!signal.aborted) {
    const before = position.lastEventId
    const round = await readRound(endpoint, input, position, listener, signal)
    attempts = position.lastEventId === before ? attempts + 1 : 1
    const pause = RETRY_DELAYS_MS[attempts - 1]
    if (round.state === 'ended') return undefined
    if (round.state === 'refused' && (isFinal(round.failure) || !pause)) return round.failure
    if (!pause) return localFailure('network', '与服务器的连接中断了，请重试')
    await sleep(pause, signal)
  }
  return undefined
}

/** A response whose code is at least this one comes from an overloaded or restarting server, and is retried. */
const MIN_RETRIED_CODE = 502

/** Whether a retry cannot help. */
const isFinal = ({ code }: Failure) => code < MIN_RETRIED_CODE

/** Sends one request and passes its events on until the last one or the end of the response. Never rejects. */
async function readRound<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  position: StreamPosition,
  listener: StreamListener<OutputOf<E>>,
  signal: AbortSignal,
): Promise<RoundResult> {
  const request = new AbortController()
  const stop = () => request.abort()
  signal.addEventListener('abort', stop, { once: true })
  const untilFirstByte = setTimeout(stop, CALL_TIMEOUT_MS)
  try {
    const { url, ...init } = wireRequest(endpoint, input)
    if (position.lastEventId) init.headers['Last-Event-ID'] = position.lastEventId
    if (position.idempotencyKey) init.headers['Idempotency-Key'] = position.idempotencyKey
    const response = await fetch(url, { ...init, credentials: 'include', signal: request.signal })
    clearTimeout(untilFirstByte)
    // Awaited here because the `finally` block ends the request, and with it the reading of its response.
    if (!response.ok || !response.body) return await readRefusal(endpoint, response)
    const ended = await readEvents(response.body, position, listener)
    return { state: ended ? 'ended' : 'cut' }
  } catch {
    return { state: signal.aborted ? 'ended' : 'cut' }
  } finally {
    clearTimeout(untilFirstByte)
    signal.removeEventListener('abort', stop)
    request.abort()
  }
}

/** Reads why the server sent no events. A success without events, such as of a proxy, counts as a cut stream. */
async function readRefusal(endpoint: Endpoint, response: Response): Promise<RoundResult> {
  const answer = readAnswer(endpoint, response.status, await response.json())
  return answer.success ? { state: 'cut' } : { state: 'refused', failure: answer }
}

/** Reads events until the last one or the end of the body. Resolves to whether the last event arrived. */
async function readEvents<Event>(
  body: ReadableStream<Uint8Array>,
  position: StreamPosition,
  { onEvent, isLast }: StreamListener<Event>,
): Promise<boolean> {
  let ended = false
  const parser = createParser({
    onEvent({ id, event: name, data }) {
      if (id) position.lastEventId = id
      const content: unknown = JSON.parse(data)
      // The server validates every event against the endpoint's output before it sends it. The name of a named event is
      // in the frame.
      const event = (name ? { event: name, data: content } : content) as Event
      ended = isLast(event)
      onEvent(event)
    },
  })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  while (!ended) {
    const { done, value } = await reader.read()
    if (done) break
    parser.feed(decoder.decode(value, { stream: true }))
  }
  return ended
}
