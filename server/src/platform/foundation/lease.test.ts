import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { leaseOfDeadProcess } from '../../testing/dead-process.ts'
import { isLeaseHolderGone, releaseLease, takeLease } from './lease.ts'

/** A lease as another process of this machine has it. */
async function ofAnother(since: string) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  const [place] = takeLease('x').split('/')
  return { lease: `${place}/${child.pid}${since}/x`, child }
}

test('a lease of this process is there until it is given back', () => {
  const lease = takeLease('one')
  expect(isLeaseHolderGone(lease, true)).toBe(false)
  releaseLease(lease)
  expect(isLeaseHolderGone(lease, false)).toBe(true)
})

test('a process of this machine is there until it ends', async () => {
  const { lease, child } = await ofAnother('')
  expect(isLeaseHolderGone(lease, false)).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isLeaseHolderGone(lease, false)).toBe(true)
  expect(isLeaseHolderGone(leaseOfDeadProcess(), false)).toBe(true)
})

test('nothing is known of another machine', () => {
  expect(isLeaseHolderGone('another-machine/999999999.1/x', false)).toBe(false)
})

// Only Linux tells when a process began.
if (process.platform === 'linux')
  test('another process with the number of the one that is gone does not keep its work', async () => {
    const { lease } = await ofAnother('.1')
    expect(isLeaseHolderGone(lease, false)).toBe(true)
  })
