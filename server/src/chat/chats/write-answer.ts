import { Worker } from 'node:worker_threads'
import { acquirePrintSlot } from '../../platform/foundation/semaphore.ts'
import { toDocx } from './docx.ts'
import { type PrintableAnswer, toHtml, toMarkdown } from './print-answer.ts'

export type AnswerFormat = 'md' | 'html' | 'docx'

/** What the thread is told, and what it says. */
export interface WriteRequest {
  printed: PrintableAnswer
  format: AnswerFormat
}
export type WriteReply = { bytes: Uint8Array } | { error: string }

/** Longer ones, and those of more parts, are written in a thread of their own, so that nobody else waits. */
const INLINE_LIMITS = { length: 6_000, parts: 300 }
/** Seconds at most on a quiet machine; a busy one may take its time. */
const WRITE_TIMEOUT_MS = 120_000

export async function writeAnswer({ printed, format }: WriteRequest): Promise<Uint8Array> {
  if (format === 'docx') return toDocx(printed)
  return Buffer.from(format === 'md' ? toMarkdown(printed) : toHtml(printed))
}

const isShort = (answer: string) =>
  answer.length <= INLINE_LIMITS.length && (answer.match(/[\n|]/g)?.length ?? 0) <= INLINE_LIMITS.parts

/**
 * The same for an answer of any length; the event loop stays free.
 *
 * @throws Error where the thread fails, or is not done after two minutes.
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
