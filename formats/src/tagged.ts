import type { Creator } from '@scinav/contract'
import type { Utf8Chunks } from './bytes.ts'
import { addWarning, excerptOf, MAX_RECORD_BYTES, type RawRecord } from './format.ts'
import { splitLines } from './lines.ts'

/** What RIS, EndNote, RefWorks, NoteExpress, CNKI and Web of Science have in common: lines with a tag before them. */

/** Tag → its values in order. */
export type TaggedFields = ReadonlyMap<string, readonly string[]>

/** Tag and value of a line; null for a line that goes on with the value before. */
export type Tagger = (line: string) => readonly [string, string] | null

export interface TagRules {
  /** A reader of lines for one file or one record: how a line is understood may depend on those before it. */
  tagger(): Tagger
  /** The tag with which a record begins. */
  begin: string
  /** The tag after which it is over, where there is one. */
  end?: string
  /** Tags around the records that belong to the file. */
  outside?: readonly string[]
  /** Tags of which every line is a value of its own. */
  perLine?: readonly string[]
  /** Tags of values that end with their line. */
  oneLine?: readonly string[]
  /** Tags of values that may go on behind a blank line; without it all do. */
  prose?: readonly string[]
  /** Tags without which a record that lacks its first line is none; without it all lines make one. */
  essential?: readonly string[]
  /** A record without its first line is read all the same and ends at a blank line. */
  lenient?: boolean
}

interface OpenRecord {
  lines: string[]
  line: number
  length: number
  /** Nothing but first lines so far: a second one replaces the first. */
  fresh: boolean
  orphan: boolean
  tags: Set<string>
}

interface TaggedSplitter {
  rules: TagRules
  current: OpenRecord | null
  /** Offset after the last line that belongs to the current record. */
  offset: number
  done: RawRecord[]
}

function finishRecord(splitter: TaggedSplitter): void {
  const { current, rules } = splitter
  splitter.current = null
  if (!current) return
  if (current.orphan && rules.essential?.every((tag) => !current.tags.has(tag))) return
  const record: RawRecord = { text: current.lines.join('\n'), line: current.line, offset: splitter.offset }
  if (current.length > MAX_RECORD_BYTES) record.fault = '一条记录超过 16 MB'
  else if (current.orphan && !rules.lenient) record.fault = `记录缺少开头的 ${rules.begin}`
  splitter.done.push(record)
}

function startRecord(splitter: TaggedSplitter, line: RawRecord, tag: string): void {
  finishRecord(splitter)
  const orphan = tag !== splitter.rules.begin
  const tags = new Set([tag])
  splitter.current = { lines: [line.text], line: line.line, length: 0, fresh: !orphan, orphan, tags }
  splitter.offset = line.offset
}

/** A line between records; one with a tag begins a record whose first line is missing. */
function handleBetweenRecords(splitter: TaggedSplitter, line: RawRecord, tag: string | undefined): void {
  const { rules } = splitter
  if (tag === undefined || tag === rules.end || rules.outside?.includes(tag)) return
  startRecord(splitter, line, tag)
}

function addTaggedLine(splitter: TaggedSplitter, line: RawRecord, tag: string | undefined): void {
  const { current, rules } = splitter
  const blank = line.text.trim() === ''
  if (!current) handleBetweenRecords(splitter, line, tag)
  else if (tag === rules.begin && !current.fresh) startRecord(splitter, line, tag)
  else if (tag !== undefined && tag === rules.end) {
    splitter.offset = line.offset
    finishRecord(splitter)
  } else if (blank && current.orphan && rules.lenient) finishRecord(splitter)
  else {
    appendLine(current, line.text, tag)
    current.fresh &&= tag === undefined ? blank : tag === rules.begin
    if (!blank) splitter.offset = line.offset
  }
}

function appendLine(current: OpenRecord, text: string, tag: string | undefined): void {
  current.lines.push(text)
  current.length += text.length
  if (tag !== undefined) current.tags.add(tag)
}

/** Cuts tagged text into records. */
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

/** A line without a tag goes on with the last value, or is the next one of its tag, or belongs to nothing. */
function continueValue(
  rules: TagRules,
  tag: string,
  values: string[],
  line: string,
  afterBlank: boolean,
): void {
  const isOver = rules.oneLine?.includes(tag) || (afterBlank && rules.prose && !rules.prose.includes(tag))
  if (isOver) {
    if (line.trim() !== '') addWarning(`有一行不属于任何字段，没有收入：${excerptOf(line)}`)
  } else if (rules.perLine?.includes(tag)) values.push(line.trim())
  else values.push(`${values.pop() ?? ''}\n${line}`)
}

/** The fields of one record; of its first line the last, where there are several. */
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

/** The first value of the first tag that has one. */
export function firstValue(fields: TaggedFields, ...tags: string[]): string | null {
  for (const tag of tags) {
    const found = fields.get(tag)?.find((value) => value.trim() !== '')
    if (found !== undefined) return found.trim()
  }
  return null
}

/** All values of all the tags, empty ones left out. */
export function allValues(fields: TaggedFields, ...tags: string[]): string[] {
  return tags.flatMap((tag) => fields.get(tag) ?? []).filter((value) => value.trim() !== '')
}

/**
 * Gives authors their institutions: one to all, or each his own where there are as many as authors. Otherwise
 * nobody says whose they are but the first author's; then the list is kept beside.
 */
export function assignAffiliations(
  creators: readonly Creator[],
  institutions: readonly string[],
): { custom?: { affiliations: string[] } } {
  const authors = creators.filter((creator) => creator.role === 'author')
  const [only] = institutions
  if (only === undefined || authors.length === 0) return {}
  const matched = institutions.length === authors.length
  if (matched || institutions.length === 1) {
    for (const [i, author] of authors.entries())
      author.affiliations.push(matched ? (institutions[i] ?? only) : only)
    return {}
  }
  authors[0]?.affiliations.push(only)
  return { custom: { affiliations: [...institutions] } }
}
