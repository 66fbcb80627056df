import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OperatorFault } from '../../platform/foundation/errors.ts'
import type { FileStore } from '../../platform/providers/files/port.ts'

interface CopyOptions {
  from: FileStore
  to: FileStore
  /** SHA-256 by name, of the files that the database knows. */
  hashes: Map<string, string>
  /** Whether existing copies are also compared byte by byte. */
  check: boolean
  /** Receives the number of processed files and the total from time to time. */
  report: (done: number, total: number) => void
}

/** The result of copying all files. */
export interface CopySummary {
  copied: number
  /** Total size of the copied files, bytes. */
  bytes: number
  /** Number of files that the target had already. */
  existing: number
  /** Names of files that differ from their registered hash and were not copied. */
  damaged: string[]
  /** Names of files that the database knows and that are missing at the target in the end. */
  missing: string[]
}

/** `existing`: the target had the file already; `removed`: the source no longer has it. */
type CopyOutcome = 'copied' | 'existing' | 'damaged' | 'removed'

/** Number of files copied at once. */
const MAX_CONCURRENT_COPIES = 8
/** Number of files between two reports. */
const FILES_PER_REPORT = 200

/**
 * Copies every file from one store to another, and reads each copy back. Nothing is removed from the source, and
 * existing copies are kept, so an interrupted run can be repeated.
 *
 * @throws AppError `storage.unavailable`; OperatorFault when a copy differs from its source.
 */
export async function copyFiles(options: CopyOptions): Promise<CopySummary> {
  const { from, to, hashes, report } = options
  // A file that is being written gets its name when it is complete.
  const names = (await from.list()).map(({ name }) => name).filter((name) => !name.endsWith('.part'))
  const summary: CopySummary = { copied: 0, bytes: 0, existing: 0, damaged: [], missing: [] }
  let done = 0
  let hasFailed = false
  // The workers share the iterator, so each name is taken once.
  const remaining = names.values()
  const work = async () => {
    for (const name of remaining) {
      if (hasFailed) return
      countOutcome(summary, name, await copyFile(options, name))
      done += 1
      if (done % FILES_PER_REPORT === 0) report(done, names.length)
    }
  }
  const fail = (error: unknown) => {
    hasFailed = true
    throw error
  }
  // The other copies in progress end before the failure is reported.
  const workers = await Promise.allSettled(
    Array.from({ length: MAX_CONCURRENT_COPIES }, () => work().catch(fail)),
  )
  const failure = workers.find((worker) => worker.status === 'rejected')
  if (failure) throw failure.reason
  const atTarget = new Set((await to.list()).map(({ name }) => name))
  summary.missing = [...hashes.keys()].filter((name) => !atTarget.has(name))
  return summary
}

/** Adds the outcome of one file to the summary. */
function countOutcome(
  summary: CopySummary,
  name: string,
  { outcome, size }: { outcome: CopyOutcome; size: number },
): void {
  if (outcome === 'damaged') summary.damaged.push(name)
  if (outcome === 'existing') summary.existing += 1
  if (outcome !== 'copied') return
  summary.copied += 1
  summary.bytes += size
}

/** Copies a file unless the target has it, and returns its size in bytes, 0 when it was not read. */
async function copyFile(
  { from, to, hashes, check }: CopyOptions,
  name: string,
): Promise<{ outcome: CopyOutcome; size: number }> {
  const existing = await to.open(name)
  // Files are stored atomically, so a copy is complete; one of the same length counts as the same file.
  if (existing && !check && (await from.open(name))?.size === existing.size)
    return { outcome: 'existing', size: 0 }
  const result = await from.withLocalFile(
    name,
    async (path): Promise<{ outcome: CopyOutcome; size: number }> => {
      const size = await syncAndMeasure(path)
      const hash = await hashBytes(createReadStream(path))
      if ((hashes.get(name) ?? hash) !== hash) return { outcome: 'damaged', size }
      if (existing?.size === size && (await hashBytes(existing.stream())) === hash)
        return { outcome: 'existing', size }
      await to.putFile(name, path)
      const copy = await to.open(name)
      if (!copy || (await hashBytes(copy.stream())) !== hash)
        throw new OperatorFault(`${name} 复制后读到的内容与原来的不同，请检查目标处的存储后再执行一次`)
      return { outcome: 'copied', size }
    },
  )
  // Deleted since it was listed.
  return result ?? { outcome: 'removed', size: 0 }
}

/** Returns the size of a file once all of it is on the disk, because `putFile` may link to it. */
async function syncAndMeasure(path: string): Promise<number> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

/** Returns the SHA-256 of a stream, in hexadecimal. */
async function hashBytes(bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(bytes, hash)
  return hash.digest('hex')
}
