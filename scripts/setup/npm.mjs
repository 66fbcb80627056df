// @ts-check
import { basename } from 'node:path'

/**
 * Returns the command line of the npm that started this process, else of the npm on PATH.
 * @param {string[]} args
 */
export function npmCommand(args) {
  const cli = process.env.npm_execpath
  if (cli && basename(cli) === 'npm-cli.js') return { program: process.execPath, args: [cli, ...args] }
  if (process.platform === 'win32') return { program: 'cmd.exe', args: ['/d', '/c', 'npm', ...args] }
  return { program: 'npm', args }
}
