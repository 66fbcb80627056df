import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { OperatorFault } from '../../platform/foundation/errors.ts'
import { syncFolder } from '../../platform/providers/files/folder-store.ts'
import { type ArchiveHead, type ArchiveLine, decodeLine, encode, readEnd, readHead } from './archive-lines.ts'

/** Thrown for a file that is not an archive, is truncated, or was changed. */
export class BrokenArchive extends OperatorFault {}

/** Number of rows per table, and of files. */
export interface ArchiveContents {
  tables: Record<string, number>
  files: number
}

/** Number of lines between two reports. */
const LINES_PER_REPORT = 10_000

/**
 * Writes an archive under a temporary name, makes it durable, verifies it, and renames it at last.
 *
 * @param report receives the number of lines so far from time to time.
 */
export async function writeArchive(
  file: string,
  head: ArchiveHead,
  lines: AsyncIterable<ArchiveLine>,
  report: (lines: number) => void = () => {},
): Promise<ArchiveContents> {
  const part_file = `${file}.part`
  const contents: ArchiveContents = { tables: {}, files: 0 }
  const hash = createHash('sha256')
  let count = 0
  const registerLine = (line: string) => {
    hash.update(line)
    count += 1
    if (count % LINES_PER_REPORT === 0) report(count)
    return line
  }
  async function* text() {
    yield registerLine(encode.head(head))
    for await (const line of lines) {
      countContent(contents, line)
      yield registerLine(encode.line(line))
    }
    yield encode.end({ end: count, sha256: hash.digest('hex'), ...contents })
  }
  try {
    await pipeline(text, createGzip(), createWriteStream(part_file, { mode: 0o600, flush: true }))
    await verifyArchive(part_file)
  } catch (error) {
    await rm(part_file, { force: true })
    throw error
  }
  await rename(part_file, file)
  await syncFolder(dirname(file))
  return contents
}

/** Adds a line to the counts; a file counts with its first piece. */
function countContent(contents: ArchiveContents, line: ArchiveLine): void {
  if ('table' in line) contents.tables[line.table] = (contents.tables[line.table] ?? 0) + 1
  else if (line.at === 0) contents.files += 1
}

/**
 * Yields the lines of an archive. They are split at line feeds alone: readline would also split at U+2028, which texts
 * may contain.
 */
async function* rawLines(file: string): AsyncGenerator<string> {
  const text = createGunzip()
  // An error of the file destroys `text`, so the loop below throws it.
  pipeline(createReadStream(file), text).catch(() => {})
  /** The pieces of the line whose end has not been read. */
  let pieces: string[] = []
  for await (const chunk of text.setEncoding('utf8') as AsyncIterable<string>) {
    const [lineEnd = '', ...lineStarts] = chunk.split('\n')
    pieces.push(lineEnd)
    for (const start of lineStarts) {
      yield pieces.join('')
      pieces = [start]
    }
  }
  if (pieces.join('') !== '') yield pieces.join('')
}

/**
 * Reads every line of an archive once and returns its head and contents.
 *
 * @throws BrokenArchive before any line of it has been used.
 */
export async function verifyArchive(file: string): Promise<ArchiveHead & ArchiveContents> {
  try {
    return await checkLines(file)
  } catch (error) {
    if (error instanceof BrokenArchive || (error as { code?: string }).code === 'ENOENT') throw error
    throw new BrokenArchive(`备份文件读不出来，可能已损坏或不是备份文件（${(error as Error).message}）`)
  }
}

/** Decodes every line and compares the counts and the hash with those at the end of the archive. */
async function checkLines(file: string): Promise<ArchiveHead & ArchiveContents> {
  const hash = createHash('sha256')
  const contents: ArchiveContents = { tables: {}, files: 0 }
  let count = 0
  let head: ArchiveHead | undefined
  // Each line is processed when the next one is there, because the last one is the end and not part of the hash.
  let previous: string | undefined
  for await (const line of rawLines(file)) {
    if (previous !== undefined) {
      hash.update(`${previous}\n`)
      count += 1
      if (head) countContent(contents, decodeLine(previous))
      else head = requireHead(previous)
    }
    previous = line
  }
  const end = readEnd(previous ?? '')
  const isIntact = end?.end === count && end.sha256 === hash.digest('hex')
  if (!head || !end || !isIntact || !sameContents(end, contents))
    throw new BrokenArchive('备份文件不完整或已被改动，没有写入任何内容')
  return { ...head, ...contents }
}

function requireHead(line: string): ArchiveHead {
  const head = readHead(line)
  if (!head) throw new BrokenArchive('这不是科学导航的备份文件')
  return head
}

function sameContents(a: ArchiveContents, b: ArchiveContents): boolean {
  const names = new Set([...Object.keys(a.tables), ...Object.keys(b.tables)])
  return a.files === b.files && [...names].every((name) => a.tables[name] === b.tables[name])
}

/** Yields the rows and pieces of files of a verified archive. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveLine> {
  let isHead = true
  for await (const line of rawLines(file)) {
    if (!isHead && !readEnd(line)) yield decodeLine(line)
    isHead = false
  }
}

/** Describes the contents of an archive for people: the rows of each table, and the files. */
export function describeContents({ tables, files }: ArchiveContents): string {
  const counts = Object.entries(tables).map(([name, count]) => `${name} ${count}`)
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return `${rows} 条记录，${files} 个文件；${counts.join('、')}`
}
