// Splits a text of tagged lines into its records.
import { MAX_RECORD_BYTES, type RawRecord } from '../format.ts'
import type { Utf8Chunks } from './bytes.ts'
import { splitLines } from './lines.ts'
import type { TagRules } from './tagged.ts'

/** The record that is being read. */
interface OpenRecord {
  lines: string[]
  /** 1-based line on which it starts. */
  line: number
  /** Characters of its lines. */
  length: number
  /** Whether it consists of first lines so far, to which another first line belongs as well. */
  isFresh: boolean
  /** Whether its first line, the one with the tag `begin`, is missing. */
  isOrphan: boolean
  tags: Set<string>
}

/** The state of splitting one file. */
interface TaggedSplitter {
  rules: TagRules
  current: OpenRecord | null
  /** Offset after the last line of the current record. */
  offset: number
  /** Records that are complete and not yielded yet. */
  done: RawRecord[]
}

/**
 * Splits tagged text into records, in order; batches are not empty. A record that is too long, or without the line that
 * must start it, is yielded with its fault.
 *
 * @param from offset in the stream at which reading resumes, in bytes
 */
export async function* splitTagged(
  chunks: Utf8Chunks,
  rules: TagRules,
  from = 0,
): AsyncGenerator<RawRecord[]> {
  const splitter: TaggedSplitter = { rules, current: null, offset: 0, done: [] }
  const tagOf = rules.tagger()
  for await (const lines of splitLines(chunks, from)) {
    for (const line of lines) {
      if (splitter.current && splitter.current.length > MAX_RECORD_BYTES) finishRecord(splitter)
      addTaggedLine(splitter, line, tagOf(line.text)?.[0])
    }
    if (splitter.done.length > 0) yield splitter.done
    splitter.done = []
  }
  finishRecord(splitter)
  if (splitter.done.length > 0) yield splitter.done
}

/** Moves the current record to `done`, with a fault where it is too long or its first line is missing. */
function finishRecord(splitter: TaggedSplitter): void {
  const { current, rules } = splitter
  splitter.current = null
  if (!current) return
  if (current.isOrphan && rules.essential?.every((tag) => !current.tags.has(tag))) return
  const record: RawRecord = { text: current.lines.join('\n'), line: current.line, offset: splitter.offset }
  if (current.length > MAX_RECORD_BYTES) record.fault = '一条记录超过 16 MB'
  else if (current.isOrphan && !rules.lenient) record.fault = `记录缺少开头的 ${rules.begin}`
  splitter.done.push(record)
}

/** Adds a line to the current record, or starts or ends a record with it. `tag` is undefined for a line without one. */
function addTaggedLine(splitter: TaggedSplitter, line: RawRecord, tag: string | undefined): void {
  const { current, rules } = splitter
  const blank = line.text.trim() === ''
  if (!current) handleBetweenRecords(splitter, line, tag)
  else if (tag === rules.begin && !current.isFresh) startRecord(splitter, line, tag)
  else if (tag !== undefined && tag === rules.end) {
    splitter.offset = line.offset
    finishRecord(splitter)
  } else if (blank && current.isOrphan && rules.lenient) finishRecord(splitter)
  else {
    appendLine(current, line.text, tag)
    current.isFresh &&= tag === undefined ? blank : tag === rules.begin
    if (!blank) splitter.offset = line.offset
  }
}

/** Skips a line that belongs to no record; any other line with a tag starts a record whose first line is missing. */
function handleBetweenRecords(splitter: TaggedSplitter, line: RawRecord, tag: string | undefined): void {
  const { rules } = splitter
  if (tag === undefined || tag === rules.end || rules.outside?.includes(tag)) return
  startRecord(splitter, line, tag)
}

/** Ends the current record, if any, and starts one with a line. */
function startRecord(splitter: TaggedSplitter, line: RawRecord, tag: string): void {
  finishRecord(splitter)
  const isOrphan = tag !== splitter.rules.begin
  const tags = new Set([tag])
  splitter.current = { lines: [line.text], line: line.line, length: 0, isFresh: !isOrphan, isOrphan, tags }
  splitter.offset = line.offset
}

/** Appends a line to a record, as it is. */
function appendLine(current: OpenRecord, text: string, tag: string | undefined): void {
  current.lines.push(text)
  current.length += text.length
  if (tag !== undefined) current.tags.add(tag)
}
