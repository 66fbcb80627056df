// @ts-check
// One step of the set-up on the terminal: a line that counts seconds on a terminal, a line every ten seconds elsewhere.
import { spawn } from 'node:child_process'

const seconds = (/** @type {number} */ since) => `${((Date.now() - since) / 1000).toFixed(0)} 秒`

/**
 * Runs a program and shows what it prints, indented, below a heading in Chinese.
 * @param {string} title
 * @param {{ program: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv, detail?: () => string }} command
 * @returns {Promise<number>} the exit code
 */
export function runStep(title, { program, args, cwd, env = process.env, detail = () => '' }) {
  const started = Date.now()
  const tty = process.stdout.isTTY === true
  const status = () => `  … ${title}，已用 ${seconds(started)}${detail()}`
  const clear = () => tty && process.stdout.write('\r\x1b[2K')
  console.log(`▸ ${title}`)
  const timer = setInterval(
    () => {
      clear()
      process.stdout.write(tty ? status() : `${status()}\n`)
    },
    tty ? 500 : 10_000,
  )
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const show = (/** @type {Buffer} */ chunk) => {
      clear()
      process.stdout.write(chunk.toString().replace(/^(?=.)/gm, '  │ '))
    }
    child.stdout.on('data', show)
    child.stderr.on('data', show)
    const end = (/** @type {number} */ code) => {
      clearInterval(timer)
      clear()
      console.log(code === 0 ? `✓ ${title}完成（${seconds(started)}）` : `✗ ${title}失败（退出码 ${code}）`)
      resolve(code)
    }
    child.on('error', (error) => {
      console.error(`  │ ${error.message}`)
      end(127)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}
