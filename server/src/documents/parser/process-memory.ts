import { readFileSync } from 'node:fs'

/** The measurement goes down this many generations below a process. */
const MAX_GENERATIONS = 4
/** Only this many children of each process are measured. */
const MAX_CHILDREN = 16

/**
 * Returns the memory in use by a process and its descendants, in bytes: up to `MAX_GENERATIONS` generations and
 * `MAX_CHILDREN` children per process. Returns 0 on systems other than Linux, where only the limit of the heap applies.
 */
export function processMemory(pid: number, generation = 0): number {
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProcFile(`/proc/${pid}/status`))?.[1] ?? 0)
  const ownBytes = kilobytes * 1024
  if (generation >= MAX_GENERATIONS) return ownBytes
  const children = readProcFile(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter(Boolean)
    .slice(0, MAX_CHILDREN)
  return children.reduce((sum, child) => sum + processMemory(Number(child), generation + 1), ownBytes)
}

/** Returns '' when the process has just ended. */
function readProcFile(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
