import type { Work } from '@scinav/contract'

/**
 * The result of reading one record.
 *
 * `line` is the 1-based line on which the record starts. `offset` is a position for resuming: the number of bytes of
 * the text, decompressed and as UTF-8 without byte order mark, that need not be read again. It is passed back as `from`
 * and has no meaning outside the reader.
 */
export type ReadResult =
  | {
      ok: true
      work: Work
      line: number
      offset: number
      /** Remarks on content that was omitted or interpreted differently from how it is written, in Chinese. */
      warnings?: string[]
    }
  | {
      ok: false
      line: number
      offset: number
      /** Why the record was not imported, in Chinese. */
      reason: string
      /** The beginning of the record, at most 200 characters. */
      excerpt: string
    }

/** Options for reading a file. */
export interface ReadOptions {
  /** The `offset` of the last record already imported; reading continues after it. */
  from?: number
  /** For CSV only: column heading → field (see csv-columns.ts). Without it the headings are recognized. */
  mapping?: Readonly<Record<string, string>>
}

/** A format that can be imported. */
export interface ImportFormat {
  id: string
  /** The displayed name, in Chinese. */
  name: string
  /** File extensions without dot. */
  extensions: readonly string[]
  /** Returns how likely a file that starts with `head` (decoded) has this format: 0 no … 1 certainly. */
  recognize(head: string, fileName: string): number
  /**
   * Reads a file of any size in constant memory, compressed with gzip or not, in any encoding that encoding.ts detects.
   * A record that cannot be read is a result with `ok: false`, never an exception; only `source` itself can throw.
   */
  read(source: AsyncIterable<Uint8Array>, options?: ReadOptions): AsyncGenerator<ReadResult[]>
}

/** A record cut out of the stream, not parsed yet. */
export interface RawRecord {
  text: string
  line: number
  offset: number
  /** Set where the record was found to be broken while it was cut out; in Chinese. */
  fault?: string
}

/** Largest record in bytes. Only a broken file has a larger one, which is reported and skipped. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024

/** Thrown while one record is parsed; its message is Chinese and becomes the `reason` of the result. */
export class RecordFault extends Error {}

/** Returns the result of a record that could not be read, with an excerpt of it. */
export function failedRead(record: RawRecord, reason: string): ReadResult {
  const excerpt = record.text.slice(0, 400).replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed()
  return { ok: false, line: record.line, offset: record.offset, reason, excerpt }
}

const MAX_WARNINGS = 20

/** The warnings about the record that is being parsed; parsing is synchronous, so that one list is enough. */
let currentWarnings: string[] = []

/**
 * Records a warning, in Chinese, that part of the current record was omitted or interpreted differently from how it is
 * written. Duplicates, and warnings beyond the limit of 20, are dropped.
 */
export function addWarning(warning: string): void {
  if (currentWarnings.length < MAX_WARNINGS && !currentWarnings.includes(warning))
    currentWarnings.push(warning)
}

/** Returns the first 60 characters of a value on one line, for a warning. */
export const excerptOf = (value: string): string => {
  const plain = value.replace(/\s+/g, ' ').trim()
  return plain.length > 60 ? `${plain.slice(0, 60).toWellFormed()}…` : plain
}

/**
 * Parses one record. Any error concerns this record alone and becomes its reason, so that one odd record never ends an
 * import of millions. Where `understand` returns null, there is nothing to import and no error.
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
