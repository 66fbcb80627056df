import { startThread } from '@scinav/threads'
import { AppError } from '../../platform/foundation/errors.ts'
import { acquirePrintSlot } from '../../platform/foundation/semaphore.ts'

/** What a thread may take that prints in a style which somebody uploaded. */
export const STYLE_LIMITS = { milliseconds: 30_000, megabytes: 1_024 }

type PrintLimits = typeof STYLE_LIMITS

const isOutOfMemory = (fault: Error): boolean => 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Starts a print thread once a slot is free; it answers once, with what it printed. */
export async function openPrintThread<Ask, Printed>(file: URL, limits?: PrintLimits) {
  const leave = await acquirePrintSlot()
  const { listen, tell, end } = startThread<Ask, { printed: Printed } | { error: string }>(file, {
    answers: ['printed', 'error'],
    ...(limits && { limits: { maxOldGenerationSizeMb: limits.megabytes } }),
  })
  const { promise: answer, resolve } = Promise.withResolvers<{ printed: Printed } | { fault: Error }>()
  const stop = () => resolve({ fault: new AppError('citation_style.over_limit') })
  listen({
    received: (found) => resolve('printed' in found ? found : { fault: new Error(found.error) }),
    ended: (fault) => (limits && isOutOfMemory(fault) ? stop() : resolve({ fault })),
  })
  return {
    tell: (message: Ask) => tell(message),
    /** Sends the last message. @throws AppError `citation_style.over_limit`; Error when the thread fails. */
    async print(message: Ask): Promise<Printed> {
      tell(message)
      const timer = limits && setTimeout(stop, limits.milliseconds)
      const found = await answer
      clearTimeout(timer)
      if ('fault' in found) throw found.fault
      return found.printed
    },
    async end(): Promise<void> {
      await end().finally(leave)
    },
  }
}
