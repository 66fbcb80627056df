import { StyleFault } from '@scinav/citation/csl'
import { startThread } from '@scinav/threads'
import { AppError } from '../../platform/foundation/errors.ts'
import { acquirePrintSlot } from '../../platform/foundation/semaphore.ts'

/** Limits of time and heap for a thread that prints in an installed style, which may be anybody's file. */
export const STYLE_LIMITS = { milliseconds: 30_000, megabytes: 1_024 }

type PrintLimits = typeof STYLE_LIMITS

/** Returns the fault of a thread with limits as users are told it; a `StyleFault` has lost its class between threads. */
function describeFault(fault: Error): Error {
  if ('code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new AppError('citation_style.over_limit')
  const isUnusable = fault.name === StyleFault.name
  return isUnusable ? new AppError('citation_style.unusable', { reason: fault.message }) : fault
}

/**
 * Starts a print thread as soon as a slot is free. Send it any number of messages with `tell`, then the last one with
 * `print`, which returns what was printed; `end` must be called in any case, because it frees the slot.
 */
export async function openPrintThread<Ask, Printed>(file: URL, limits?: PrintLimits) {
  const releaseSlot = await acquirePrintSlot()
  const { listen, tell, end } = startThread<Ask, { printed: Printed }>(file, {
    answers: ['printed'],
    ...(limits && { limits: { maxOldGenerationSizeMb: limits.megabytes } }),
  })
  const { promise: answer, resolve } = Promise.withResolvers<{ printed: Printed } | { fault: Error }>()
  const failOverLimit = () => resolve({ fault: new AppError('citation_style.over_limit') })
  listen({
    received: resolve,
    ended: (fault) => resolve({ fault: limits ? describeFault(fault) : fault }),
  })
  return {
    tell: (message: Ask) => tell(message),
    /**
     * Sends the last message.
     *
     * @throws AppError `citation_style.over_limit` or `citation_style.unusable`; Error when the thread fails.
     */
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
