import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { leaseOfDeadProcess } from '../../testing/dead-process.ts'
import { giveLeaseBack, isGone, takeLease } from './lease.ts'

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
  expect(isGone(lease, true)).toBe(false)
  giveLeaseBack(lease)
  expect(isGone(lease, false)).toBe(true)
})

test('a process of this machine is there until it ends', async () => {
  const { lease, child } = await ofAnother('')
  expect(isGone(lease, false)).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isGone(lease, false)).toBe(true)
  expect(isGone(leaseOfDeadProcess(), false)).toBe(true)
})

test('nothing is known of another machine', () => {
  expect(isGone('another-machine/999999999.1/x', false)).toBe(false)
})

// Only Linux tells when a process began.
if (process.platform === 'linux')
  test('another process with the number of the one that is gone does not keep its work', async () => {
    const { lease } = await ofAnother('.1')
    expect(isGone(lease, false)).toBe(true)
  })
