// Defines import formats by how their records are separated: JSON, XML, tagged lines, entries of a list.
import { type ImportFormat, type RawRecord, type ReadOptions, type ReadResult, readRecord } from './format.ts'
import { DamagedArchive, openText } from './input/bytes.ts'
import { type EntryStart, splitEntries } from './input/entries.ts'
import { firstObject, splitJson } from './input/json.ts'
import type { JsonFields } from './input/json-values.ts'
import { splitTagged } from './input/split-tagged.ts'
import type { TagRules } from './input/tagged.ts'
import { splitXmlRecords } from './input/xml-records.ts'

type ByteChunks = AsyncGenerator<Buffer>

/** What a list of formats shows, and how the format is recognized; see `ImportFormat`. */
interface FormatInfo {
  id: string
  name: string
  extensions: readonly string[]
  recognize: (head: string) => number
}

/** Defines a format; `open` reads the decoded text. */
export function defineFormat(
  info: FormatInfo,
  open: (chunks: ByteChunks, options: ReadOptions) => AsyncGenerator<ReadResult[]>,
): ImportFormat {
  return {
    ...info,
    recognize: (head) => info.recognize(head),
    read: (source, options = {}) => readUntilDamaged(open(openText(source), options)),
  }
}

/** Reports a damaged archive as a last failed result with its position, after everything before the damage. */
async function* readUntilDamaged(reads: AsyncGenerator<ReadResult[]>): AsyncGenerator<ReadResult[]> {
  let last: ReadResult | undefined
  try {
    for await (const batch of reads) {
      last = batch.at(-1) ?? last
      yield batch
    }
  } catch (error) {
    if (!(error instanceof DamagedArchive)) throw error
    const reason = '压缩文件不完整或已损坏，其后的内容未能读取'
    yield [{ ok: false, line: last?.line ?? 1, offset: last?.offset ?? 0, reason, excerpt: '' }]
  }
}

/** Converts the text of one record to a work; null where there is nothing to import. */
type RecordParser = Parameters<typeof readRecord>[1]

/** Parses records batch by batch; those with nothing to import leave no result. */
export async function* parseRecords(
  records: AsyncGenerator<RawRecord[]>,
  parse: RecordParser,
): AsyncGenerator<ReadResult[]> {
  for await (const batch of records) {
    const reads: ReadResult[] = []
    for (const record of batch) {
      const read = readRecord(record, parse)
      if (read) reads.push(read)
    }
    if (reads.length > 0) yield reads
  }
}

/** Defines a format of JSON that is recognized by its first record. */
export function jsonFormat(
  id: string,
  name: string,
  parse: RecordParser,
  recognize: (first: JsonFields) => number,
): ImportFormat {
  const info = {
    id,
    name,
    extensions: ['json', 'jsonl', 'ndjson'],
    recognize: (head: string) => recognize(firstObject(head)),
  }
  return defineFormat(info, (chunks, { from }) => parseRecords(splitJson(chunks, from), parse))
}

/** The certainty with which a pattern recognizes XML, see `ImportFormat.recognize`. */
const XML_CERTAINTY = 0.95

/** Defines a format of XML whose records are the given elements; `pattern` recognizes it. */
export function xmlFormat(
  id: string,
  name: string,
  elements: readonly string[],
  parse: RecordParser,
  pattern: RegExp,
): ImportFormat {
  const info = {
    id,
    name,
    extensions: ['xml'],
    recognize: (head: string) => (pattern.test(head) ? XML_CERTAINTY : 0),
  }
  return defineFormat(info, (chunks, { from }) =>
    parseRecords(splitXmlRecords(chunks, elements, from), parse),
  )
}

/** The certainty of tagged text with a sure match at its beginning, with one further on, and with a likely match. */
const TAGGED_CERTAINTY = { atStart: 0.9, later: 0.82, likely: 0.4 }

/**
 * Defines a format of tagged text. Where `sure` matches, the certainty is higher if only blank text precedes the match,
 * because text that resembles another format may follow the first tag; `likely` is used only where `sure` does not
 * match.
 */
export function taggedFormat(
  info: Omit<FormatInfo, 'recognize'>,
  rules: TagRules,
  parse: RecordParser,
  sure: RegExp,
  likely?: RegExp,
): ImportFormat {
  const recognize = (head: string): number => {
    const at = sure.exec(head)?.index ?? -1
    if (at < 0) return likely?.test(head) ? TAGGED_CERTAINTY.likely : 0
    return head.slice(0, at).trim() === '' ? TAGGED_CERTAINTY.atStart : TAGGED_CERTAINTY.later
  }
  return defineFormat({ ...info, recognize }, (chunks, { from }) =>
    parseRecords(splitTagged(chunks, rules, from), parse),
  )
}

/**
 * Defines a format without tags whose text is cut at the lines that start an entry; `start` returns a test of lines.
 */
export function entryListFormat(
  info: FormatInfo,
  start: () => EntryStart,
  parse: RecordParser,
): ImportFormat {
  return defineFormat(info, (chunks, { from }) => parseRecords(splitEntries(chunks, start(), from), parse))
}
