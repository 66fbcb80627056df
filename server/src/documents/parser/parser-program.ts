// The program of a parser process: parses one file after the other for the server, which supervises it from outside.

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
  type RecognitionSteps,
  type RecognizedPage,
  readReferences,
  recognizeFile,
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

process.on('message', (command: ParseCommand) => {
  runCommand(command).then(
    () => sendMessage({ type: 'done' }),
    (error) => sendMessage(errorMessage(error)),
  )
})

/** Bounds the text of an unexpected error, below what `parserMessageShape` accepts. */
const MAX_ERROR_CHARS = 9_000

function errorMessage(error: unknown): ParserMessage {
  if (error instanceof MorePages) return { type: 'more' }
  if (error instanceof UnreadableDocument)
    return { type: 'unreadable', kind: error.kind, message: error.message }
  const text = String(error instanceof Error ? error.stack : error)
  return { type: 'failed', message: text.slice(0, MAX_ERROR_CHARS) }
}

async function runCommand({ path, name, out, structure, pages, step_ms }: ParseCommand): Promise<void> {
  const report = createReporter()
  const { kind, hint, fault } = await recognizeFile(path, name)
  if (fault) throw fault
  if (!kind) throw documentFault('unknown-format', { hint: hint ?? '' })
  if (kind === 'bibtex' || kind === 'ris') return writeReferences(path, kind, out)
  const parsed = await parseFile(path, kind, { report, steps: await openSteps(pages, step_ms) })
  report('split', 0, 0)
  const tei = structure ? await readFile(structure) : null
  const document = structure === undefined || kind !== 'pdf' ? parsed : withStructure(parsed, tei)
  await writeDocument(document, kind, out)
}

/**
 * Minimum interval between progress messages of one stage, in milliseconds: frequent enough to follow, but cheaper
 * than the parsing itself.
 */
const REPORT_INTERVAL_MS = 100

/** Creates a function that reports progress, within a stage at most once per interval. */
function createReporter() {
  let last = { stage: '', at: 0 }
  return (stage: ParseStage | 'split', done: number, all: number) => {
    const now = performance.now()
    if (stage === last.stage && done < all && now - last.at < REPORT_INTERVAL_MS) return
    last = { stage, at: now }
    sendMessage({ type: 'progress', stage, done, all })
  }
}

/** Opens the file of recognized pages, one per line, so that the pages of a step survive the process. */
async function openSteps(pages: string, step_ms: number): Promise<RecognitionSteps> {
  const lines = existsSync(pages) ? (await readFile(pages, 'utf8')).split('\n').filter(Boolean) : []
  return {
    recognized: lines.flatMap(parsePageLine),
    // A leading line break, because a kill may have truncated the line before.
    save: (page) => appendFileSync(pages, `\n${JSON.stringify(page)}\n`, { mode: 0o600 }),
    step_ms,
  }
}

/** Parses a stored page; returns none when the line is truncated. */
function parsePageLine(line: string): RecognizedPage[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}

/** Writes the works of a bibliographic file as lines, without blocks and passages. */
async function writeReferences(path: string, kind: FileKind, out: string): Promise<void> {
  const { works, broken } = await readReferences(path)
  const { write, end } = createLineWriter(out)
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
  await write({ facts })
  for (const work of works) await write({ work })
  await end()
}

async function writeDocument(
  { blocks, ...about }: ParsedDocument,
  kind: FileKind,
  out: string,
): Promise<void> {
  const passages = cutIntoPassages({ blocks, ...about })
  const { write, end } = createLineWriter(out)
  const facts: DocumentFacts = { ...about, kind, blocks: blocks.length, passages: passages.length, works: 0 }
  await write({ facts })
  for (const block of blocks) await write({ block })
  for (const passage of passages) await write({ passage })
  await end()
}

/** Creates a writer of JSON lines that waits whenever the disk is slower than the parser. */
function createLineWriter(out: string) {
  const file = createWriteStream(out, { mode: 0o600 })
  return {
    async write(line: ParsedLine): Promise<void> {
      if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, 'drain')
    },
    async end(): Promise<void> {
      file.end()
      await once(file, 'finish')
    },
  }
}
