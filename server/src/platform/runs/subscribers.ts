import type { BaseContext } from '../context/context.ts'
import type { RunEvent, RunFollower, RunKind } from './run-kind.ts'

/** The followers of runs in this process. */
export type Subscribers = ReturnType<typeof createSubscribers>

/**
 * Creates the set of followers of runs in this process. Rights may end while a run is read (the session, the membership
 * in a project), so `check` is called every few seconds.
 *
 * @param admit returns a function that tells which of these followers may continue to read.
 */
export function createSubscribers(admit: (all: RunFollower[]) => Promise<(one: RunFollower) => boolean>) {
  const subscribers = new Map<RunFollower, AbortController>()
  return {
    /** Registers a follower until `leave` is called; `signal` is aborted when they may not read any more. */
    enter(newFollower: RunFollower): { signal: AbortSignal; leave: () => void } {
      // A copy, since one session may follow a run several times.
      const follower = { ...newFollower }
      const revoked = new AbortController()
      subscribers.set(follower, revoked)
      return { signal: revoked.signal, leave: () => void subscribers.delete(follower) }
    },
    /** Ends the streams of followers who may not read any more. */
    async check(): Promise<void> {
      if (subscribers.size === 0) return
      const present = [...subscribers]
      const isAdmitted = await admit(present.map(([follower]) => follower))
      for (const [follower, revoked] of present) if (!isAdmitted(follower)) revoked.abort()
    },
    /** Returns the number of followers. */
    count: () => subscribers.size,
  }
}

/** Returns a test for followers that may continue to read: those with a live session and an open subject. */
export async function admitFollowers<Event extends RunEvent, State>(
  ctx: BaseContext,
  { liveSessions, openSubjects }: Pick<RunKind<Event, State>, 'liveSessions' | 'openSubjects'>,
  followers: readonly RunFollower[],
): Promise<(follower: RunFollower) => boolean> {
  const sessions = await liveSessions(ctx, [...new Set(followers.map(({ session_id }) => session_id))])
  const open = await openSubjects(ctx, [...new Set(followers.map(({ subject_id }) => subject_id))])
  return ({ session_id, subject_id }) => sessions.has(session_id) && open.has(subject_id)
}
