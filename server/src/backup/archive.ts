import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'

// An archive is gzipped text, a JSON object a line: a head, rows and pieces of files, and an end with
// the number of lines and the SHA-256 of all lines before it.

const FORMAT = 'scinav-backup-1'

const head = z.object({ format: z.literal(FORMAT), created_at: z.string(), migrations: z.array(z.string()) })
const rowLine = z.object({
  table: z.string(),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
const fileLine = z.object({
  file: z.string().regex(/^[\w-]+(?:\/[\w.-]+)*$/),
  at: z.number().int(),
  bytes: z.string(),
})
const end = z.object({ end: z.number().int(), sha256: z.string() })

export type ArchiveLine = z.output<typeof rowLine> | z.output<typeof fileLine>
type Head = Omit<z.output<typeof head>, 'format'>

/** The file is no archive, was cut short, or was changed. */
export class BrokenArchive extends Error {}

/** Writes an archive under another name, makes it durable, and gives it its name at last. */
export async function writeArchive(
  file: string,
  about: Head,
  lines: AsyncIterable<ArchiveLine>,
): Promise<number> {
  const part = `${file}.part`
  const hash = createHash('sha256')
  let count = 0
  async function* text() {
    for await (const line of withHead(about, lines)) {
      const written = `${JSON.stringify(line)}\n`
      hash.update(written)
      count += 1
      yield written
    }
    yield `${JSON.stringify({ end: count, sha256: hash.digest('hex') })}\n`
  }
  await pipeline(text, createGzip(), createWriteStream(part, { mode: 0o600 }))
  const handle = await open(part, 'r+')
  await handle.sync()
  await handle.close()
  await rename(part, file)
  return count - 1
}

async function* withHead(about: Head, lines: AsyncIterable<ArchiveLine>) {
  yield { format: FORMAT, ...about }
  yield* lines
}

async function* rawLines(file: string): AsyncGenerator<string> {
  const input = createReadStream(file).pipe(createGunzip())
  const failed = new Promise<never>((_, reject) => input.on('error', reject))
  failed.catch(() => {})
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
  for (;;) {
    const next = await Promise.race([lines.next(), failed])
    if (next.done) return
    yield next.value
  }
}

/**
 * Reads an archive through once and answers its head.
 *
 * @throws BrokenArchive before anybody has used a line of it.
 */
export async function verifyArchive(file: string): Promise<Head> {
  const hash = createHash('sha256')
  let count = 0
  let first = ''
  let last = ''
  try {
    for await (const line of rawLines(file)) {
      if (last !== '') {
        hash.update(`${last}\n`)
        count += 1
      }
      first ||= line
      last = line
    }
  } catch (error) {
    throw new BrokenArchive(`备份文件读不出来：${(error as Error).message}`)
  }
  const closing = end.safeParse(parse(last))
  if (!closing.success || closing.data.end !== count || closing.data.sha256 !== hash.digest('hex'))
    throw new BrokenArchive('备份文件不完整或已被改动，没有写入任何内容')
  const opening = head.safeParse(parse(first))
  if (!opening.success) throw new BrokenArchive('这不是科学导航的备份文件')
  return opening.data
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The rows and pieces of files of a verified archive. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveLine> {
  let number = 0
  for await (const line of rawLines(file)) {
    number += 1
    const value = parse(line)
    if (number === 1 || end.safeParse(value).success) continue
    const row = rowLine.safeParse(value)
    yield row.success ? row.data : fileLine.parse(value)
  }
}
