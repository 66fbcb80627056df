// npm run bench -- mailbox BOX [PORT] [replay]: a chat model whose replies somebody writes into a folder; see
// bench/mailbox.md. Ends with Ctrl-C.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

interface ChatRequest {
  model?: string
  messages: { role: string; content: unknown }[]
  stream?: boolean
}

const DEFAULT_PORT = 8919
const POLL_MS = 200
/** An unfinished reply is read again after this time, because whoever writes may not have saved all of it. */
const SETTLE_MS = 150
/** Empty reasoning is sent this often while a reply is being written, so that the product keeps waiting. */
const HEARTBEAT_MS = 5_000
/** The speed of a replay: that of a common hosted model. */
const FIRST_TOKEN_MS = 1_000
const TOKENS_PER_SECOND = 60
/** A rough size of a token, in UTF-16 code units, between that of Chinese and of English. */
const TOKEN_CHARS = 3

const [box, port = String(DEFAULT_PORT), mode] = process.argv.slice(3)
if (!box || !Number(port) || (mode !== undefined && mode !== 'replay')) {
  console.error('Usage: npm run bench -- mailbox BOX [PORT] [replay]')
  process.exit(1)
}
mkdirSync(box, { recursive: true })

const contentText = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content)

const readable = ({ messages }: ChatRequest): string =>
  messages.map(({ role, content }) => `## ${role}\n\n${contentText(content)}\n`).join('\n')

/** Returns the text of a request without the random delimiters of its data and without the date, as a key. */
function requestKey(request: ChatRequest): string {
  const text = readable(request)
  const nonces = new Set(Array.from(text.matchAll(/<[a-z]+-([0-9a-z]{10})[\s>]/g), ([, nonce = '']) => nonce))
  return [...nonces]
    .reduce((rest, nonce) => rest.replaceAll(nonce, ''), text)
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, '')
}

const requestFile = (id: string) => join(box, `${id}.request.json`)
const replyFile = (id: string) => join(box, `${id}.reply.txt`)
const recordedIds = () =>
  readdirSync(box).flatMap((name) =>
    name.endsWith('.request.json') ? [name.slice(0, -'.request.json'.length)] : [],
  )

/** Reads the recorded replies of the box by the keys of their requests. */
function readReplies(): Map<string, string> {
  return new Map(
    recordedIds()
      .filter((id) => existsSync(replyFile(id)))
      .map((id) => [
        requestKey(JSON.parse(readFileSync(requestFile(id), 'utf8'))),
        readFileSync(replyFile(id), 'utf8'),
      ]),
  )
}

const replies = mode === 'replay' ? readReplies() : null
/** The last number in use; requests may have been deleted from the box. */
let count = Math.max(0, ...recordedIds().map(Number))

function keepRequest(request: ChatRequest, id: string): void {
  writeFileSync(requestFile(id), JSON.stringify(request, null, 1))
  writeFileSync(join(box ?? '', `${id}.request.md`), `model: ${request.model ?? ''}\n\n${readable(request)}`)
}

/** The keys of requests that a replay has kept; the product repeats a request that failed. */
const keptKeys = new Set<string>()

/** Returns the recorded reply to a request; without one, keeps the request and returns null. */
function replayReply(request: ChatRequest, id: string, recorded: Map<string, string>): string | null {
  const key = requestKey(request)
  const reply = recorded.get(key) ?? null
  if (reply === null && !keptKeys.has(key)) {
    keptKeys.add(key)
    keepRequest(request, id)
  }
  return reply
}

/** Puts a request into the box and returns the reply once it is there; null when the client has left. */
async function awaitReply(request: ChatRequest, id: string, hasLeft: () => boolean): Promise<string | null> {
  keepRequest(request, id)
  while (!existsSync(replyFile(id))) {
    if (hasLeft()) return null
    await sleep(POLL_MS)
  }
  await sleep(SETTLE_MS)
  return readFileSync(replyFile(id), 'utf8')
}

/** Sends a piece of a streamed reply in the form of the OpenAI protocol. */
function sendChunk(response: ServerResponse, delta: object, finish_reason: string | null = null): void {
  const chunk = { object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] }
  response.write(`data: ${JSON.stringify(chunk)}\n\n`)
}

async function streamReply(response: ServerResponse, reply: string): Promise<void> {
  for (let at = 0; at < reply.length && !response.destroyed; at += TOKEN_CHARS) {
    if (replies) await sleep(1_000 / TOKENS_PER_SECOND)
    sendChunk(response, { content: reply.slice(at, at + TOKEN_CHARS) })
  }
  sendChunk(response, {}, 'stop')
}

const tokenUsage = (prompt: string, reply: string) => ({
  prompt_tokens: Math.ceil(prompt.length / TOKEN_CHARS),
  completion_tokens: Math.ceil(reply.length / TOKEN_CHARS),
  total_tokens: Math.ceil((prompt.length + reply.length) / TOKEN_CHARS),
})

async function complete(request: ChatRequest, response: ServerResponse): Promise<void> {
  count += 1
  const id = String(count).padStart(4, '0')
  const started = Date.now()
  if (request.stream) response.writeHead(200, { 'content-type': 'text/event-stream' })
  const heartbeat = setInterval(() => {
    if (request.stream) sendChunk(response, { reasoning_content: '…' })
  }, HEARTBEAT_MS)
  if (replies) await sleep(FIRST_TOKEN_MS)
  const reply = replies
    ? replayReply(request, id, replies)
    : await awaitReply(request, id, () => response.destroyed)
  clearInterval(heartbeat)
  const prompt = readable(request)
  const seconds = ((Date.now() - started) / 1_000).toFixed(1)
  console.log(`${id}  prompt ${prompt.length} chars, reply ${reply?.length ?? 'none'}, ${seconds} s`)
  if (reply === null) return void response.destroy()
  const usage = tokenUsage(prompt, reply)
  if (!request.stream) {
    const choices = [{ index: 0, message: { role: 'assistant', content: reply }, finish_reason: 'stop' }]
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices, usage }))
    return
  }
  await streamReply(response, reply)
  response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`)
}

const server = createServer(async (incoming, response) => {
  if (!incoming.url?.endsWith('/chat/completions')) return void response.writeHead(404).end()
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  await complete(JSON.parse(Buffer.concat(parts).toString()), response)
})
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`AI_BASE_URL=http://127.0.0.1:${port}/v1 AI_MODEL=mailbox   box: ${box}`)
})
