import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { writeWordFile } from '../../citation/word/index.ts'
import { safeFileName } from '../../platform/foundation/file-name.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import { acquirePrintSlot } from '../../platform/foundation/semaphore.ts'
import { toHtml } from './print-html.ts'
import { toMarkdown } from './print-markdown.ts'
import { toWordParts } from './print-word.ts'
import type { PrintableAnswer } from './printable-answer.ts'

/** The formats in which an answer or report can be downloaded. */
export type AnswerFormat = 'md' | 'html' | 'docx'

/** Message to the worker thread that writes an answer as a file. */
export interface WriteRequest {
  printed: PrintableAnswer
  format: AnswerFormat
}
/** Message from that worker thread. */
export type WriteReply = { bytes: Uint8Array } | { error: string }

/**
 * Limits of an answer that is written in the calling thread: its length in UTF-16 units, and its line breaks and table
 * bars (`parts`). Larger answers are written in a worker thread to keep the event loop free.
 */
const INLINE_LIMITS = { length: 6_000, parts: 300 }
/** Time limit of the worker thread, in milliseconds; the work takes seconds on an idle machine. */
const WRITE_TIMEOUT_MS = 120_000

/** Writes an answer in a format, in the calling thread. */
export async function writeAnswer({ printed, format }: WriteRequest): Promise<Uint8Array> {
  if (format === 'docx') return toDocx(printed)
  return Buffer.from(format === 'md' ? toMarkdown(printed) : toHtml(printed))
}

const isShort = (answer: string) =>
  answer.length <= INLINE_LIMITS.length && (answer.match(/[\n|]/g)?.length ?? 0) <= INLINE_LIMITS.parts

/**
 * Writes an answer of any length without blocking the event loop.
 *
 * @throws Error when the thread fails or exceeds `WRITE_TIMEOUT_MS`.
 */
async function writeAnswerOffThread(request: WriteRequest): Promise<Uint8Array> {
  if (request.format === 'md' || isShort(request.printed.answer)) return writeAnswer(request)
  const releaseSlot = await acquirePrintSlot()
  const worker = new Worker(new URL('./write-thread.ts', import.meta.url))
  const timeout = setTimeout(() => void worker.terminate(), WRITE_TIMEOUT_MS)
  try {
    const reply = await new Promise<WriteReply>((resolve) => {
      worker.once('message', resolve)
      worker.once('error', (error) => resolve({ error: String(error) }))
      worker.once('exit', () => resolve({ error: 'the thread of a download ended' }))
      worker.postMessage(request)
    })
    if ('error' in reply) throw new Error(reply.error)
    return reply.bytes
  } finally {
    clearTimeout(timeout)
    await worker.terminate().finally(releaseSlot)
  }
}

/** Writes an answer as a Word file; its label and model are in the first lines and in the document properties. */
function toDocx(printed: PrintableAnswer): Promise<Uint8Array> {
  const { title, label, blocks, notes } = toWordParts(printed)
  return writeWordFile({
    title,
    label,
    blocks,
    notes,
    keywords: printed.label,
    properties: {
      Label: printed.label,
      AIGenerated: String(printed.is_ai),
      Model: printed.model ?? '',
    },
  })
}

const MIME_TYPES = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}
/** Maximum length of a file name without its extension. */
const MAX_NAME_CHARS = 60

/** Returns a text with its references as a file. */
export async function writeAnswerFile(printed: PrintableAnswer, format: AnswerFormat): Promise<FileReply> {
  const bytes = await writeAnswerOffThread({ printed, format })
  return {
    name: `${safeFileName(printed.title, MAX_NAME_CHARS) || '回答'}.${format}`,
    mime: MIME_TYPES[format],
    size: bytes.length,
    stream: () => Readable.from([bytes]),
  }
}
