import type { BaseContext } from '../context/context.ts'
import { liveSessions } from '../user/session.service.ts'
import * as chats from './chat.store.ts'

/** Somebody who reads the stream of an answer. */
interface Reader {
  session_id: string
  chat_id: string
  revoke: () => void
}

/** Who reads answers in this process. */
export interface Readers {
  /** Notes a reader; the signal ends when they may not read any more. */
  enter: (who: Omit<Reader, 'revoke'>) => { signal: AbortSignal; leave: () => void }
  /** Ends the streams of those who are logged out or disabled, and of chats that are deleted. */
  check: () => Promise<void>
  count: () => number
}

export function createReaders(ctx: BaseContext): Readers {
  const readers = new Set<Reader>()
  return {
    enter(who) {
      const revoked = new AbortController()
      const reader = { ...who, revoke: () => revoked.abort() }
      readers.add(reader)
      return { signal: revoked.signal, leave: () => void readers.delete(reader) }
    },
    async check() {
      if (readers.size === 0) return
      const now = [...readers]
      const sessions = await liveSessions(ctx, [...new Set(now.map((reader) => reader.session_id))])
      const open = new Set(await chats.alive(ctx.db, [...new Set(now.map((reader) => reader.chat_id))]))
      for (const reader of now)
        if (!sessions.has(reader.session_id) || !open.has(reader.chat_id)) reader.revoke()
    },
    count: () => readers.size,
  }
}
