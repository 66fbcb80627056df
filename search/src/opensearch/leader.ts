import { randomUUID } from 'node:crypto'
import { isMissing, type OpenSearchClient } from './client.ts'
import { OpenSearchRefused } from './request.ts'

/** Election of the process that writes to an index: one at a time, as long as it renews its heartbeat. */
export interface Leadership {
  /** Returns whether this process may write now; it becomes the leader when there is none. */
  leads: () => Promise<boolean>
  /** Gives up leadership, so that another process can take over at once. */
  release: () => Promise<void>
}

/**
 * A leader whose heartbeat has not changed for this long counts as gone. Each process measures this with its own clock,
 * by observing that the heartbeat counter does not change.
 */
const LEASE_MS = 8_000
/** Interval of heartbeats. The leader regards itself as such for half a lease after it began to send one. */
const HEARTBEAT_MS = 2_000

/** The version of a document, by which OpenSearch detects concurrent writes. */
interface WriteResult {
  _seq_no: number
  _primary_term: number
}

/** What tests replace. */
interface LeadershipOptions {
  /** Returns the time in milliseconds. */
  now?: () => number
  /** Identifies this process. */
  holder?: string
}

/** The leadership of this process. */
interface Lease {
  /** Version of the leader document that this process wrote last, and its heartbeat. */
  version: WriteResult
  beat: number
  /** On the clock of `now`, in milliseconds; 0 when the lease has to be renewed at once. */
  valid_until: number
}

/**
 * Creates the leadership of one process.
 *
 * @param path path of the document that names the leader.
 */
export function createLeadership(
  client: OpenSearchClient,
  path: string,
  { now = () => performance.now(), holder = `${process.pid} ${randomUUID()}` }: LeadershipOptions = {},
): Leadership {
  /** Null while this process does not lead. */
  let lease: Lease | null = null
  /** The last heartbeat of another leader (`HOLDER BEAT`), and when it was first seen. */
  let observed: { heartbeat: string; at: number } | null = null
  let timer: NodeJS.Timeout | undefined
  let isReleased = false

  /**
   * Writes the leader document unless another process has changed it since `previous`, or created it; returns whether
   * it was written.
   */
  async function write(previous: WriteResult | null): Promise<boolean> {
    const beat = (lease?.beat ?? 0) + 1
    const condition = previous ? unchangedSince(previous) : 'op_type=create'
    const began = now()
    try {
      const version = await client.ask<WriteResult>('PUT', `${path}?${condition}`, { holder, beat })
      lease = { version, beat, valid_until: began + LEASE_MS / 2 }
    } catch (error) {
      if (!(error instanceof OpenSearchRefused && error.status === 409)) throw error
      lease = null
    }
    return lease !== null
  }

  /**
   * Takes over leadership when there is no leader document, when it names this process, or when the leader's lease has
   * expired.
   */
  async function takeOver(): Promise<boolean> {
    const document = await readLeaderDocument(client, path)
    if (!document) return write(null)
    const { holder: leader, beat } = document._source
    // The previous write succeeded, but its response arrived too late.
    if (leader === holder) {
      lease = { version: document, beat, valid_until: 0 }
      return write(document)
    }
    const heartbeat = `${leader} ${beat}`
    if (observed?.heartbeat !== heartbeat) observed = { heartbeat, at: now() }
    return now() - observed.at > LEASE_MS ? write(document) : false
  }

  /** Renews leadership, or tries to obtain it unless it has been released; returns whether this process leads. */
  async function renewOrTakeOver(): Promise<boolean> {
    if (lease && (await write(lease.version))) return true
    return isReleased ? false : takeOver()
  }

  /** Sends one heartbeat; the next one tries again if the request fails. Stops them when leadership is lost. */
  async function sendHeartbeat(): Promise<void> {
    if (lease) await renewOrTakeOver().catch(() => false)
    if (!lease) stopHeartbeats()
  }

  function stopHeartbeats(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    async leads() {
      if (lease && now() < lease.valid_until) return true
      const leads = await renewOrTakeOver()
      if (leads) timer ??= setInterval(sendHeartbeat, HEARTBEAT_MS).unref()
      return leads
    },
    async release() {
      isReleased = true
      stopHeartbeats()
      if (!lease) return
      const condition = unchangedSince(lease.version)
      lease = null
      // A document that is left behind expires.
      await client.ask('DELETE', `${path}?${condition}`).catch(() => {})
    },
  }
}

/** Returns the parameters of a write that fails when the document has changed since a version. */
const unchangedSince = ({ _seq_no, _primary_term }: WriteResult) =>
  `if_seq_no=${_seq_no}&if_primary_term=${_primary_term}`

/** The document that names the leader and counts its heartbeats. */
interface LeaderDocument {
  _seq_no: number
  _primary_term: number
  /** `holder` identifies the leading process, `beat` counts its heartbeats. */
  _source: { holder: string; beat: number }
}

/** Reads the leader document; returns null when there is none. */
async function readLeaderDocument(client: OpenSearchClient, path: string): Promise<LeaderDocument | null> {
  try {
    return await client.ask<LeaderDocument>('GET', path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
