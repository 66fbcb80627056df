import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'

/** Removes the folders of processes of this machine that were killed. */
export function removeStaleFolders(own: string): void {
  const all = dirname(own)
  const mine = `${hostname()}-`
  for (const name of readdirSync(all, { withFileTypes: true }).map((entry) => entry.name)) {
    const pid = name.startsWith(mine) ? Number(name.slice(mine.length)) : Number.NaN
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(all, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
