import { z } from 'zod'
import type { Row } from '../../platform/db/snapshot.ts'

// An archive is gzipped text, a JSON object a line: a head, rows and pieces of files, and an end with
// the number of lines, the SHA-256 of all lines before it, and how much there is of everything.

const FORMAT = 'scinav-backup-1'

const head = z.object({ format: z.literal(FORMAT), created_at: z.string(), migrations: z.array(z.string()) })

const bytes = z.object({ bytes: z.base64() }).transform((value) => Buffer.from(value.bytes, 'base64'))
const rowLine = z.object({
  table: z.string(),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null(), bytes])),
})

/** Below the folder `files/`, wherever the archive comes from. */
const isInside = (path: string) =>
  !/[\\\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
const fileLine = z.object({
  file: z.string().refine(isInside),
  at: z.number().int().nonnegative(),
  bytes: z.base64().transform((text) => Buffer.from(text, 'base64')),
})

const end = z.object({
  end: z.number().int(),
  sha256: z.string(),
  tables: z.record(z.string(), z.number().int()),
  files: z.number().int(),
})

export type ArchiveLine = { table: string; row: Row } | { file: string; at: number; bytes: Uint8Array }
export type Head = Omit<z.output<typeof head>, 'format'>
export type End = z.output<typeof end>

const base64 = (value: Uint8Array) => Buffer.from(value).toString('base64')

/** JSON has no bytes: in a row they are an object with their base64. */
function plain(row: Row): object {
  const entries = Object.entries(row)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof Uint8Array ? { bytes: base64(value) } : value]),
  )
}

const text = (value: object) => `${JSON.stringify(value)}\n`

/** Makes lines, each with its line feed. */
export const encode = {
  head: (about: Head) => text({ format: FORMAT, ...about }),
  line: (line: ArchiveLine) =>
    'table' in line
      ? text({ table: line.table, row: plain(line.row) })
      : text({ ...line, bytes: base64(line.bytes) }),
  end: (closing: End) => text(closing),
}

/** @throws for a line that is neither a row nor a piece of a file. */
export function decode(line: string): ArchiveLine {
  const value = JSON.parse(line)
  return 'table' in value ? rowLine.parse(value) : fileLine.parse(value)
}

export const readHead = (line: string): Head | null => head.safeParse(parsed(line)).data ?? null

export const readEnd = (line: string): End | null =>
  line.startsWith('{"end":') ? (end.safeParse(parsed(line)).data ?? null) : null

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
