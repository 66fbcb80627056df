import type { McpSession } from '../../platform/providers/mcp/port.ts'

const IDLE_TIMEOUT_MS = 30_000

/**
 * Creates a shared session that is opened on first use, reopened when it breaks, and closed when it is no longer used.
 */
export function createSharedSession(open: () => Promise<McpSession>) {
  let opened: Promise<McpSession> | null = null
  let users = 0
  let idle: NodeJS.Timeout | undefined

  const end = () => {
    opened?.then((session) => session.close()).catch(() => {})
    opened = null
  }
  const current = async (mayReopen: boolean): Promise<McpSession> => {
    opened ??= open()
    const mine = opened
    try {
      const session = await mine
      if (!session.broken() || !mayReopen) return session
    } catch (error) {
      if (opened === mine) opened = null
      throw error
    }
    if (opened === mine) end()
    return current(false)
  }
  return async (work: (session: McpSession) => Promise<string>): Promise<string> => {
    clearTimeout(idle)
    users += 1
    try {
      return await work(await current(true))
    } finally {
      users -= 1
      if (users === 0) idle = setTimeout(end, IDLE_TIMEOUT_MS).unref()
    }
  }
}
