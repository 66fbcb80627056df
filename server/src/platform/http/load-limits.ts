import { AppError } from '../foundation/errors.ts'

/** Expensive calls of one account that run at once in this process. */
const MAX_RUNNING_PER_ACCOUNT = 3
/** Expensive calls of one account that may wait in addition to those that run. */
const MAX_WAITING_PER_ACCOUNT = 8
/** Expensive calls of all accounts that run at once in this process. */
const MAX_RUNNING = 24
/** Event streams that one account follows at once in this process. */
const MAX_STREAMS_PER_ACCOUNT = 20
/** When a refused caller is advised to try again, seconds. */
const RETRY_AFTER_S = 5

/** Releases what a call holds; further calls have no effect. */
export type Release = () => void

/** Limits what one account may have in progress at once. */
export interface LoadLimits {
  /**
   * Waits for the turn of an expensive call.
   *
   * @throws AppError `request.too_many_at_once` when too many wait already; `server.busy` when the caller disconnects.
   */
  acquireCall: (account_id: string, signal: AbortSignal) => Promise<Release>
  /**
   * Counts an event stream of an account until it is released.
   *
   * @throws AppError `request.too_many_streams`.
   */
  acquireStream: (account_id: string) => Release
}

interface QueuedCall {
  account_id: string
  begin: () => void
}

/**
 * Creates the load limits of this process.
 *
 * @param scale multiplies the limits of an account (load tests).
 */
export function createLoadLimits(scale = 1): LoadLimits {
  const running = createCounts()
  const streams = createCounts()
  const waiting: QueuedCall[] = []

  const hasRoom = (account_id: string) =>
    running.total() < MAX_RUNNING && running.countOf(account_id) < MAX_RUNNING_PER_ACCOUNT * scale

  /** Begins the first waiting call whose account has room. */
  function beginNext(): void {
    const at = waiting.findIndex(({ account_id }) => hasRoom(account_id))
    if (at < 0) return
    const [first] = waiting.splice(at, 1)
    first?.begin()
  }

  /** Queues a call; resolves when it may begin, rejects when its caller leaves. */
  function waitForTurn(account_id: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const call = {
        account_id,
        begin: () => {
          signal.removeEventListener('abort', onAbort)
          running.add(account_id)
          resolve()
        },
      }
      const onAbort = () => {
        const at = waiting.indexOf(call)
        if (at >= 0) waiting.splice(at, 1)
        reject(new AppError('server.busy'))
      }
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.push(call)
      beginNext()
    })
  }

  return {
    async acquireCall(account_id, signal) {
      const waitingOfAccount = waiting.filter((call) => call.account_id === account_id).length
      if (waitingOfAccount >= MAX_WAITING_PER_ACCOUNT * scale)
        throw new AppError('request.too_many_at_once', { retry_after: RETRY_AFTER_S })
      await waitForTurn(account_id, signal)
      return releaseOnce(() => {
        running.remove(account_id)
        beginNext()
      })
    },
    acquireStream(account_id) {
      if (streams.countOf(account_id) >= MAX_STREAMS_PER_ACCOUNT * scale)
        throw new AppError('request.too_many_streams', { limit: MAX_STREAMS_PER_ACCOUNT })
      streams.add(account_id)
      return releaseOnce(() => streams.remove(account_id))
    },
  }
}

/** Counts things in progress, by account and in total. */
function createCounts() {
  const byAccount = new Map<string, number>()
  let total = 0
  const countOf = (account_id: string) => byAccount.get(account_id) ?? 0
  return {
    countOf,
    total: () => total,
    add(account_id: string): void {
      total += 1
      byAccount.set(account_id, countOf(account_id) + 1)
    },
    remove(account_id: string): void {
      total -= 1
      const remaining = countOf(account_id) - 1
      if (remaining > 0) byAccount.set(account_id, remaining)
      else byAccount.delete(account_id)
    },
  }
}

/** Wraps a release so that further calls have no effect. */
function releaseOnce(release: Release): Release {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    release()
  }
}
