import type { Work } from '@scinav/contract'

/**
 * What a reader yields for one record.
 *
 * `line` is the 1-based line at which the record begins. `offset` is a place to resume from: the number of
 * bytes of the text, decompressed and as UTF-8 without byte order mark, that need not be read again. Give it
 * back as `from`; it means nothing outside the reader.
 */
export type ReadResult =
  | {
      ok: true
      work: Work
      line: number
      offset: number
      /** What was read otherwise than it is written, or left out, in Chinese. */
      warnings?: string[]
    }
  | {
      ok: false
      line: number
      offset: number
      /** Why the record was left out, in Chinese. */
      reason: string
      /** The beginning of the record, at most 200 characters. */
      excerpt: string
    }

export interface ReadOptions {
  /** The `offset` of the last record already taken; reading goes on after it. */
  from?: number
  /** CSV only: column heading → field (see csv-columns.ts). Without it the headings are recognised. */
  mapping?: Readonly<Record<string, string>>
}

export interface ImportFormat {
  id: string
  /** For people, in Chinese. */
  name: string
  /** Without dot. */
  extensions: readonly string[]
  /** How surely a file that begins with `head` (decoded) is of this format: 0 no … 1 certainly. */
  recognise(head: string, fileName: string): number
  /**
   * Reads a file of any size with flat memory, gzip or not, in any of the encodings of encoding.ts. A record
   * that cannot be read is an item with `ok: false`, never an exception; only `source` itself can throw.
   */
  read(source: AsyncIterable<Uint8Array>, options?: ReadOptions): AsyncGenerator<ReadResult[]>
}

/** A record cut out of the stream, before anybody has looked into it. */
export interface RawRecord {
  text: string
  line: number
  offset: number
  /** Set where the cutting itself found the record broken; in Chinese. */
  fault?: string
}

/** A record is larger than this only in a broken file; it is reported and skipped. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024

/** Thrown while one record is being understood; the message is Chinese and becomes the `reason`. */
export class RecordFault extends Error {}

export function failedRead(record: RawRecord, reason: string): ReadResult {
  const excerpt = record.text.slice(0, 400).replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed()
  return { ok: false, line: record.line, offset: record.offset, reason, excerpt }
}

const MAX_WARNINGS = 20

/** The warnings about the record that is being understood, which happens in one go. */
let currentWarnings: string[] = []

/** Notes in Chinese that something of the record at hand was left out, or read otherwise than it is written. */
export function addWarning(warning: string): void {
  if (currentWarnings.length < MAX_WARNINGS && !currentWarnings.includes(warning))
    currentWarnings.push(warning)
}

/** The beginning of a value, for a warning. */
export const excerptOf = (value: string): string => {
  const plain = value.replace(/\s+/g, ' ').trim()
  return plain.length > 60 ? `${plain.slice(0, 60).toWellFormed()}…` : plain
}

/**
 * Understands one record. Whatever goes wrong concerns this record alone and becomes its reason, so that one
 * odd record never ends an import of millions. `null` from `understand` means: nothing to import, no fault.
 */
export function readRecord(record: RawRecord, understand: (text: string) => Work | null): ReadResult | null {
  if (record.fault !== undefined) return failedRead(record, record.fault)
  currentWarnings = []
  try {
    const work = understand(record.text)
    const found = currentWarnings.length > 0 ? { warnings: currentWarnings } : {}
    return work && { ok: true, work, line: record.line, offset: record.offset, ...found }
  } catch (error) {
    if (error instanceof RecordFault) return failedRead(record, error.message)
    return failedRead(record, `无法读取：${error instanceof Error ? error.message : String(error)}`)
  }
}
