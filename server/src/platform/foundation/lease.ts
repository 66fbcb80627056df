// A lease marks work as done by one process until a time, which that process extends. When the process dies, the lease
// expires and another one takes the work over; on the same machine the death is noticed at once.
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { CLOCK_SKEW_MS, isFresh, latestPlausible } from './clock.ts'

/** How long a lease is valid unless it is extended, ms. */
export const LEASE_MS = 30_000

/** Returns when a lease taken now expires. */
export const leaseUntil = (now: Date, term_ms = LEASE_MS): string =>
  new Date(now.getTime() + term_ms).toISOString()

/** Returns the latest plausible end of a lease; a later one was written by a wrong clock. */
export const latestLeaseEnd = (now: Date, term_ms = LEASE_MS): string =>
  latestPlausible(now, term_ms + CLOCK_SKEW_MS)

/** The storage of leases. */
export interface LeaseStore {
  /** Of these ids, returns those that this process still holds, and whether their cancellation was requested. */
  held: (ids: string[]) => Promise<{ id: string; cancel_requested: 0 | 1 }[]>
  extend: (ids: string[], until: string) => Promise<unknown>
}

/** Work that runs under a lease. */
export interface LeasedWork {
  cancel: () => void
  /** Called when another process holds the work now, or has recorded its end. */
  lose: () => void
}

/** How often a lease is extended during its term. */
const EXTENSIONS_PER_TERM = 3

/**
 * Creates a function to call repeatedly that cancels work whose cancellation was requested, gives up work that is no
 * longer held, and extends the leases of the rest three times within their term. Call it at least as often.
 */
export function createLeaseHolder(now: () => Date, store: LeaseStore, term_ms = LEASE_MS) {
  let extended_at = 0
  return async (work: ReadonlyMap<string, LeasedWork>): Promise<void> => {
    const ids = [...work.keys()]
    if (ids.length === 0) return
    const held = new Map((await store.held(ids)).map((row) => [row.id, row.cancel_requested]))
    for (const id of ids) {
      // Work that has just ended by itself is not held either; giving it up then has no effect.
      if (!held.has(id)) work.get(id)?.lose()
      else if (held.get(id) === 1) work.get(id)?.cancel()
    }
    if (isFresh(extended_at, now().getTime(), term_ms / EXTENSIONS_PER_TERM)) return
    extended_at = now().getTime()
    await store.extend(ids, leaseUntil(now(), term_ms))
  }
}

/**
 * Identifies the space of process ids: this machine, and on Linux its pid namespace, since two containers may have the
 * same host name and do not see each other's processes.
 */
const PROCESS_SPACE = `${hostname()}${readProcessSpace()}`

/** Returns the number of the pid namespace after a colon; '' where there is none. */
function readProcessSpace(): string {
  try {
    return `:${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`
  } catch {
    // Other systems have no such file.
    return ''
  }
}

/** The leases of this process, of every installation it serves (tests have several). */
const ownLeases = new Set<string>()

/** When this process started, in the unit of the system; '' where it is not available. */
const PROCESS_START = readProcessState(process.pid)?.started ?? ''

/**
 * Creates a lease of this process, `<process space>/<pid>.<start time>/<name>`: from it another process can tell whether
 * its holder still runs. The name makes it unique. `releaseLease` ends it.
 */
export function takeLease(name: string): string {
  const lease = `${PROCESS_SPACE}/${process.pid}.${PROCESS_START}/${name}`
  ownLeases.add(lease)
  return lease
}

/** Forgets a lease of this process, whose work has ended. */
export function releaseLease(lease: string): void {
  ownLeases.delete(lease)
}

/**
 * Returns whether nobody works under a lease any more: its process is gone, or has let the lease expire.
 *
 * @param isAlone whether no other process can have this database open (the embedded one).
 */
export function isOrphan(
  { lease, lease_until }: { lease: string | null; lease_until: string | null },
  now: Date,
  isAlone: boolean,
): boolean {
  const until = lease_until ?? ''
  const isOwn = lease !== null && ownLeases.has(lease)
  // A time that is too far ahead was written by a wrong clock; this process corrects its own itself.
  const isImplausible = until > latestLeaseEnd(now) && !isOwn
  return isLeaseHolderGone(lease, isAlone) || until < now.toISOString() || isImplausible
}

/**
 * Returns whether the process that holds a lease is certainly gone. That cannot be known for other machines; their
 * leases expire. Nobody holds a null lease.
 *
 * @param isAlone as in `isOrphan`.
 */
export function isLeaseHolderGone(lease: string | null, isAlone: boolean): boolean {
  if (lease === null) return true
  if (ownLeases.has(lease)) return false
  if (isAlone) return true
  const [space, holder = ''] = lease.split('/')
  if (space !== PROCESS_SPACE) return false
  const [pid, started = ''] = holder.split('.')
  // A lease with the pid of this process that is not its own is of an earlier process.
  return Number(pid) === process.pid || !isRunning(Number(pid), started)
}

/**
 * Returns whether a process still exists; a later process with the same pid is a different one.
 *
 * @param started its start time as `readProcessState` reads it; '' when it is not known.
 */
function isRunning(pid: number, started: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // A process of another user exists, too.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const state = readProcessState(pid)
  return state === null || (!state.hasEnded && (started === '' || started === state.started))
}

/** Fields of `/proc/PID/stat` behind the program name, from 0 (proc(5)): the state, and the start time in clock ticks. */
const STAT_FIELDS = { state: 0, started: 19 }

/** Reads the state of a process from Linux: whether it is a zombie or dead, and when it started. Null elsewhere. */
function readProcessState(pid: number): { hasEnded: boolean; started: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program name is in parentheses and may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      hasEnded: 'ZX'.includes(fields[STAT_FIELDS.state] ?? ''),
      started: fields[STAT_FIELDS.started] ?? '',
    }
  } catch {
    return null
  }
}
