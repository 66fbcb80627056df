import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect } from 'vitest'
import { type S3Patience, s3Client } from '../platform/providers/files/s3/client.ts'
import { s3Store } from '../platform/providers/files/s3/s3-store.ts'
import { scratchFolder } from '../platform/providers/files/scratch.ts'
import { newFolder } from './new-folder.ts'
import { type S3Trouble, s3Server } from './s3-server.ts'

const PART = 1_000
/** More than goes in one part. */
export const bytes = Buffer.from(Array.from({ length: 5 * PART }, (_, at) => (at * 7) % 256))
/** A store that does not answer, as it is told. */
export const away = { id: 'storage.unavailable', message: expect.stringContaining('文件存储') }
/** What a store says that has too much to do. */
export const failing: S3Trouble = { status: 503, code: 'SlowDown' }

/** A store of files over a server of S3 in this process. */
export async function s3Scene() {
  const server = await s3Server()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const scratch = join(newFolder(), 'scratch')
  const open = (place = server.place, more: Partial<S3Patience> = {}) => {
    const limits = { wait_ms: 1, ...more }
    const client = s3Client({ place, folder: 'files', now: () => new Date(), log, patience: limits })
    return s3Store({ client, scratch: scratchFolder(scratch), part: PART })
  }
  return { server, lines, scratch, open, store: open() }
}

export async function read(stream: Readable | undefined): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}
