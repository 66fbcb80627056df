import type { Utf8Chunks } from './bytes.ts'
import { type RawRecord, RecordFault } from './format.ts'
import { splitJsonRecords } from './json-records.ts'
import { type JsonFields, toFields } from './json-values.ts'
import { splitLines } from './lines.ts'
import { findRecordPlace } from './record-place.ts'

/** Yields one record per line; blank lines are skipped. */
async function* splitJsonLines(chunks: Utf8Chunks, from = 0): AsyncGenerator<RawRecord[]> {
  for await (const lines of splitLines(chunks, from)) {
    const records = lines.filter((line) => line.text !== '' && line.text.trim() !== '')
    if (records.length > 0) yield records
  }
}

/**
 * Parses a JSON object.
 *
 * @throws RecordFault when the text is anything else.
 */
export function parseObject(text: string): JsonFields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RecordFault('不是完整的 JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RecordFault('不是 JSON 对象')
  return toFields(value)
}

/** Returns whether every line is a record of its own: the first line is complete, or longer than the head. */
export function isJsonLines(head: string): boolean {
  const [first = '', second = ''] = head.trimStart().split('\n', 2)
  if (!first.startsWith('{')) return false
  if (second.trimStart().startsWith('{')) return true
  const whole = first.trimEnd().endsWith('}')
  return findRecordPlace(head).depth === 0 && (whole || !head.includes('\n'))
}

/** Splits JSON into its records: one per line, a list, or a list inside the response of a service. */
export async function* splitJson(chunks: AsyncGenerator<Buffer>, from = 0): AsyncGenerator<RawRecord[]> {
  const first = await chunks.next()
  if (first.done) return
  const head = first.value.toString('utf8', 0, 64 * 1024)
  const all = (async function* () {
    yield first.value
    yield* chunks
  })()
  yield* isJsonLines(head) ? splitJsonLines(all, from) : splitJsonRecords(all, findRecordPlace(head), from)
}
