import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect } from 'vitest'
import { createS3Client, type S3Timeouts } from '../platform/providers/files/s3/client.ts'
import { createS3Store } from '../platform/providers/files/s3/s3-store.ts'
import { createScratchFolder } from '../platform/providers/files/scratch.ts'
import { newFolder } from './new-folder.ts'
import { type S3Trouble, useS3Server } from './s3-server.ts'

const PART_BYTES = 1_000
/** More bytes than fit into one part. */
export const sampleBytes = Buffer.from(Array.from({ length: 5 * PART_BYTES }, (_, at) => (at * 7) % 256))
/** The error for a store that does not answer. */
export const unavailableFault = { id: 'storage.unavailable', message: expect.stringContaining('文件存储') }
/** The response of an overloaded store. */
export const slowDownTrouble: S3Trouble = { status: 503, code: 'SlowDown' }

/** Creates a file store on an S3 server in this process. */
export async function s3Scene() {
  const server = await useS3Server()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const scratch = join(newFolder(), 'scratch')
  const open = (place = server.place, more: Partial<S3Timeouts> = {}) => {
    const limits = { wait_ms: 1, ...more }
    const client = createS3Client({
      location: place,
      folder: 'files',
      now: () => new Date(),
      log,
      timeouts: limits,
    })
    return createS3Store({ client, scratch: createScratchFolder(scratch), part_bytes: PART_BYTES })
  }
  return { server, lines, scratch, open, store: open() }
}

export async function readStream(stream: Readable | undefined): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}
