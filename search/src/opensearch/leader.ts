import { randomUUID } from 'node:crypto'
import { isMissing, type OpenSearchClient, OpenSearchRefused } from './client.ts'

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
const HEARTBEAT_MS = 2_000

interface LeaderDocument {
  _seq_no: number
  _primary_term: number
  _source: { holder: string; beat: number }
}

interface WriteResult {
  _seq_no: number
  _primary_term: number
}

async function readLeaderDocument(client: OpenSearchClient, path: string): Promise<LeaderDocument | null> {
  try {
    return await client.ask<LeaderDocument>('GET', path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Creates the leadership of one process.
 *
 * @param path path of the document that names the leader.
 */
export function createLeadership(
  client: OpenSearchClient,
  path: string,
  {
    now = () => performance.now(),
    holder = `${process.pid} ${randomUUID()}`,
  }: { now?: () => number; holder?: string } = {},
): Leadership {
  let own: { place: WriteResult; beat: number; until: number } | null = null
  let heard: { beat: string; at: number } | null = null
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  /** Writes the leader document unless another process has changed it meanwhile. */
  async function write(over: WriteResult | null): Promise<boolean> {
    const beat = (own?.beat ?? 0) + 1
    const unless = over ? `if_seq_no=${over._seq_no}&if_primary_term=${over._primary_term}` : 'op_type=create'
    const began = now()
    try {
      const place = await client.ask<WriteResult>('PUT', `${path}?${unless}`, { holder, beat })
      own = { place, beat, until: began + LEASE_MS / 2 }
    } catch (error) {
      if (!(error instanceof OpenSearchRefused && error.status === 409)) throw error
      own = null
    }
    return own !== null
  }

  /**
   * Takes over leadership when there is no leader document, when it names this process, or when the leader's lease has
   * expired.
   */
  async function become(): Promise<boolean> {
    const place = await readLeaderDocument(client, path)
    if (!place) return write(null)
    const { holder: other, beat } = place._source
    // The previous write succeeded, but its response arrived too late.
    if (other === holder) {
      own = { place, beat, until: 0 }
      return write(place)
    }
    const said = `${other} ${beat}`
    if (heard?.beat !== said) heard = { beat: said, at: now() }
    return now() - heard.at > LEASE_MS ? write(place) : false
  }

  /** Renews leadership, or tries to obtain it unless it has been released. */
  async function goOn(): Promise<boolean> {
    if (own && (await write(own.place))) return true
    return isOver ? false : become()
  }

  /** Renews leadership periodically, until it is lost. */
  async function renew(): Promise<void> {
    if (own) await goOn().catch(() => false)
    if (!own) stop()
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    async leads() {
      if (own && now() < own.until) return true
      const leads = await goOn()
      if (leads) timer ??= setInterval(renew, HEARTBEAT_MS).unref()
      return leads
    },
    async release() {
      isOver = true
      stop()
      if (!own) return
      const { _seq_no, _primary_term } = own.place
      own = null
      await client
        .ask('DELETE', `${path}?if_seq_no=${_seq_no}&if_primary_term=${_primary_term}`)
        .catch(() => {})
    },
  }
}
