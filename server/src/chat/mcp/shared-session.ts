import type { McpSession } from '../../platform/providers/mcp/port.ts'

/** Time without calls after which a session is closed. */
const IDLE_TIMEOUT_MS = 30_000

/**
 * Creates a function that runs calls on one shared session, which is opened on first use and closed
 * `IDLE_TIMEOUT_MS` after its last call. A call that finds the session broken replaces it by a new one, once; a call that fails is not
 * repeated.
 */
export function createSharedSession(open: () => Promise<McpSession>) {
  /** The session that is open or being opened; null when there is none. */
  let shared: Promise<McpSession> | null = null
  let activeCalls = 0
  let idleTimer: NodeJS.Timeout | undefined

  const closeSession = () => {
    // The call that opened the session reports why it could not be opened; here there is only nothing to close.
    shared?.then((session) => session.close()).catch(() => {})
    shared = null
  }
  const usableSession = async ({ mayReopen }: { mayReopen: boolean }): Promise<McpSession> => {
    shared ??= open()
    // Another call may replace the session while this one waits for it.
    const awaited = shared
    try {
      const session = await awaited
      // If the second session is broken too, the call on it fails and says why.
      if (!session.isBroken() || !mayReopen) return session
    } catch (error) {
      // A failed opening is not shared any longer: the next call tries again.
      if (shared === awaited) shared = null
      throw error
    }
    // Other calls that still run on the broken session fail anyway.
    if (shared === awaited) closeSession()
    return usableSession({ mayReopen: false })
  }
  return async (work: (session: McpSession) => Promise<string>): Promise<string> => {
    clearTimeout(idleTimer)
    activeCalls += 1
    try {
      return await work(await usableSession({ mayReopen: true }))
    } finally {
      activeCalls -= 1
      if (activeCalls === 0) idleTimer = setTimeout(closeSession, IDLE_TIMEOUT_MS).unref()
    }
  }
}
