import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from './config.ts'

const folderPrefix = () => `${hostname()}-`

/**
 * Returns the folder that this process alone uses, for its indexes and for parsing: `INDEX_DIR` if it is set. With an
 * index that processes share (`SEARCH_URL`) it is a folder per process, such as `data/processes/host-4711`, since a
 * restart needs nothing from it; otherwise it is the data folder.
 */
export const ownFolder = ({
  INDEX_DIR,
  DATA_DIR,
  SEARCH_URL,
}: Pick<Config, 'INDEX_DIR' | 'DATA_DIR' | 'SEARCH_URL'>): string =>
  INDEX_DIR ?? (SEARCH_URL ? join(DATA_DIR, 'processes', `${folderPrefix()}${process.pid}`) : DATA_DIR)

/**
 * Removes the folders of processes of this machine that were killed.
 *
 * @param own the folder of this process; the others lie beside it.
 */
export function removeStaleFolders(ownPath: string): void {
  const parent = dirname(ownPath)
  const prefix = folderPrefix()
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

/** Returns whether a process exists; one of another user cannot be signaled, but exists. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
