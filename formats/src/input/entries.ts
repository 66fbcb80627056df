import { MAX_RECORD_BYTES, type RawRecord } from '../format.ts'
import type { Utf8Chunks } from './bytes.ts'
import { splitLines } from './lines.ts'

/** Returns whether a line starts an entry. It may depend on earlier lines, so every file needs a new function. */
export type EntryStart = (line: string) => boolean

/**
 * Splits a text without tags into entries at the lines that `isEntryStart` accepts; lines before the first entry are
 * omitted. The last array may be empty.
 *
 * @param from offset in the stream at which reading resumes, in bytes
 */
export async function* splitEntries(
  chunks: Utf8Chunks,
  isEntryStart: EntryStart,
  from = 0,
): AsyncGenerator<RawRecord[]> {
  const entries = createCollector(isEntryStart)
  for await (const lines of splitLines(chunks, from)) {
    const done = lines.flatMap(entries.take)
    if (done.length > 0) yield done
  }
  yield entries.last()
}

/** The entry that is being read. */
interface OpenEntry {
  lines: string[]
  /** 1-based line on which it starts. */
  line: number
  /** Position after its last line that is not blank. */
  offset: number
  /** Characters of its lines, also of those that are not kept because it is too long. */
  length: number
}

/**
 * Returns a collector: `take` takes a line and returns the entry that it completes, `last` the one that is still
 * open.
 */
function createCollector(isEntryStart: EntryStart) {
  let entry: OpenEntry | undefined
  const take = ({ text, line, offset }: RawRecord): RawRecord[] => {
    const previous = entry
    if (!isEntryStart(text)) {
      if (previous) addLine(previous, { text, line, offset })
      return []
    }
    entry = { lines: [text], line, offset, length: text.length }
    return previous ? [toRawRecord(previous)] : []
  }
  return { take, last: (): RawRecord[] => (entry ? [toRawRecord(entry)] : []) }
}

/** Adds a line to an entry; of the text of a too long one, only the length goes on being counted. */
function addLine(entry: OpenEntry, { text, offset }: RawRecord): void {
  if (entry.length <= MAX_RECORD_BYTES) entry.lines.push(text)
  entry.length += text.length
  if (text.trim() !== '') entry.offset = offset
}

/** Returns a finished entry as a record, with a fault where it is too long. */
function toRawRecord({ lines, line, offset, length }: OpenEntry): RawRecord {
  const fault = length > MAX_RECORD_BYTES ? { fault: '一条记录超过 16 MB' } : {}
  return { text: lines.join('\n'), line, offset, ...fault }
}
