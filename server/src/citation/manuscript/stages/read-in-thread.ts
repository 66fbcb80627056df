import { startThread } from '@scinav/threads'
import { acquirePrintSlot } from '../../../platform/foundation/semaphore.ts'
import { ManuscriptFault } from '../check/check.ts'
import type { Manuscript, ManuscriptBlock } from '../reading/index.ts'

/** The message to `read-thread.ts`, and its reply; a thread reads one manuscript. */
export type ReadRequest = { blocks: ManuscriptBlock[] } | { latex: { path: string; name: string } }
export type ReadResponse = { manuscript: Manuscript } | { fault: string } | { error: string }

/**
 * Reads lists, entries and markers in a worker thread, because long texts would block other requests.
 *
 * @throws ManuscriptFault when the files cannot be read.
 */
export async function readInThread(request: ReadRequest): Promise<Manuscript> {
  const releaseSlot = await acquirePrintSlot()
  const thread = startThread<ReadRequest, ReadResponse>(new URL('./read-thread.ts', import.meta.url), {
    answers: ['manuscript', 'fault', 'error'],
  })
  try {
    const answer = await new Promise<ReadResponse>((resolve) => {
      thread.listen({ received: resolve, ended: (fault) => resolve({ error: String(fault) }) })
      thread.tell(request)
    })
    if ('fault' in answer) throw new ManuscriptFault(answer.fault)
    if ('error' in answer) throw new Error(answer.error)
    return answer.manuscript
  } finally {
    await thread.end().finally(releaseSlot)
  }
}
