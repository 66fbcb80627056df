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
  /** 1-based line on which it starts. */
  line: number
  /** Position after it; see `ReadResult`. */
  offset: number
  /** Set where the record was found to be broken while it was cut out; in Chinese. */
  fault?: string
}

/** Largest record in bytes. Only a broken file has a larger one, which is reported and skipped. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024

/** Largest number of results that are yielded at once: others wait while a batch is read. */
export const BATCH_RECORDS = 200

/** Thrown while one record is parsed; its message is Chinese and becomes the `reason` of the result. */
export class RecordFault extends Error {}

/** Length of the excerpt of a record that could not be read. */
const MAX_EXCERPT_CHARS = 200

/** Returns the result of a record that could not be read, with an excerpt of it. */
export function failedRead(record: RawRecord, reason: string): ReadResult {
  // White space is collapsed in twice as many characters, so that enough are left.
  const beginning = record.text.slice(0, 2 * MAX_EXCERPT_CHARS).replace(/\s+/g, ' ')
  const excerpt = beginning.trim().slice(0, MAX_EXCERPT_CHARS).toWellFormed()
  return { ok: false, line: record.line, offset: record.offset, reason, excerpt }
}

/** Largest number of warnings about one record. */
const MAX_WARNINGS = 20

/** The warnings about the record that is being parsed; parsing is synchronous, so that one list is enough. */
let currentWarnings: string[] = []

/**
 * Records a warning, in Chinese, that part of the current record was omitted or interpreted differently from how it is
 * written. Duplicates, and warnings beyond `MAX_WARNINGS`, are dropped.
 */
export function addWarning(warning: string): void {
  if (currentWarnings.length < MAX_WARNINGS && !currentWarnings.includes(warning))
    currentWarnings.push(warning)
}

/** Length of a field that is read, in UTF-16 units; only a damaged record has a longer one. */
const MAX_FIELD_CHARS = 200_000

/** Returns the text of a field, cut with a warning where it is too long. */
export function boundedField(name: string, text: string): string {
  if (text.length <= MAX_FIELD_CHARS) return text
  addWarning(`字段「${excerptOf(name)}」太长，只收入前 20 万字`)
  return text.slice(0, MAX_FIELD_CHARS).toWellFormed()
}

const MAX_VALUE_EXCERPT_CHARS = 60

/** Returns the beginning of a value on one line, for a warning. */
export const excerptOf = (value: string): string => {
  const line = value.replace(/\s+/g, ' ').trim()
  if (line.length <= MAX_VALUE_EXCERPT_CHARS) return line
  return `${line.slice(0, MAX_VALUE_EXCERPT_CHARS).toWellFormed()}…`
}

/**
 * Parses one record. Any error concerns this record alone and becomes its reason, so that one odd record never ends an
 * import of millions. Where `parse` returns null, there is nothing to import and no error.
 */
export function readRecord(record: RawRecord, parse: (text: string) => Work | null): ReadResult | null {
  if (record.fault !== undefined) return failedRead(record, record.fault)
  currentWarnings = []
  try {
    const work = parse(record.text)
    const warnings = currentWarnings.length > 0 ? { warnings: currentWarnings } : {}
    return work && { ok: true, work, line: record.line, offset: record.offset, ...warnings }
  } catch (error) {
    if (error instanceof RecordFault) return failedRead(record, error.message)
    return failedRead(record, `无法读取：${error instanceof Error ? error.message : String(error)}`)
  }
}
