import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'

const signals = JSON.stringify(join(repoRoot, 'scripts', 'setup', 'signals.mjs'))

/** What is started says who it is, and stays until it is told to go. */
const SERVER = `console.log(process.pid); setInterval(() => {}, 1000)`
const STARTER = `
  const { passSignals } = await import(${signals})
  const { spawn } = await import('node:child_process')
  passSignals(spawn(process.execPath, ['-e', ${JSON.stringify(SERVER)}], { stdio: 'inherit', detached: true }))
`

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a server whose npm was ended without passing it on ends too', async () => {
  // Like npm's shell: it waits for the starter and hands it nothing.
  const command = `"${process.execPath}" --input-type=module -e '${STARTER.replaceAll("'", `'"'"'`)}'; true`
  const shell = spawn('sh', ['-c', command], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((resolve) =>
    shell.stdout.once('data', (chunk: Buffer) => resolve(Number(String(chunk)))),
  )
  expect(runs(pid)).toBe(true)
  shell.kill('SIGKILL')
  await expect.poll(() => runs(pid)).toBe(false)
})
