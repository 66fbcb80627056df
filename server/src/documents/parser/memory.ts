import { readFileSync } from 'node:fs'

function readProcFile(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // The process has just ended.
    return ''
  }
}

/**
 * Returns the memory in use by a process and its descendants, in bytes: up to four generations and 16 children per
 * process. Returns 0 on systems other than Linux, where only the limit of the heap applies.
 */
export function processMemory(pid: number, depth = 0): number {
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProcFile(`/proc/${pid}/status`))?.[1] ?? 0)
  if (depth > 3) return kilobytes * 1024
  const children = readProcFile(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).slice(0, 16)
  return children.reduce((sum, child) => sum + processMemory(Number(child), depth + 1), kilobytes * 1024)
}
