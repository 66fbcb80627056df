import type { BaseContext } from '../context/context.ts'
import type { EventWaiter } from './live-run.ts'

/** How often a run that this process does not do is looked at: a notice may be lost, and where none are heard all are. */
const POLL_INTERVALS_MS = { told: 1_000, untold: 200 }

/** A run of another process, or of none, that is followed here. */
export interface FollowedRun<Read> {
  waiting: Set<EventWaiter>
  /** Grows whenever there may be something new. */
  round: () => number
  /** What storage has after an event; whoever stands at the same place in the same round is told the same. */
  read: (seen: number, ask: () => Promise<Read>) => Promise<Read>
}

interface FollowedEntry<Read> {
  followed: FollowedRun<Read>
  followers: number
  look: () => void
  end: () => void
}

/** Those runs: however many follow one, storage is asked once. */
export function createRemoteRuns<Read>(notices: BaseContext['notices']) {
  const all = new Map<string, FollowedEntry<Read>>()
  const pause = () => (notices?.isHearing() ? POLL_INTERVALS_MS.told : POLL_INTERVALS_MS.untold)

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
      const unlisten = notices?.listen(id, again)
      timer = setTimeout(again, pause()).unref()
      const end = () => {
        unlisten?.()
        clearTimeout(timer)
      }
      all.set(id, { followed, followers: 1, look: again, end })
      return followed
    },
    /** What was said of a run while no process did it is told to all who follow it; who is not told looks from time to time. */
    tellOf(id: string): void {
      all.get(id)?.look()
      notices?.tell([id]).catch(() => {})
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

/** Who waits, woken round by round, and what was read in this one. */
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
      // What failed is asked again.
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
