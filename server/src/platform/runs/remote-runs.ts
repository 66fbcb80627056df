import type { BaseContext } from '../context/context.ts'
import type { EventWaiter } from './live-run.ts'

/**
 * Poll intervals for a run that this process does not execute, ms: long while notifications are received, since one may be
 * lost; short while none are.
 */
const POLL_INTERVALS_MS = { notified: 1_000, unnotified: 200 }

/** A run of another process, or of none, that is followed here. */
export interface FollowedRun<Read> {
  /** The followers that wait for the next round. */
  waiting: Set<EventWaiter>
  /** The number of the round. Grows whenever there may be something new. */
  round: () => number
  /** Reads what storage has after an event; followers at the same position in the same round share one read. */
  read: (seen: number, query: () => Promise<Read>) => Promise<Read>
}

interface FollowedEntry<Read> {
  followed: FollowedRun<Read>
  /** Number of followers; with the last one the entry ends. */
  followers: number
  /** Wakes the followers, and lets them read storage again. */
  beginRound: () => void
  /** Ends polling and notifications. */
  end: () => void
}

/** Creates the set of followed runs. However many followers a run has, storage is read once per round. */
export function createRemoteRuns<Read>(notices: BaseContext['notices']) {
  const entries = new Map<string, FollowedEntry<Read>>()
  const pause = () => (notices?.isConnected() ? POLL_INTERVALS_MS.notified : POLL_INTERVALS_MS.unnotified)

  return {
    /** Adds a follower of a run; `leave` removes it. */
    follow(id: string): FollowedRun<Read> {
      const existing = entries.get(id)
      if (existing) {
        existing.followers += 1
        return existing.followed
      }
      const { next, ...followed } = createRounds<Read>()
      let timer: NodeJS.Timeout
      const beginRound = () => {
        next()
        clearTimeout(timer)
        timer = setTimeout(beginRound, pause()).unref()
      }
      const unsubscribe = notices?.subscribe(id, beginRound)
      timer = setTimeout(beginRound, pause()).unref()
      const end = () => {
        unsubscribe?.()
        clearTimeout(timer)
      }
      entries.set(id, { followed, followers: 1, beginRound, end })
      return followed
    },
    /**
     * Notifies all followers of a change of a run that no process executes; those that no notification reaches find it by
     * polling.
     */
    notifyFollowers(id: string): void {
      entries.get(id)?.beginRound()
      notices?.notify([id]).catch(() => {})
    },
    /** Removes a follower of a run; the last one ends the polling of it. */
    leave(id: string): void {
      const entry = entries.get(id)
      if (!entry) return
      entry.followers -= 1
      if (entry.followers > 0) return
      entry.end()
      entries.delete(id)
    },
    /** Returns the number of runs that are followed. */
    count: () => entries.size,
  }
}

/** Creates the rounds of one run: its waiting followers and the reads of the present round. */
function createRounds<Read>(): FollowedRun<Read> & { next: () => void } {
  const waiting = new Set<EventWaiter>()
  const reads = new Map<number, Promise<Read>>()
  let round = 0
  return {
    waiting,
    round: () => round,
    read(seen, query) {
      const pending = reads.get(seen)
      if (pending) return pending
      const read = query()
      reads.set(seen, read)
      // A failed read is repeated.
      read.catch(() => {
        if (reads.get(seen) === read) reads.delete(seen)
      })
      return read
    },
    next() {
      round += 1
      reads.clear()
      for (const waiter of waiting) waiter.wake()
    },
  }
}
