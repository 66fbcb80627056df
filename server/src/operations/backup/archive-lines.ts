// An archive is gzipped text with one JSON object per line: a head, rows and pieces of files, and an end with the
// number and the SHA-256 of all lines before it, and the counts of rows by table and of files:
//
//   {"format":"scinav-backup-1","created_at":"2026-01-31T08:00:00.000Z","migrations":["0001-accounts"]}
//   {"table":"users","row":{"id":"1","account":"ada"}}
//   {"file":"ab/cdef","at":0,"bytes":"aGVsbG8="}
//   {"end":3,"sha256":"9f86…","tables":{"users":1},"files":1}
import { z } from 'zod'
import type { SnapshotRow } from '../../platform/db/snapshot.ts'

const BACKUP_FORMAT = 'scinav-backup-1'

const headShape = z.object({
  format: z.literal(BACKUP_FORMAT),
  created_at: z.string(),
  migrations: z.array(z.string()),
})

const bytesShape = z.object({ bytes: z.base64() }).transform((value) => Buffer.from(value.bytes, 'base64'))
const rowLineShape = z.object({
  table: z.string(),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null(), bytesShape])),
})

/** Returns whether a path stays below the folder `files/`, wherever the archive comes from. */
const isPathInside = (path: string) =>
  !/[\\\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

const fileLineShape = z.object({
  file: z.string().refine(isPathInside),
  at: z.number().int().nonnegative(),
  bytes: z.base64().transform((text) => Buffer.from(text, 'base64')),
})

const endShape = z.object({
  end: z.number().int(),
  sha256: z.string(),
  tables: z.record(z.string(), z.number().int()),
  files: z.number().int(),
})

/** A row of a table, or a piece of a file at a byte offset. */
export type ArchiveLine =
  | { table: string; row: SnapshotRow }
  | { file: string; at: number; bytes: Uint8Array }
/** When the archive was made, and the migrations of its database. */
export type ArchiveHead = Omit<z.output<typeof headShape>, 'format'>
/** Number and SHA-256 of the lines before, and the contents to expect. */
export type ArchiveEnd = z.output<typeof endShape>

const base64 = (value: Uint8Array) => Buffer.from(value).toString('base64')

/** Converts a row to JSON, which has no bytes: they become an object with their base64. */
function toPlainRow(row: SnapshotRow): object {
  const entries = Object.entries(row)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof Uint8Array ? { bytes: base64(value) } : value]),
  )
}

const toJsonLine = (value: object) => `${JSON.stringify(value)}\n`

/** Encoders of lines, each with its line feed. */
export const encode = {
  head: (head: ArchiveHead) => toJsonLine({ format: BACKUP_FORMAT, ...head }),
  line: (line: ArchiveLine) =>
    'table' in line
      ? toJsonLine({ table: line.table, row: toPlainRow(line.row) })
      : toJsonLine({ ...line, bytes: base64(line.bytes) }),
  end: (end: ArchiveEnd) => toJsonLine(end),
}

/**
 * Decodes a row or a piece of a file.
 *
 * @throws for any other line.
 */
export function decodeLine(line: string): ArchiveLine {
  const value = JSON.parse(line)
  return 'table' in value ? rowLineShape.parse(value) : fileLineShape.parse(value)
}

/** Decodes the first line; null when it is not the head of an archive. */
export const readHead = (line: string): ArchiveHead | null =>
  headShape.safeParse(parseJson(line)).data ?? null

/** Decodes the last line; null when it is not the end of an archive. */
export const readEnd = (line: string): ArchiveEnd | null =>
  line.startsWith('{"end":') ? (endShape.safeParse(parseJson(line)).data ?? null) : null

/** Parses JSON; returns null for text that is not JSON. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
