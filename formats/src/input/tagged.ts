// The common structure of RIS, EndNote, RefWorks, NoteExpress, CNKI, Ovid and Web of Science: lines with a tag in
// front.
import type { Creator } from '@scinav/contract'
import { addWarning, excerptOf, MAX_RECORD_BYTES, type RawRecord } from '../format.ts'
import type { Utf8Chunks } from './bytes.ts'
import { splitLines } from './lines.ts'

/** The values of each tag, in order. */
export type TaggedFields = ReadonlyMap<string, readonly string[]>

/** Returns tag and value of a line; null for a line that continues the previous value. */
export type Tagger = (line: string) => readonly [string, string] | null

/** The rules of a tagged format. */
export interface TagRules {
  /** Returns a tagger for one file or one record; how it interprets a line may depend on earlier lines. */
  tagger(): Tagger
  /** The tag that starts a record. */
  begin: string
  /** The tag that ends a record, where the format has one. */
  end?: string
  /** Tags outside of records, which belong to the file. */
  outside?: readonly string[]
  /** Tags whose continuation lines are values of their own. */
  perLine?: readonly string[]
  /** Tags whose values end with their line. */
  oneLine?: readonly string[]
  /** Tags whose values may continue after a blank line; when absent, all may. */
  prose?: readonly string[]
  /**
   * Tags of which a record without its first line must have at least one to count as a record; when absent, any lines
   * do.
   */
  essential?: readonly string[]
  /** Whether a record without its first line is accepted; it then ends at a blank line. */
  lenient?: boolean
}

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

/** Returns the fields of one record; of the tag `begin` only the last value is kept. Adds warnings to the record. */
export function parseTagged(text: string, rules: TagRules): TaggedFields {
  const fields = new Map<string, string[]>()
  const tagOf = rules.tagger()
  let tag = ''
  let values: string[] = []
  let afterBlank = false
  for (const line of text.split('\n')) {
    const found = tagOf(line)
    if (found) {
      tag = found[0]
      values = tag === rules.begin ? [] : (fields.get(tag) ?? [])
      values.push(found[1])
      fields.set(tag, values)
    } else continueValue(rules, tag, values, line, afterBlank)
    afterBlank = !found && (afterBlank || line.trim() === '')
  }
  return fields
}

/**
 * Handles a line without a tag: it continues the last value, is another value of its tag, or is dropped with a warning.
 */
function continueValue(
  rules: TagRules,
  tag: string,
  values: string[],
  line: string,
  afterBlank: boolean,
): void {
  const valueHasEnded =
    rules.oneLine?.includes(tag) || (afterBlank && rules.prose && !rules.prose.includes(tag))
  if (valueHasEnded) {
    if (line.trim() !== '') addWarning(`有一行不属于任何字段，没有收入：${excerptOf(line)}`)
  } else if (rules.perLine?.includes(tag)) values.push(line.trim())
  else values.push(`${values.pop() ?? ''}\n${line}`)
}

/** Returns the first non-blank value of the first tag that has one, trimmed. */
export function firstValue(fields: TaggedFields, ...tags: string[]): string | null {
  for (const tag of tags) {
    const found = fields.get(tag)?.find((value) => value.trim() !== '')
    if (found !== undefined) return found.trim()
  }
  return null
}

/** Returns all non-blank values of the tags. */
export function allValues(fields: TaggedFields, ...tags: string[]): string[] {
  return tags.flatMap((tag) => fields.get(tag) ?? []).filter((value) => value.trim() !== '')
}

/**
 * Assigns institutions to authors, in place: a single one to all, or one each where there are as many as authors.
 * Otherwise only the first author's is known; it is assigned, and the complete list is returned for `csl.custom`.
 */
export function assignAffiliations(
  creators: readonly Creator[],
  institutions: readonly string[],
): { custom?: { affiliations: string[] } } {
  const authors = creators.filter((creator) => creator.role === 'author')
  const [only] = institutions
  if (only === undefined || authors.length === 0) return {}
  const isOneEach = institutions.length === authors.length
  if (isOneEach || institutions.length === 1) {
    for (const [i, author] of authors.entries())
      author.affiliations.push(isOneEach ? (institutions[i] ?? only) : only)
    return {}
  }
  authors[0]?.affiliations.push(only)
  return { custom: { affiliations: [...institutions] } }
}
