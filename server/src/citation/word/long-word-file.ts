import { startThread } from '@scinav/threads'
import { printTurn } from '../../platform/foundation/semaphore.ts'
import { type WordFile, wordFile } from './word-file.ts'

/** More than these are written in a thread of their own, so that nobody else waits. */
const SHORT = 200

export type WordAsk = { write: WordFile }
export type WordAnswer = { written: Uint8Array } | { error: string }

/** A Word file of any length. @throws Error where the thread fails. */
export async function longWordFile(file: WordFile): Promise<Uint8Array> {
  if (file.blocks.length <= SHORT) return wordFile(file)
  const leave = await printTurn()
  const thread = startThread<WordAsk, WordAnswer>(new URL('./word-thread.ts', import.meta.url), {
    answers: ['written', 'error'],
  })
  try {
    const answer = await new Promise<WordAnswer>((resolve) => {
      thread.listen({ received: resolve, ended: (fault) => resolve({ error: String(fault) }) })
      thread.tell({ write: file })
    })
    if ('error' in answer) throw new Error(answer.error)
    return answer.written
  } finally {
    await thread.end().finally(leave)
  }
}
