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

/** The folder, within that of the results, which holds the folders of the running processes. */
export const SANDBOXES_FOLDER = 'sandboxes'

/** The folders of one process: all that it may see of the server's data. */
export interface Sandbox {
  /** Holds the file in hand; read only. */
  input: string
  /** Holds what the process writes. */
  output: string
  /** Puts the files of an order in place of those of the last one, and returns the order with their paths here. */
  place: (order: ParseCommand) => Promise<ParseCommand>
  /** Moves a finished result to where the order wants it. */
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
  // Node gives a process what is in a folder only where the folder is there when the process starts.
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

/** Copies where the file lies on another file system, or where there are no hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to))
}

/** A hard link: pages recognised before a kill are not lost with the folders of the process. */
function linkPages(kept: string, pages: string): void {
  writeFileSync(kept, '', { flag: 'a', mode: 0o600 })
  try {
    linkSync(kept, pages)
  } catch {
    copyFileSync(kept, pages)
  }
}
