import { spawnSync } from 'node:child_process'
import { releaseLease, takeLease } from '../platform/foundation/lease.ts'

/** Returns a lease of a process of this machine that has ended. */
export function leaseOfDeadProcess(): string {
  // A lease begins with what identifies this machine, followed by the process.
  const lease = takeLease('dead')
  releaseLease(lease)
  const [machine] = lease.split('/')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  return `${machine}/${pid}.1/dead`
}
