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
  /** SHA-256 by name, of files that the database knows. */
  hashes: Map<string, string>
  /** Reads also those that are there already, to their last byte. */
  check: boolean
  /** Hears now and then how many of all have been looked at. */
  report: (done: number, all: number) => void
}

/** What became of all files. */
export interface CopySummary {
  copied: number
  /** Bytes of those. */
  bytes: number
  /** There already. */
  there: number
  /** Not what the database knows of them, and not copied: names. */
  damaged: string[]
  /** Known to the database, and not there in the end: names. */
  missing: string[]
}

type CopyOutcome = 'copied' | 'there' | 'damaged' | 'gone'

/** Files that are on their way at once. */
const MAX_CONCURRENT_COPIES = 8
const REPORT_EVERY = 200

/**
 * Copies every file from one store to another, and reads each again where it has arrived. Nothing is taken away where it
 * was, and what is there already is left: what was interrupted goes on when it is begun again.
 *
 * @throws AppError `storage.unavailable`; OperatorFault where a file does not arrive as it was sent.
 */
export async function copyFiles(copying: CopyOptions): Promise<CopySummary> {
  const { from, to, hashes, report } = copying
  // What is being written has its name when it is whole.
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
  // What the others have begun ends before the failure is told.
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
  // Files come whole or not at all: one of that length is that file.
  if (there && !check && (await from.open(name))?.size === there.size) return { outcome: 'there', size: 0 }
  const lent = await from.lend(name, async (path): Promise<{ outcome: CopyOutcome; size: number }> => {
    const size = await settledSize(path)
    const hash = await hashBytes(createReadStream(path))
    if ((hashes.get(name) ?? hash) !== hash) return { outcome: 'damaged', size }
    if (there?.size === size && (await hashBytes(there.stream())) === hash) return { outcome: 'there', size }
    await to.adopt(name, path)
    const arrived = await to.open(name)
    if (!arrived || (await hashBytes(arrived.stream())) !== hash)
      throw new OperatorFault(`${name} 复制后读到的内容与原来的不同，请检查目标处的存储后再执行一次`)
    return { outcome: 'copied', size }
  })
  // Deleted since it was listed.
  return lent ?? { outcome: 'gone', size: 0 }
}

/** How long a file is, once all of it is on the disk: who adopts it may link to it. */
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
