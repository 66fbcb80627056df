import type { RunFollower } from './run-kind.ts'

/** The followers of runs in this process. */
export type Subscribers = ReturnType<typeof createSubscribers>

/**
 * Creates the set of followers of runs in this process.
 *
 * @param admit returns which of them may continue to read.
 */
export function createSubscribers(admit: (all: RunFollower[]) => Promise<(one: RunFollower) => boolean>) {
  const subscribers = new Map<RunFollower, AbortController>()
  return {
    /** Registers a follower; the signal is aborted when they may not read any more. */
    enter(who: RunFollower): { signal: AbortSignal; leave: () => void } {
      const follower = { ...who }
      const revoked = new AbortController()
      subscribers.set(follower, revoked)
      return { signal: revoked.signal, leave: () => void subscribers.delete(follower) }
    },
    /** Ends the streams of followers who may not read any more. */
    async check(): Promise<void> {
      if (subscribers.size === 0) return
      const now = [...subscribers]
      const isAdmitted = await admit(now.map(([follower]) => follower))
      for (const [follower, revoked] of now) if (!isAdmitted(follower)) revoked.abort()
    },
    count: () => subscribers.size,
  }
}
