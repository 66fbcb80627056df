import { spawnSync } from 'node:child_process'
import { releaseLease, takeLease } from '../platform/foundation/lease.ts'

/** A lease as a process of this machine had it that has ended. */
export function leaseOfDeadProcess(): string {
  const mine = takeLease('dead')
  releaseLease(mine)
  const [place] = mine.split('/')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  return `${place}/${pid}.1/dead`
}
