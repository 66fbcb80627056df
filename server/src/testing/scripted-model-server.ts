import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultHelperReply, type HelperTask, helperTask } from './scripted-helpers.ts'
import { type ScriptedReply, say } from './scripted-replies.ts'

/** A received request. */
export interface ScriptedRequest {
  path: string
  authorization: string | undefined
  // The wire's own shape, which every test reads in its own way.
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the protocol, looked into by tests.
  body: any
}

/** Returns the reply to a helper task. */
type HelpScript = (task: HelperTask, request: ScriptedRequest) => ScriptedReply

type ReplyScript = (request: ScriptedRequest) => ScriptedReply | Promise<ScriptedReply>

const MALFORMED_FRAME = 'data: {"choices":[{"delta":{"content":\n\n'

/**
 * Starts an HTTP server on loopback that speaks the OpenAI-compatible protocol from a script: `/v1/chat/completions`
 * (streams), `/v1/embeddings` (deterministic vectors; texts with common words are near each other), `/v1/rerank`
 * (shared words), `/v1/models`.
 *
 * `next(…replies)` queues one reply for each following request, to any path; `always(script)` answers when the queue is
 * empty, and may look at the request (evidence ids offered, tools, …). By default the reply is 「好的。」. Replies are made
 * by `scripted-replies.ts`: `say`, `hang`, `cut`, `malformed`, `refuse`, `callTool` …
 *
 * Helper tasks of an answer (plan, judge evidence, revise) are recorded and answered separately: `help(script)` sets
 * the replies, `helped` has the requests; by default the replies have no effect.
 *
 * `env` configures the product for this server. Tests use `scriptedModel()`, which also closes it.
 */
export async function startScriptedModel() {
  const requests: ScriptedRequest[] = []
  const queue: ScriptedReply[] = []
  /** Number of requests that the client abandoned before the response was complete. */
  const left = { count: 0 }
  const helped: ScriptedRequest[] = []
  let script: ReplyScript = () => say('好的。')
  let help: HelpScript = (task, { body }) => say(defaultHelperReply(task, body.messages))

  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming)
    const task = request.path.endsWith('/chat/completions') ? helperTask(request.body.messages) : null
    ;(task ? helped : requests).push(request)
    response.on('close', () => {
      if (!response.writableEnded) left.count += 1
    })
    if (task)
      return void (await sendReply(response, help(task, request)).catch((error) => response.destroy(error)))
    const reply = queue.shift() ?? (await selectReply(request, script))
    await sendReply(response, reply).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    /** The base URL, ending in `/v1`. */
    url,
    /** Settings that make this server the product's chat model `scripted`; spread it into `testApp({ env })`. */
    env: { AI_BASE_URL: url, AI_API_KEY: 'sk-scripted-key-0042', AI_MODEL: 'scripted' },
    requests,
    helped,
    left,
    next: (...replies: ScriptedReply[]) => void queue.push(...replies),
    /** Returns the number of queued replies that are left. */
    pending: () => queue.length,
    always: (other: ReplyScript) => {
      script = other
    },
    help: (other: HelpScript) => {
      help = other
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function readRequest(incoming: IncomingMessage): Promise<ScriptedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const { authorization } = incoming.headers
  return { path: incoming.url ?? '', authorization, body: text ? JSON.parse(text) : null }
}

async function selectReply(request: ScriptedRequest, script: ReplyScript): Promise<ScriptedReply> {
  const { path, body } = request
  if (path.endsWith('/chat/completions')) return script(request)
  if (path.endsWith('/embeddings')) return { json: embeddingsBody(body) }
  if (path.endsWith('/rerank')) return { json: { results: rankByWords(body.query, body.documents) } }
  if (path.endsWith('/models')) return { json: { data: [{ id: 'scripted', object: 'model' }] } }
  return { status: 404, json: { error: { message: `no route ${path}` } } }
}

function embeddingsBody({ input, model }: { input: string | string[]; model: string }) {
  const data = [input]
    .flat()
    .map((text, index) => ({ object: 'embedding', index, embedding: textVector(text) }))
  return { object: 'list', model, data, usage: { prompt_tokens: data.length, total_tokens: data.length } }
}

async function sendReply(response: ServerResponse, reply: ScriptedReply): Promise<void> {
  if (reply.silent) return
  if (reply.json === undefined) return sendStream(response, reply)
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
  response.end(JSON.stringify(reply.json))
}

async function sendStream(response: ServerResponse, reply: ScriptedReply): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...reply.headers })
  response.flushHeaders()
  for (const step of reply.steps ?? []) {
    if (response.destroyed || 'hang' in step) return
    if ('cut' in step) return cutConnection(response)
    if ('until' in step) await step.until
    else await writeText(response, formatFrames(step), reply)
  }
  response.end()
}

type ReplyFrame = Exclude<
  NonNullable<ScriptedReply['steps']>[number],
  { until: unknown } | { hang: true } | { cut: true }
>

function formatFrames(step: ReplyFrame): string {
  if ('raw' in step) return step.raw
  if ('malformed' in step) return MALFORMED_FRAME
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', ...step.chunk })}\n\n`
}

/** Writes half a frame, then closes the connection. */
function cutConnection(response: ServerResponse): void {
  response.write('data: {"choices":[{"delta":{"conte', () => response.destroy())
}

async function writeText(response: ServerResponse, text: string, reply: ScriptedReply): Promise<void> {
  const bytes = Buffer.from(reply.crlf ? text.replaceAll('\n', '\r\n') : text)
  const size = reply.piece_bytes ?? bytes.length
  for (let at = 0; at < bytes.length; at += size) {
    await new Promise<void>((resolve) => {
      response.write(bytes.subarray(at, at + size), () => resolve())
    })
  }
}

const DIMENSIONS = 64

/** Returns the Latin words of a text and its pairs of Chinese characters, in lower case. */
function textWords(text: string): string[] {
  const latin = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const han = [...text.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map(([, pair = '']) => pair)
  return [...latin, ...han]
}

/** Computes the 32-bit FNV-1a hash. */
function fnv1aHash(word: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}

/** Returns a deterministic unit vector of a text; texts that share words are near each other. */
function textVector(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0)
  for (const word of textWords(text)) {
    const at = fnv1aHash(word) % DIMENSIONS
    vector[at] = (vector[at] ?? 0) + 1
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

/** Ranks documents like a reranker, best first, by the share of the query's words that each contains. */
function rankByWords(query: string, documents: string[]) {
  const queryWords = new Set(textWords(query))
  const results = documents.map((text, index) => {
    const shared = new Set(textWords(text).filter((word) => queryWords.has(word))).size
    return { index, relevance_score: shared / Math.max(1, queryWords.size) }
  })
  return results.sort((one, other) => other.relevance_score - one.relevance_score || one.index - other.index)
}
