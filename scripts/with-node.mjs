// @ts-check
// node scripts/with-node.mjs [--node-option …] COMMAND [argument …]
// Runs a tool of node_modules/.bin, or a .ts/.mjs file, on the project's Node, whatever Node started this process.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nodeEnv, repoRoot, requireNode } from './node24.mjs'
import { passSignals } from './setup/signals.mjs'

const isScript = (/** @type {string} */ name) => /\.(ts|mts|mjs|cjs|js)$/.test(name)

/**
 * Returns the program and the arguments of a command line; null where there is no such tool.
 * @param {string} node
 * @param {string[]} line
 */
function resolveCommand(node, line) {
  const at = line.findIndex((part) => !part.startsWith('--'))
  const name = line[at]
  if (name === undefined) return null
  if (isScript(name)) return { program: node, args: line, shell: false }
  const windows = process.platform === 'win32'
  const tool = join(repoRoot, 'node_modules', '.bin', windows ? `${name}.cmd` : name)
  if (!existsSync(tool)) return null
  return { program: tool, args: line.slice(at + 1), shell: windows }
}

const node = requireNode()
const line = process.argv.slice(2)
const command = resolveCommand(node, line)
if (!command) {
  console.error(
    `找不到命令：${line.join(' ')}。请先执行 npm install。(Command not found: run npm install first.)`,
  )
  process.exit(1)
}
const child = spawn(command.program, command.args, {
  stdio: 'inherit',
  shell: command.shell,
  env: nodeEnv(node),
})
passSignals(child)
