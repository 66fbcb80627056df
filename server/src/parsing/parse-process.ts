// A process that reads one file after the other for the server, which watches it from outside.

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Worker } from 'node:worker_threads'
import {
  type ParseStage,
  parseFile,
  passagesOf,
  recognise,
  UnreadableDocument,
  unreadable,
} from '@scinav/documents'
import type { FromParser, ParseOrder } from './messages.ts'

const say = (message: FromParser): void => void process.send?.(message)

// A file may keep this thread busy for ever; another one sees to it that the process does not outlive its server.
new Worker(
  'setInterval(() => { try { process.kill(process.ppid, 0); if (process.ppid === 1) throw 0 } catch { process.kill(process.pid, "SIGKILL") } }, 1000)',
  { eval: true },
).unref()
process.on('disconnect', () => process.exit())

/** Often enough to be followed, not so often that telling takes longer than reading. */
const REPORT_MS = 100

function reporter() {
  let last = { stage: '', at: 0 }
  return (stage: ParseStage | 'split', done: number, all: number) => {
    const now = performance.now()
    if (stage === last.stage && done < all && now - last.at < REPORT_MS) return
    last = { stage, at: now }
    say({ say: 'progress', stage, done, all })
  }
}

async function parse({ path, name, out }: ParseOrder): Promise<void> {
  const report = reporter()
  const { kind, hint, fault } = await recognise(path, name)
  if (fault) throw fault
  if (!kind) throw unreadable('unknown-format', { hint: hint ?? '' })
  const document = await parseFile(path, kind, { report })
  report('split', 0, 0)
  const passages = passagesOf(document)
  const { blocks, ...facts } = document
  const file = createWriteStream(out, { mode: 0o600 })
  const line = async (value: object) => {
    if (!file.write(`${JSON.stringify(value)}\n`)) await once(file, 'drain')
  }
  await line({ facts: { ...facts, kind, blocks: blocks.length, passages: passages.length } })
  for (const block of blocks) await line({ block })
  for (const passage of passages) await line({ passage })
  file.end()
  await once(file, 'finish')
}

process.on('message', (order: ParseOrder) => {
  parse(order).then(
    () => say({ say: 'done' }),
    (error) => {
      if (error instanceof UnreadableDocument)
        say({ say: 'unreadable', kind: error.kind, message: error.message })
      else
        say({ say: 'failed', message: String(error instanceof Error ? error.stack : error).slice(0, 9_000) })
    },
  )
})
