import { Worker } from 'node:worker_threads'
import { acquirePrintSlot } from '../../platform/foundation/semaphore.ts'
import { toDocx } from './docx.ts'
import { type PrintableAnswer, toHtml, toMarkdown } from './print-answer.ts'

export type AnswerFormat = 'md' | 'html' | 'docx'

/** Message to the worker thread. */
export interface WriteRequest {
  printed: PrintableAnswer
  format: AnswerFormat
}
/** Message from the worker thread. */
export type WriteReply = { bytes: Uint8Array } | { error: string }

/**
 * Limits of an answer that is written in the calling thread, in characters and in lines and table cells; larger ones
 * are written in a worker thread to keep the event loop free.
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
 * @throws Error when the thread fails or exceeds two minutes.
 */
export async function writeAnswerOffThread(ask: WriteRequest): Promise<Uint8Array> {
  if (ask.format === 'md' || isShort(ask.printed.answer)) return writeAnswer(ask)
  const leave = await acquirePrintSlot()
  const worker = new Worker(new URL('./write-thread.ts', import.meta.url))
  const late = setTimeout(() => void worker.terminate(), WRITE_TIMEOUT_MS)
  try {
    const reply = await new Promise<WriteReply>((resolve) => {
      worker.once('message', resolve)
      worker.once('error', (error) => resolve({ error: String(error) }))
      worker.once('exit', () => resolve({ error: 'the thread of a download ended' }))
      worker.postMessage(ask)
    })
    if ('error' in reply) throw new Error(reply.error)
    return reply.bytes
  } finally {
    clearTimeout(late)
    await worker.terminate().finally(leave)
  }
}
