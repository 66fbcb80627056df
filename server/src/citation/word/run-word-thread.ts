import type { Authorship, DocxAnnotation, UnreadableReason } from '@scinav/documents'
import { createKeptThreads } from '@scinav/threads'
import { acquirePrintSlot } from '../../platform/foundation/semaphore.ts'
import type { WordFile } from './word-file.ts'

/** A Word file to annotate, and who annotates it. */
export interface WordAnnotations {
  path: string
  annotations: readonly DocxAnnotation[]
  authorship: Authorship
}

/** The message to `word-thread.ts`; a thread writes one file at a time. */
export type WordRequest = { write: WordFile } | { annotate: WordAnnotations }

/** The reply: the file, why the file to annotate is refused, or the stack of another error. */
export type WordResponse =
  | { written: Uint8Array }
  | { refused: { kind: UnreadableReason; message: string } }
  | { error: string }

/**
 * Writes a Word file in a worker thread, so that it does not block other requests.
 *
 * @throws Error when the thread fails.
 */
export const writeWordFileWithoutBlocking = (file: WordFile): Promise<Uint8Array> =>
  runWordThread({ write: file })

/**
 * Writes comments and tracked changes into a Word file in a worker thread.
 *
 * @throws UnreadableDocument when the file cannot be read; Error when the thread fails.
 */
export const annotateWordFile = (file: WordAnnotations): Promise<Uint8Array> =>
  runWordThread({ annotate: file })

/** Bounds the memory of a thread, in megabytes. */
const MAX_THREAD_MEGABYTES = 1_024

const askThread = createKeptThreads<WordRequest, WordResponse>(new URL('./word-thread.ts', import.meta.url), {
  answers: ['written', 'refused', 'error'],
  limits: { maxOldGenerationSizeMb: MAX_THREAD_MEGABYTES },
})

/** Has the thread write a file, once there is room for a further one; see the callers for errors. */
async function runWordThread(request: WordRequest): Promise<Uint8Array> {
  const releaseSlot = await acquirePrintSlot()
  try {
    const answer = await askThread(request)
    if ('refused' in answer) {
      // Loaded for this alone: print threads load this module too.
      const { UnreadableDocument } = await import('@scinav/documents')
      throw new UnreadableDocument(answer.refused.kind, answer.refused.message)
    }
    if ('error' in answer) throw new Error(answer.error)
    return answer.written
  } finally {
    releaseSlot()
  }
}
