// JSON with one record per line, with a list of records, or with a list inside the response of a service.

import type { RawRecord } from '../format.ts'
import type { Utf8Chunks } from './bytes.ts'
import { findRecordPlace, splitJsonRecords } from './json-records.ts'
import { type JsonFields, toFields } from './json-values.ts'
import { splitLines } from './lines.ts'

/** Bytes at the beginning by which the form of a file is recognized. */
const HEAD_BYTES = 64 * 1024

/**
 * Splits JSON into its records: one per line, a list, or a list inside the response of a service. The first chunk must
 * be long enough to show which.
 *
 * @param from offset in the stream at which reading resumes, in bytes
 */
export async function* splitJson(chunks: AsyncGenerator<Buffer>, from = 0): AsyncGenerator<RawRecord[]> {
  const first = await chunks.next()
  if (first.done) return
  const head = first.value.toString('utf8', 0, HEAD_BYTES)
  const wholeSource = (async function* () {
    yield first.value
    yield* chunks
  })()
  yield* isJsonLines(head)
    ? splitJsonLines(wholeSource, from)
    : splitJsonRecords(wholeSource, findRecordPlace(head), from)
}

/** Returns whether every line is a record of its own: the first line is complete, or longer than the head. */
function isJsonLines(head: string): boolean {
  const [first = '', second = ''] = head.trimStart().split('\n', 2)
  if (!first.startsWith('{')) return false
  if (second.trimStart().startsWith('{')) return true
  const isComplete = first.trimEnd().endsWith('}')
  return findRecordPlace(head).depth === 0 && (isComplete || !head.includes('\n'))
}

/** Yields one record per line; blank lines are skipped. */
async function* splitJsonLines(chunks: Utf8Chunks, from = 0): AsyncGenerator<RawRecord[]> {
  for await (const lines of splitLines(chunks, from)) {
    const records = lines.filter((line) => line.text !== '' && line.text.trim() !== '')
    if (records.length > 0) yield records
  }
}

/** Number of lines among which the first record is looked for. */
const MAX_TESTED_LINES = 5

/** Returns the first record of a file that starts with `head`, without members that are cut off; {} for none. */
export function firstObject(head: string): JsonFields {
  const start = head.trimStart()
  if (!/^[[{]/.test(start)) return {}
  if (!isJsonLines(head)) return leadingMembers(firstRecordText(start))
  // The first lines may be empty or broken.
  for (const line of start.split('\n', MAX_TESTED_LINES)) {
    const fields = leadingMembers(line)
    if (Object.keys(fields).length > 0) return fields
  }
  return {}
}

/** Matches the next string, bracket or comma of a JSON text. */
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/gs

/** Returns the members of the object at the start of `text`; of an object that is cut off, the complete ones. */
function leadingMembers(text: string): JsonFields {
  let depth = 0
  let lastComma = 0
  for (const found of text.matchAll(JSON_TOKEN)) {
    const [token] = found
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (token === ',' && depth === 1) lastComma = found.index
    if (depth === 0) return parseFields(text.slice(0, found.index + 1))
  }
  return parseFields(`${text.slice(0, lastComma)}}`)
}

/** Returns the members of a JSON object; none where the text is not an object, or only a part of one. */
function parseFields(text: string): JsonFields {
  try {
    return toFields(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Returns the text from the first record on, without the wrapping around it; empty where none is found. */
function firstRecordText(start: string): string {
  const place = findRecordPlace(start)
  if (place.depth === 0) return start
  const opening =
    place.depth === 1 && !place.inList
      ? /"message"\s*:\s*(?=\{)/
      : /(?:^|"(?:items|results|records|references|data|works)"\s*:\s*)\[\s*(?=\{)/
  const found = opening.exec(start)
  return found ? start.slice(found.index + found[0].length) : ''
}
