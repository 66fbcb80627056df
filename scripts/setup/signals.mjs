// @ts-check
import { constants } from 'node:os'

const LOOK_MS = 1000

/**
 * Calls `then` once when npm, which started this process, has gone. The shell between npm and us passes no signal on.
 * @param {() => void} then
 */
export function whenAbandoned(then) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    then()
  }, LOOK_MS)
  looking.unref()
}

/**
 * Hands SIGINT, SIGTERM and SIGHUP to a child once each and ends this process the way the child ended.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ ownGroup?: boolean }} [options] ownGroup: the child does not hear the terminal's ctrl-C itself
 */
export function passSignals(child, { ownGroup = false } = {}) {
  let lastPassed = 0
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const heardByChild = signal === 'SIGINT' && process.stdin.isTTY && !ownGroup
      // The terminal and npm both deliver one ctrl-C: the child must not take the second for impatience.
      if (heardByChild || Date.now() - lastPassed < 500) return
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
