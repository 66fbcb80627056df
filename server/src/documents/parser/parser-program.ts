// The program of a parser process: parses one file after the other for the server, which supervises it from outside.

import { Worker } from 'node:worker_threads'
import { MorePages, UnreadableDocument } from '@scinav/documents'
import type { ParseCommand, ParserMessage } from './messages.ts'
import { parseToFile, type ReportStage } from './parse-to-file.ts'

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
  parseToFile(command, createReporter()).then(
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

/**
 * Minimum interval between progress messages of one stage, in milliseconds: frequent enough to follow, but cheaper
 * than the parsing itself.
 */
const REPORT_INTERVAL_MS = 100

/** Creates a function that reports progress, within a stage at most once per interval. */
function createReporter(): ReportStage {
  let last = { stage: '', at: 0 }
  return (stage, done, all) => {
    const now = performance.now()
    if (stage === last.stage && done < all && now - last.at < REPORT_INTERVAL_MS) return
    last = { stage, at: now }
    sendMessage({ type: 'progress', stage, done, all })
  }
}
