import { spawnSync } from 'node:child_process'
import { releaseLease, takeLease } from '../platform/foundation/lease.ts'

/** Returns a lease of a process of this machine that has ended. */
export function leaseOfDeadProcess(): string {
  const mine = takeLease('dead')
  releaseLease(mine)
  const [place] = mine.split('/')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  return `${place}/${pid}.1/dead`
}
