import { startThread } from '@scinav/threads'
import { AppError } from '../../platform/foundation/errors.ts'
import { acquirePrintSlot } from '../../platform/foundation/semaphore.ts'

/** Limits of time and heap for a thread that prints in an installed style, which may be anybody's file. */
export const STYLE_LIMITS = { milliseconds: 30_000, megabytes: 1_024 }

type PrintLimits = typeof STYLE_LIMITS

const isOutOfMemory = (fault: Error): boolean => 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * Starts a print thread as soon as a slot is free. Send it any number of messages with `tell`, then the last one with
 * `print`, which returns what was printed; `end` must be called in any case, because it frees the slot.
 */
export async function openPrintThread<Ask, Printed>(file: URL, limits?: PrintLimits) {
  const releaseSlot = await acquirePrintSlot()
  const { listen, tell, end } = startThread<Ask, { printed: Printed } | { error: string }>(file, {
    answers: ['printed', 'error'],
    ...(limits && { limits: { maxOldGenerationSizeMb: limits.megabytes } }),
  })
  const { promise: answer, resolve } = Promise.withResolvers<{ printed: Printed } | { fault: Error }>()
  const failOverLimit = () => resolve({ fault: new AppError('citation_style.over_limit') })
  listen({
    received: (reply) => resolve('printed' in reply ? reply : { fault: new Error(reply.error) }),
    ended: (fault) => (limits && isOutOfMemory(fault) ? failOverLimit() : resolve({ fault })),
  })
  return {
    tell: (message: Ask) => tell(message),
    /** Sends the last message. @throws AppError `citation_style.over_limit`; Error when the thread fails. */
    async print(message: Ask): Promise<Printed> {
      tell(message)
      const timer = limits && setTimeout(failOverLimit, limits.milliseconds)
      const outcome = await answer
      clearTimeout(timer)
      if ('fault' in outcome) throw outcome.fault
      return outcome.printed
    },
    async end(): Promise<void> {
      await end().finally(releaseSlot)
    },
  }
}
