// @ts-check
// Shows a step of the set-up on the terminal: one line that counts seconds in place, and its result.
import { spawn } from 'node:child_process'

const TTY_INTERVAL_MS = 500
const LOG_INTERVAL_MS = 30_000

const seconds = (/** @type {number} */ since) => `${((Date.now() - since) / 1000).toFixed(0)} 秒`

/**
 * Runs a program and prints one line with its result. The output of the program is shown only when it fails. Where the
 * output is not a terminal, a line is printed every `LOG_INTERVAL_MS`.
 * @param {string} title
 * @param {{ program: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv, detail?: () => string }} command
 * @returns {Promise<number>} the exit code
 */
export function runStep(title, { program, args, cwd, env = process.env, detail = () => '' }) {
  const started = Date.now()
  const tty = process.stdout.isTTY === true
  const showStatus = () => {
    const status = `… ${title}，已用 ${seconds(started)}${detail()}`
    process.stdout.write(tty ? `\r\x1b[2K${status}` : `${status}\n`)
  }
  if (tty) showStatus()
  const timer = setInterval(showStatus, tty ? TTY_INTERVAL_MS : LOG_INTERVAL_MS)
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    const end = (/** @type {number} */ code) => {
      clearInterval(timer)
      if (tty) process.stdout.write('\r\x1b[2K')
      if (code !== 0)
        console.error(
          Buffer.concat(output)
            .toString()
            .replace(/^(?=.)/gm, '  │ '),
        )
      console.log(code === 0 ? `✓ ${title}（${seconds(started)}）` : `✗ ${title}失败（退出码 ${code}）`)
      resolve(code)
    }
    child.on('error', (error) => {
      output.push(Buffer.from(error.message))
      end(127)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}
