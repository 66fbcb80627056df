// @ts-check
import { constants } from 'node:os'

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
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
  })
}
