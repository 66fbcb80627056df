import { hostname } from 'node:os'

/** How long a lease holds without being lengthened. */
export const LEASE_MS = 30_000

/** Leases of this process, of every installation it serves (tests have several). */
const own = new Set<string>()

/** A name for this start of this process: where it runs, which process it is, and `start`. */
export function takeLease(start: string): string {
  const lease = `${hostname()}/${process.pid}/${start}`
  own.add(lease)
  return lease
}

/** Whether this very process holds it. */
export const isOwn = (lease: string | null): boolean => lease !== null && own.has(lease)

export function giveLeaseBack(lease: string): void {
  own.delete(lease)
}

/**
 * Whether the process that holds a lease is certainly gone. Of other machines that cannot be known: their leases run
 * out.
 *
 * @param alone no other process can have this database open (the embedded one).
 */
export function isGone(lease: string | null, alone: boolean): boolean {
  if (lease === null) return true
  if (own.has(lease)) return false
  if (alone) return true
  const [host, pid] = lease.split('/')
  if (host !== hostname()) return false
  return Number(pid) === process.pid || !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else is one, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
