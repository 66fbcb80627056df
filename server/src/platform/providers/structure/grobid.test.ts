import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createGrobid, type GrobidTimeouts } from './grobid.ts'

const TEI = '<TEI><teiHeader/><text/></TEI>'

type Answer = (reply: ServerResponse, request: IncomingMessage) => void

/** A server that answers as the test says, one answer a request, the last one again and again. */
async function serverOf(...answers: Answer[]) {
  const bodies: string[] = []
  let asked = 0
  const server = createServer(async (request, reply) => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    // Whoever asks may give up before all is sent.
    bodies.push(await textOf(request).catch(() => ''))
    answer?.(reply, request)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, bodies, asked: () => asked }
}

function engineOf(url: string, timeouts: Partial<GrobidTimeouts> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'grobid-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'file')
  writeFileSync(path, '%PDF-1.7 the bytes')
  let time = 1_000_000
  const log = pino({ level: 'silent' })
  const engine = createGrobid({ url, log, now: () => new Date(time), timeouts: { busy_ms: 1, ...timeouts } })
  return {
    ask: async (signal = new AbortController().signal) => {
      const told = await engine.structureOf(path, signal)
      return told && Buffer.from(told).toString()
    },
    fault: engine.fault,
    pass: (ms: number) => {
      time += ms
    },
  }
}

const says =
  (status: number, text = ''): Answer =>
  (reply) =>
    void reply.writeHead(status).end(text)

test('a PDF is sent as GROBID takes it, and its answer comes back as it is', async () => {
  const { url, bodies } = await serverOf(says(200, TEI))
  expect(await engineOf(url).ask()).toBe(TEI)
  expect(bodies[0]).toMatch(
    /name="input"; filename="file.pdf"\r\nContent-Type: application\/pdf\r\n\r\n%PDF-1.7/,
  )
  expect(bodies[0]).toMatch(/name="includeRawCitations"\r\n\r\n1/)
  expect(bodies[0]).not.toContain('teiCoordinates')
})

test('a server without a free place is asked again until it has one', async () => {
  const { url, asked } = await serverOf(says(503), says(503), says(200, TEI))
  expect(await engineOf(url).ask()).toBe(TEI)
  expect(asked()).toBe(3)
})

test('a file that it cannot read says nothing of the next', async () => {
  const { url } = await serverOf(says(500, 'boom'), says(204), says(200, TEI))
  const { ask } = engineOf(url)
  expect([await ask(), await ask(), await ask()]).toEqual([null, null, TEI])
})

test('a server that is not there is asked again after a rest', async () => {
  const { url, asked } = await serverOf((reply) => void reply.socket?.destroy(), says(200, TEI))
  const { ask, pass } = engineOf(url, { rest_ms: 60_000 })
  expect([await ask(), await ask(), asked()]).toEqual([null, null, 1])
  pass(60_000)
  expect(await ask()).toBe(TEI)
})

test.each<[string, Answer]>([
  ['says nothing', () => {}],
  ['is always busy', says(503)],
  [
    'writes drop by drop',
    (reply) => {
      const timer = setInterval(() => reply.write('<'), 5)
      reply.on('close', () => clearInterval(timer))
    },
  ],
])('a server that %s is given up, and rests', async (_, answer) => {
  const { url, asked } = await serverOf(answer)
  const { ask } = engineOf(url, { answer_ms: 150 })
  expect(await ask()).toBeNull()
  const before = asked()
  expect([await ask(), asked()]).toEqual([null, before])
})

test('an answer without end is given up by its length', async () => {
  const { url } = await serverOf((reply) => {
    const piece = Buffer.alloc(1024 * 1024, 'x')
    const more = () => {
      while (!reply.destroyed && reply.write(piece));
    }
    reply.on('drain', more)
    more()
  })
  expect(await engineOf(url).ask()).toBeNull()
})

test('a server that leads elsewhere is not followed', async () => {
  const { url, asked } = await serverOf((reply) => void reply.writeHead(307, { location: '/other' }).end())
  expect(await engineOf(url).ask()).toBeNull()
  expect(asked()).toBe(1)
})

test('who gives a file up hears of it', async () => {
  const { url } = await serverOf(() => {})
  const giving = new AbortController()
  const asking = engineOf(url).ask(giving.signal)
  giving.abort(new Error('given up'))
  await expect(asking).rejects.toThrow('given up')
})

test('whether it is there is told', async () => {
  const { url } = await serverOf(says(200, 'true'), says(200, 'false'), says(502))
  const { fault } = engineOf(url)
  expect([await fault(), await fault(), await fault()]).toEqual([null, 'HTTP 200', 'HTTP 502'])
  expect(await engineOf('http://127.0.0.1:9').fault()).toBeTruthy()
})
