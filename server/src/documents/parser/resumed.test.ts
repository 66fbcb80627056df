import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scanOf } from '../../../../documents/src/testing/png-builder.ts'
import { createParserPool, STOP_REASON } from './parser-pool.ts'
import { SANDBOXES_FOLDER } from './sandbox.ts'

const PAGES = ['HELLO HERO TOLD', 'HELLO', 'TOLD']
const limits = { timeout_s: 60, step_ms: 0, memory_bytes: 1024 * 1024 * 1024 }

/** A scanned book in a folder of a server, which may be started again and again. */
function scene() {
  const folder = mkdtempSync(join(tmpdir(), 'resumed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'book.pdf')
  writeFileSync(path, scanOf(...PAGES))
  const out = join(folder, 'out')
  let tries = 0
  /** Reads the book as a server does that has just started; where it is stopped, after that page. */
  async function read({ stopAfter, reason = STOP_REASON }: { stopAfter?: number; reason?: string } = {}) {
    const parsing = createParserPool({ out, limits, width: 1 })
    tries += 1
    const stop = new AbortController()
    const done: number[] = []
    const task = { id: `try-${tries}`, parse_id: 'parse', owner_id: 'ada', path, name: 'book.pdf' }
    try {
      const parsed = await parsing.parse(task, {
        signal: stop.signal,
        report(progress) {
          if (progress.stage !== 'ocr') return
          done.push(progress.done)
          if (progress.done === stopAfter) stop.abort(reason)
        },
      })
      const texts: string[] = []
      for await (const blocks of parsed.blocks()) texts.push(...blocks.map(({ text }) => text))
      await parsed.discard()
      return { done, texts }
    } catch (error) {
      return { done, error }
    } finally {
      parsing.close()
    }
  }
  return { out, read, left: () => readdirSync(out).filter((name) => name !== SANDBOXES_FOLDER) }
}

test('a scanned book goes on with the page that it had reached when the server was stopped', async () => {
  const { read, left } = scene()
  expect(await read({ stopAfter: 1 })).toMatchObject({ error: STOP_REASON })
  expect(left()).toEqual(['parse.pages'])

  const { done, texts } = await read()
  expect(done[0]).toBe(1)
  expect(texts).toEqual(PAGES)
  expect(left()).toEqual([])
})

test('a page that was only half written down when the server was killed is read again', async () => {
  const { out, read, left } = scene()
  await read({ stopAfter: 2 })
  const file = join(out, 'parse.pages')
  const kept = readFileSync(file, 'utf8').trimEnd()
  writeFileSync(file, kept.slice(0, -20))

  const { done, texts } = await read()
  expect(done[0]).toBe(1)
  expect(texts).toEqual(PAGES)
  expect(left()).toEqual([])
})

test('what was recognised of a book that nobody wants any more goes; so does what was left for a day', async () => {
  const { out, read, left } = scene()
  await read({ stopAfter: 1, reason: 'lost' })
  expect(left()).toEqual([])

  mkdirSync(out, { recursive: true })
  for (const name of ['old.pages', 'new.pages', 'result.jsonl']) appendFileSync(join(out, name), 'x')
  const before = new Date(Date.now() - 25 * 60 * 60_000)
  utimesSync(join(out, 'old.pages'), before, before)
  await read()
  expect(left()).toEqual(['new.pages'])
})
