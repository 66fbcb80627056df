/** How long a reply may outlive its session, ms. */
const CHECK_INTERVAL_MS = 2_000
const MAX_IDS_PER_QUERY = 500

/** Ends open replies when their session ends. */
export interface SessionWatch {
  /** Returns a signal that is aborted when the session ends; `release` stops watching it. */
  watch: (session_id: string) => { signal: AbortSignal; release: () => void }
}

/**
 * Watches the sessions of open replies: one query every two seconds for all of them (per 500), none while there are no
 * open replies.
 *
 * @param filterLive returns which of at most 500 sessions are live.
 */
export function createSessionWatch(
  filterLive: (session_ids: string[]) => Promise<ReadonlySet<string>>,
): SessionWatch {
  /** The controllers of open replies, by session. */
  const watched = new Map<string, Set<AbortController>>()
  let timer: NodeJS.Timeout | undefined
  let isChecking = false

  /** Checks all sessions, unless the last check still waits for the database: slow ones must not accumulate. */
  async function checkInTurn(): Promise<void> {
    if (isChecking) return
    isChecking = true
    // A database that does not answer has not ended a session.
    await check().catch(() => {})
    isChecking = false
  }

  async function check(): Promise<void> {
    const ids = [...watched.keys()]
    for (let from = 0; from < ids.length; from += MAX_IDS_PER_QUERY) {
      const batch = ids.slice(from, from + MAX_IDS_PER_QUERY)
      const live = await filterLive(batch)
      for (const id of batch) if (!live.has(id)) end(id)
    }
  }

  function end(session_id: string): void {
    for (const controller of watched.get(session_id) ?? []) controller.abort()
  }

  return {
    watch(session_id) {
      const controller = new AbortController()
      const controllers = watched.get(session_id) ?? new Set()
      watched.set(session_id, controllers.add(controller))
      timer ??= setInterval(checkInTurn, CHECK_INTERVAL_MS).unref()
      return {
        signal: controller.signal,
        release() {
          controllers.delete(controller)
          if (controllers.size === 0 && watched.get(session_id) === controllers) watched.delete(session_id)
          if (watched.size > 0) return
          clearInterval(timer)
          timer = undefined
        },
      }
    },
  }
}
