// @ts-check
import { constants } from 'node:os'

const CHECK_INTERVAL_MS = 1000
/** Two signals within this time come from one ctrl-C, which both the terminal and npm deliver. */
const SAME_KEY_MS = 500

/**
 * Calls `then` once when npm, which started this process, has ended. The shell between npm and this process does not
 * pass signals on.
 * @param {() => void} then
 */
export function whenAbandoned(then) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    then()
  }, CHECK_INTERVAL_MS)
  timer.unref()
}

/**
 * Passes SIGINT, SIGTERM and SIGHUP to a child, and ends this process in the way in which the child ends.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ ownGroup?: boolean }} [options] ownGroup: the child has a process group of its own and does not receive the terminal's ctrl-C
 */
export function passSignals(child, { ownGroup = false } = {}) {
  let lastPassed = 0
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const isReceivedByChild = signal === 'SIGINT' && process.stdin.isTTY && !ownGroup
      if (isReceivedByChild || Date.now() - lastPassed < SAME_KEY_MS) return
      lastPassed = Date.now()
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
  whenAbandoned(() => void child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
  })
}
