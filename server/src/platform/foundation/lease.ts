import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { CLOCK_SKEW_MS, isFresh, latestPlausible } from './clock.ts'

/** How long a lease holds without being lengthened. */
export const LEASE_MS = 30_000

/** Until when a lease holds that is taken now. */
export const leaseUntil = (now: Date, term_ms = LEASE_MS): string =>
  new Date(now.getTime() + term_ms).toISOString()

/** A lease that runs longer was written by a wrong clock. */
export const latestLeaseEnd = (now: Date, term_ms = LEASE_MS): string =>
  latestPlausible(now, term_ms + CLOCK_SKEW_MS)

/** Where leases stand. */
export interface LeaseStore {
  /** Of this work, what is still this process's, and whether somebody wants it stopped. */
  held: (ids: string[]) => Promise<{ id: string; cancel_requested: 0 | 1 }[]>
  extend: (ids: string[], until: string) => Promise<unknown>
}

/** Work that is done under a lease. */
export interface LeasedWork {
  cancel: () => void
  /** Another process has it now, or has said how it ended. */
  lose: () => void
}

/**
 * Looks after leased work: cancels what somebody wants stopped, gives up what is no longer held, and lengthens the
 * leases of the rest three times within their term. Called again and again.
 */
export function createLeaseHolder(now: () => Date, store: LeaseStore, term_ms = LEASE_MS) {
  let extended_at = 0
  return async (work: ReadonlyMap<string, LeasedWork>): Promise<void> => {
    const ids = [...work.keys()]
    if (ids.length === 0) return
    const held = new Map((await store.held(ids)).map((row) => [row.id, row.cancel_requested]))
    for (const id of ids) {
      // Work that has just ended by itself is not held either; to give it up then changes nothing.
      if (!held.has(id)) work.get(id)?.lose()
      else if (held.get(id) === 1) work.get(id)?.cancel()
    }
    if (isFresh(extended_at, now().getTime(), term_ms / 3)) return
    extended_at = now().getTime()
    await store.extend(ids, leaseUntil(now(), term_ms))
  }
}

/**
 * Where the numbers of processes are the same as here: this machine, and on Linux this container, since two containers
 * may be called alike and do not see each other's processes.
 */
const PROCESS_SPACE = `${hostname()}${readProcessSpace()}`

function readProcessSpace(): string {
  try {
    return `:${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`
  } catch {
    // Other systems have none.
    return ''
  }
}

/** Leases of this process, of every installation it serves (tests have several). */
const ownLeases = new Set<string>()

/** When this process began, as the system counts; '' where it does not tell. */
const PROCESS_START = readProcessState(process.pid)?.born ?? ''

/** A name for work of this process: where it runs, which process it is and when that began, and `name`. */
export function takeLease(name: string): string {
  const lease = `${PROCESS_SPACE}/${process.pid}.${PROCESS_START}/${name}`
  ownLeases.add(lease)
  return lease
}

export function releaseLease(lease: string): void {
  ownLeases.delete(lease)
}

/**
 * Whether the work under a lease has nobody who does it: its process is gone, or has let the lease run out.
 *
 * @param alone no other process can have this database open (the embedded one).
 */
export function isOrphan(
  { lease, lease_until }: { lease: string | null; lease_until: string | null },
  now: Date,
  alone: boolean,
): boolean {
  const until = lease_until ?? ''
  const isWrong = until > latestLeaseEnd(now) && !(lease !== null && ownLeases.has(lease))
  return isLeaseHolderGone(lease, alone) || until < now.toISOString() || isWrong
}

/**
 * Whether the process that holds a lease is certainly gone. Of other machines that cannot be known: their leases run
 * out.
 *
 * @param alone as `isOrphan` has it.
 */
export function isLeaseHolderGone(lease: string | null, alone: boolean): boolean {
  if (lease === null) return true
  if (ownLeases.has(lease)) return false
  if (alone) return true
  const [place, holder = ''] = lease.split('/')
  if (place !== PROCESS_SPACE) return false
  const [pid, since = ''] = holder.split('.')
  return Number(pid) === process.pid || !isRunning(Number(pid), since)
}

/** Whether this process is there still; one that has its number since then is another. */
function isRunning(pid: number, since: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // A process of somebody else is one, too.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const state = readProcessState(pid)
  return state === null || (!state.ended && (since === '' || since === state.born))
}

/** What Linux tells of a process: whether it has ended and only waits to be noticed, and when it began. */
function readProcessState(pid: number): { ended: boolean; born: string } | null {
  try {
    const told = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program's name stands in brackets and may have any sign in it.
    const fields = told.slice(told.lastIndexOf(')') + 2).split(' ')
    return { ended: 'ZX'.includes(fields[0] ?? ''), born: fields[19] ?? '' }
  } catch {
    return null
  }
}
