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
  report: (done: number, all: number) => void
}

/** The result of copying all files. */
export interface CopySummary {
  copied: number
  /** Total size of the copied files, bytes. */
  bytes: number
  /** Number of files that existed already. */
  there: number
  /** Names of files that differ from their registered hash and were not copied. */
  damaged: string[]
  /** Names of files that the database knows and that are missing at the target in the end. */
  missing: string[]
}

type CopyOutcome = 'copied' | 'there' | 'damaged' | 'gone'

/** Number of files copied at once. */
const MAX_CONCURRENT_COPIES = 8
const REPORT_EVERY = 200

/**
 * Copies every file from one store to another, and reads each copy back. Nothing is removed from the source, and
 * existing copies are kept, so an interrupted run can be repeated.
 *
 * @throws AppError `storage.unavailable`; OperatorFault when a copy differs from its source.
 */
export async function copyFiles(copying: CopyOptions): Promise<CopySummary> {
  const { from, to, hashes, report } = copying
  // A file that is being written gets its name when it is complete.
  const names = (await from.list()).map(({ name }) => name).filter((name) => !name.endsWith('.part'))
  const copied: CopySummary = { copied: 0, bytes: 0, there: 0, damaged: [], missing: [] }
  let done = 0
  let failed = false
  const rest = names.values()
  const work = async () => {
    for (const name of rest) {
      if (failed) return
      countOutcome(copied, name, await copyFile(copying, name))
      done += 1
      if (done % REPORT_EVERY === 0) report(done, names.length)
    }
  }
  const fail = (error: unknown) => {
    failed = true
    throw error
  }
  // The other copies in progress end before the failure is reported.
  const ended = await Promise.allSettled(
    Array.from({ length: MAX_CONCURRENT_COPIES }, () => work().catch(fail)),
  )
  const first = ended.find((each) => each.status === 'rejected')
  if (first) throw first.reason
  const arrived = new Set((await to.list()).map(({ name }) => name))
  copied.missing = [...hashes.keys()].filter((name) => !arrived.has(name))
  return copied
}

function countOutcome(
  copied: CopySummary,
  name: string,
  { outcome, size }: { outcome: CopyOutcome; size: number },
): void {
  if (outcome === 'damaged') copied.damaged.push(name)
  if (outcome === 'there') copied.there += 1
  if (outcome !== 'copied') return
  copied.copied += 1
  copied.bytes += size
}

async function copyFile(
  { from, to, hashes, check }: CopyOptions,
  name: string,
): Promise<{ outcome: CopyOutcome; size: number }> {
  const there = await to.open(name)
  // Files are stored atomically: one of the same length is the same file.
  if (there && !check && (await from.open(name))?.size === there.size) return { outcome: 'there', size: 0 }
  const lent = await from.withLocalFile(
    name,
    async (path): Promise<{ outcome: CopyOutcome; size: number }> => {
      const size = await settledSize(path)
      const hash = await hashBytes(createReadStream(path))
      if ((hashes.get(name) ?? hash) !== hash) return { outcome: 'damaged', size }
      if (there?.size === size && (await hashBytes(there.stream())) === hash)
        return { outcome: 'there', size }
      await to.putFile(name, path)
      const arrived = await to.open(name)
      if (!arrived || (await hashBytes(arrived.stream())) !== hash)
        throw new OperatorFault(`${name} 复制后读到的内容与原来的不同，请检查目标处的存储后再执行一次`)
      return { outcome: 'copied', size }
    },
  )
  // Deleted since it was listed.
  return lent ?? { outcome: 'gone', size: 0 }
}

/** Returns the size of a file once all of it is on the disk, because `putFile` may link to it. */
async function settledSize(path: string): Promise<number> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

async function hashBytes(bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(bytes, hash)
  return hash.digest('hex')
}
