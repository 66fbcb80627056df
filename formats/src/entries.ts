import type { Utf8 } from './bytes.ts'
import { maximumRecordBytes, type RawRecord } from './format.ts'
import { splitLines } from './lines.ts'

/** Whether a line begins an entry; one for each file, since it remembers the lines before. */
export type EntryStart = (line: string) => boolean

interface Entry {
  lines: string[]
  line: number
  offset: number
  length: number
}

function rawOf({ lines, line, offset, length }: Entry): RawRecord {
  const fault = length > maximumRecordBytes ? { fault: '一条记录超过 16 MB' } : {}
  return { text: lines.join('\n'), line, offset, ...fault }
}

function addLine(entry: Entry, { text, offset }: RawRecord): void {
  if (entry.length <= maximumRecordBytes) entry.lines.push(text)
  entry.length += text.length
  if (text.trim() !== '') entry.offset = offset
}

/** Takes lines in; returns the entries that are over, and keeps the last one open. */
function collector(begins: EntryStart) {
  let entry: Entry | undefined
  const take = (each: RawRecord): RawRecord[] => {
    const before = entry
    if (!begins(each.text)) {
      if (before) addLine(before, each)
      return []
    }
    entry = { lines: [each.text], line: each.line, offset: each.offset, length: each.text.length }
    return before ? [rawOf(before)] : []
  }
  return { take, last: (): RawRecord[] => (entry ? [rawOf(entry)] : []) }
}

/** Cuts a text without tags into entries at the lines that `begins` names; lines before the first are left out. */
export async function* splitEntries(chunks: Utf8, begins: EntryStart, from = 0): AsyncGenerator<RawRecord[]> {
  const entries = collector(begins)
  for await (const lines of splitLines(chunks, from)) {
    const done = lines.flatMap(entries.take)
    if (done.length > 0) yield done
  }
  yield entries.last()
}
