import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rm,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, link } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParseCommand } from './messages.ts'

/** Name of the folder, within that of the results, which contains the folders of running processes. */
export const SANDBOXES_FOLDER = 'sandboxes'

/** The folders of one process: all data of the server that it can see. */
export interface Sandbox {
  /** Contains the current file; read-only for the process. */
  input: string
  /** Contains what the process writes. */
  output: string
  /**
   * Replaces the files of the last command by those of the next, and returns the command with their paths in the
   * sandbox.
   */
  place: (order: ParseCommand) => Promise<ParseCommand>
  /** Moves a finished result to the path in the command. */
  takeResult: (order: ParseCommand) => void
  remove: () => void
}

/** Creates the folders of a process below that of the results. */
export function openSandbox(results: string): Sandbox {
  const parent = join(results, SANDBOXES_FOLDER)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  const root = mkdtempSync(join(parent, 'parser-'))
  const input = join(root, 'input')
  const output = join(root, 'output')
  const result = join(output, 'result.jsonl')
  // The permission model of Node grants access to the content of a folder only if it exists when the process starts.
  for (const folder of [input, output]) mkdirSync(folder, { mode: 0o700 })
  return {
    input,
    output,
    async place(order) {
      for (const folder of [input, output]) emptyFolder(folder)
      const path = join(input, 'file')
      await linkOrCopy(order.path, path)
      const pages = join(output, 'pages')
      linkPages(order.pages, pages)
      if (!order.structure) return { ...order, path, pages, out: result }
      const structure = join(input, 'structure')
      await linkOrCopy(order.structure, structure)
      return { ...order, path, pages, structure, out: result }
    },
    takeResult: (order) => renameSync(result, order.out),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }, () => {}),
  }
}

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Creates a hard link, or a copy when the file is on another file system or hard links are unavailable. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to))
}

/** Creates a hard link, so that pages recognised before a kill are not lost with the folders of the process. */
function linkPages(kept: string, pages: string): void {
  writeFileSync(kept, '', { flag: 'a', mode: 0o600 })
  try {
    linkSync(kept, pages)
  } catch {
    copyFileSync(kept, pages)
  }
}
