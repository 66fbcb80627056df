import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParseTask } from '../../platform/providers/parsing.ts'
import type { ParseCommand } from './messages.ts'

/** Ends the name of the file with the pages recognized so far, which stands beside the result. */
export const PAGES_SUFFIX = '.pages'
/** Ends the name of the file with the output of the structure service (TEI). */
export const STRUCTURE_SUFFIX = '.tei'
/** How long recognized pages left by an earlier server are kept, in milliseconds. */
const PAGES_TTL_MS = 24 * 60 * 60_000

/**
 * Removes what an earlier server has left, except recently recognized pages, with which the next parse of their file
 * continues.
 */
export function cleanResultFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    // Compared with the system clock, because file times come from it.
    const { size, mtimeMs } = statSync(path)
    const isKept = name.endsWith(PAGES_SUFFIX) && size > 0 && mtimeMs > Date.now() - PAGES_TTL_MS
    if (!isKept) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Has the structure service read the file of a task and writes its output to a file for the parser process: untrusted
 * content is read only there. `structure` is absent without the service, and falsy when it has no output.
 */
export async function writeStructure(
  resultPath: string,
  { structure }: ParseTask,
  signal: AbortSignal,
): Promise<Pick<ParseCommand, 'structure'>> {
  if (!structure) return {}
  const tei = await structure(signal)
  if (tei) await writeFile(resultPath + STRUCTURE_SUFFIX, tei, { mode: 0o600 })
  return { structure: tei && resultPath + STRUCTURE_SUFFIX }
}
