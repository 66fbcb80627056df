import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpuSeconds, localPath } from './process.ts'

/** Measurements of an import. */
export interface ImportRates {
  /** Papers per second. */
  rate: number
  /** Seconds of processor time. */
  cpu: number
  /** Bytes of memory after an eighth, and after all, was read. */
  early: number
  late: number
}

const CLI_FILE = '../server/src/library/import/worker/import-cli.ts'

/** Runs the import command on a file of `count` papers, for database and index together. */
export function importPapers(file: string, folder: string, count: number): Promise<ImportRates> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', localPath(CLI_FILE), file],
    {
      env: { ...process.env, DATA_DIR: folder },
    },
  )
  const rates = { cpu: 0, early: 0, late: 0 }
  const watch = () => {
    if (child.exitCode !== null) return
    rates.cpu = cpuSeconds(child)
    rates.late = Math.max(rates.late, residentBytes(child.pid))
  }
  const timer = setInterval(watch, 500)
  child.stdout.on('data', (chunk) => {
    const read = Number(/已读入 (\d+) 条/.exec(String(chunk))?.[1] ?? 0)
    watch()
    if (read > 0 && read <= count / 8) rates.early = Math.max(rates.early, residentBytes(child.pid))
  })
  child.stderr.pipe(process.stderr)
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => {
      clearInterval(timer)
      if (code !== 0) reject(new Error(`the import ended with ${code}`))
      else resolve({ ...rates, rate: count / ((performance.now() - begun) / 1000) })
    })
  })
}

/** Returns the resident memory of a process; NaN on systems other than Linux. */
export function residentBytes(pid: number | undefined): number {
  if (process.platform !== 'linux' || !pid) return Number.NaN
  const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]
  return Number(pages) * 4096
}
