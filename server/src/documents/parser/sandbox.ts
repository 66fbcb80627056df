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
  enter: (command: ParseCommand) => Promise<ParseCommand>
  /** Saves the pages recognized in a step to the path in the command that `enter` was given. */
  savePages: (command: ParseCommand) => void
  /** Moves a finished result to the path in the command that `enter` was given. */
  saveResult: (command: ParseCommand) => void
  /** Deletes the folders, once the process has ended. */
  remove: () => void
}

/** Creates the folders of a process below the folder of results. */
export function openSandbox(results: string): Sandbox {
  const parent = join(results, SANDBOXES_FOLDER)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  const root = mkdtempSync(join(parent, 'parser-'))
  const input = join(root, 'input')
  const output = join(root, 'output')
  const out = join(output, 'result.jsonl')
  const pages = join(output, 'pages')
  /** Whether the pages file of the sandbox is the one in the command, under a second name. */
  let hasLinkedPages = false
  // The permission model of Node grants access to the content of a folder only if it exists when the process starts.
  for (const folder of [input, output]) mkdirSync(folder, { mode: 0o700 })
  return {
    input,
    output,
    async enter(command) {
      for (const folder of [input, output]) emptyFolder(folder)
      const path = join(input, 'file')
      await linkOrCopy(command.path, path)
      hasLinkedPages = linkPages(command.pages, pages)
      if (!command.structure) return { ...command, path, pages, out }
      const structure = join(input, 'structure')
      await linkOrCopy(command.structure, structure)
      return { ...command, path, pages, structure, out }
    },
    savePages: (command) => {
      if (!hasLinkedPages) copyFileSync(pages, command.pages)
    },
    saveResult: (command) => renameSync(out, command.out),
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

/**
 * Gives a sandbox the pages recognized so far, by a hard link if possible: pages that a process recognizes before it is
 * killed are then kept although its folders are deleted. Returns false when hard links are unavailable; the pages of a
 * killed process are then lost.
 */
function linkPages(from: string, to: string): boolean {
  writeFileSync(from, '', { flag: 'a', mode: 0o600 })
  try {
    linkSync(from, to)
    return true
  } catch {
    copyFileSync(from, to)
    return false
  }
}
