import type { BaseContext } from '../context/context.ts'
import type { EventWaiter } from './live-run.ts'

/**
 * Poll intervals for a run that this process does not do, ms: long while notifications are received, since one may be
 * lost; short while none are.
 */
const POLL_INTERVALS_MS = { told: 1_000, untold: 200 }

/** A run of another process, or of none, that is followed here. */
export interface FollowedRun<Read> {
  waiting: Set<EventWaiter>
  /** Grows whenever there may be something new. */
  round: () => number
  /** Reads what storage has after an event; followers at the same position in the same round share one read. */
  read: (seen: number, ask: () => Promise<Read>) => Promise<Read>
}

interface FollowedEntry<Read> {
  followed: FollowedRun<Read>
  followers: number
  look: () => void
  end: () => void
}

/** Creates the set of followed runs. However many followers a run has, storage is read once per round. */
export function createRemoteRuns<Read>(notices: BaseContext['notices']) {
  const all = new Map<string, FollowedEntry<Read>>()
  const pause = () => (notices?.isConnected() ? POLL_INTERVALS_MS.told : POLL_INTERVALS_MS.untold)

  return {
    follow(id: string): FollowedRun<Read> {
      const known = all.get(id)
      if (known) {
        known.followers += 1
        return known.followed
      }
      const { next, ...followed } = createRounds<Read>()
      let timer: NodeJS.Timeout
      const again = () => {
        next()
        clearTimeout(timer)
        timer = setTimeout(again, pause()).unref()
      }
      const unlisten = notices?.subscribe(id, again)
      timer = setTimeout(again, pause()).unref()
      const end = () => {
        unlisten?.()
        clearTimeout(timer)
      }
      all.set(id, { followed, followers: 1, look: again, end })
      return followed
    },
    /**
     * Notifies all followers of a change of a run that no process does; those that no notification reaches find it by
     * polling.
     */
    tellOf(id: string): void {
      all.get(id)?.look()
      notices?.notify([id]).catch(() => {})
    },
    leave(id: string): void {
      const known = all.get(id)
      if (!known) return
      known.followers -= 1
      if (known.followers > 0) return
      known.end()
      all.delete(id)
    },
    count: () => all.size,
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
    read(seen, ask) {
      const known = reads.get(seen)
      if (known) return known
      const read = ask()
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
      for (const each of waiting) each.wake()
    },
  }
}
