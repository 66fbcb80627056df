import { startThread } from '@scinav/threads'
import { acquirePrintSlot } from '../../platform/foundation/semaphore.ts'
import { type WordFile, writeWordFile } from './word-file.ts'

/** Files with more blocks are written in a worker thread, so that they do not block other requests. */
const MAX_INLINE_BLOCKS = 200

export type WordRequest = { write: WordFile }
export type WordResponse = { written: Uint8Array } | { error: string }

/**
 * Writes a Word file of any length.
 *
 * @throws Error when the thread fails.
 */
export async function writeLongWordFile(file: WordFile): Promise<Uint8Array> {
  if (file.blocks.length <= MAX_INLINE_BLOCKS) return writeWordFile(file)
  const leave = await acquirePrintSlot()
  const thread = startThread<WordRequest, WordResponse>(new URL('./word-thread.ts', import.meta.url), {
    answers: ['written', 'error'],
  })
  try {
    const answer = await new Promise<WordResponse>((resolve) => {
      thread.listen({ received: resolve, ended: (fault) => resolve({ error: String(fault) }) })
      thread.tell({ write: file })
    })
    if ('error' in answer) throw new Error(answer.error)
    return answer.written
  } finally {
    await thread.end().finally(leave)
  }
}
