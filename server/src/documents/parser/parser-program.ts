// The parser process: parses one file after the other for the server, which supervises it from outside.

import { once } from 'node:events'
import { appendFileSync, createWriteStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import {
  cutIntoPassages,
  documentFault,
  type FileKind,
  MorePages,
  type ParsedDocument,
  type ParseStage,
  parseFile,
  type RecognisedPage,
  readReferences,
  recogniseFile,
  UnreadableDocument,
  withStructure,
} from '@scinav/documents'
import type { DocumentFacts } from '../../platform/providers/parsing.ts'
import type { ParseCommand, ParserMessage } from './messages.ts'
import type { ParsedLine } from './parsed-file.ts'

const sendMessage = (message: ParserMessage): void => void process.send?.(message)

// A file may keep this thread busy forever, so a worker ensures that the process does not outlive its server. An
// orphan gets another parent. The pid alone says nothing: in a container the server may be process 1.
new Worker(
  `const parent = ${process.ppid}
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 1000)`,
  { eval: true },
).unref()
process.on('disconnect', () => process.exit())
// For a file that is damaged in places, pdf.js rejects promises that have no handler. The rest can be read; if
// something then waits forever, the server ends the process.
process.on('unhandledRejection', () => {})

/**
 * Minimum interval between progress messages, in milliseconds: frequent enough to follow, but cheaper than the
 * parsing itself.
 */
const REPORT_INTERVAL_MS = 100

function createReporter() {
  let last = { stage: '', at: 0 }
  return (stage: ParseStage | 'split', done: number, all: number) => {
    const now = performance.now()
    if (stage === last.stage && done < all && now - last.at < REPORT_INTERVAL_MS) return
    last = { stage, at: now }
    sendMessage({ say: 'progress', stage, done, all })
  }
}

async function runTask({ path, name, out, structure, ...pieces }: ParseCommand): Promise<void> {
  const report = createReporter()
  const { kind, hint, fault } = await recogniseFile(path, name)
  if (fault) throw fault
  if (!kind) throw documentFault('unknown-format', { hint: hint ?? '' })
  if (kind === 'bibtex' || kind === 'ris') await writeReferences(path, kind, out)
  else {
    const own = await parseFile(path, kind, { report, pieces: await createPieceStore(pieces) })
    report('split', 0, 0)
    const told = structure ? await readFile(structure) : null
    const document = structure === undefined || kind !== 'pdf' ? own : withStructure(own, told)
    await writeDocument(document, kind, out)
  }
}

/** Stores recognised pages as lines of a file, so that the pages of a step survive the process. */
async function createPieceStore({ pages, piece_ms }: Pick<ParseCommand, 'pages' | 'piece_ms'>) {
  const lines = existsSync(pages) ? (await readFile(pages, 'utf8')).split('\n').filter(Boolean) : []
  const known = lines.flatMap(parsePageLine)
  // A leading line break, because a kill may have truncated the line before.
  const keep = (page: RecognisedPage) => appendFileSync(pages, `\n${JSON.stringify(page)}\n`, { mode: 0o600 })
  return { known, keep, piece_ms }
}

/** Parses a stored page; returns none when the line is truncated. */
function parsePageLine(line: string): RecognisedPage[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}

async function writeReferences(path: string, kind: FileKind, out: string): Promise<void> {
  const { works, broken } = await readReferences(path)
  const { line, end } = createLineWriter(out)
  const facts: DocumentFacts = {
    kind,
    title: '',
    authors: [],
    identifiers: {},
    language: 'other',
    pages: [],
    outline: [],
    warnings: broken > 0 ? [{ kind: 'parts-left-out', count: broken }] : [],
    parser: { name: 'references', version: '1' },
    blocks: 0,
    passages: 0,
    works: works.length,
  }
  await line({ facts })
  for (const work of works) await line({ work })
  await end()
}

async function writeDocument(
  { blocks, ...about }: ParsedDocument,
  kind: FileKind,
  out: string,
): Promise<void> {
  const passages = cutIntoPassages({ blocks, ...about })
  const { line, end } = createLineWriter(out)
  const facts: DocumentFacts = { ...about, kind, blocks: blocks.length, passages: passages.length, works: 0 }
  await line({ facts })
  for (const block of blocks) await line({ block })
  for (const passage of passages) await line({ passage })
  await end()
}

function createLineWriter(out: string) {
  const file = createWriteStream(out, { mode: 0o600 })
  return {
    async line(value: ParsedLine): Promise<void> {
      if (!file.write(`${JSON.stringify(value)}\n`)) await once(file, 'drain')
    },
    async end(): Promise<void> {
      file.end()
      await once(file, 'finish')
    },
  }
}

process.on('message', (order: ParseCommand) => {
  runTask(order).then(
    () => sendMessage({ say: 'done' }),
    (error) => {
      if (error instanceof MorePages) sendMessage({ say: 'more' })
      else if (error instanceof UnreadableDocument)
        sendMessage({ say: 'unreadable', kind: error.kind, message: error.message })
      else
        sendMessage({
          say: 'failed',
          message: String(error instanceof Error ? error.stack : error).slice(0, 9_000),
        })
    },
  )
})
