import type { Utf8Chunks } from './bytes.ts'
import { type RawRecord, RecordFault } from './format.ts'
import { splitJsonRecords } from './json-records.ts'
import { type JsonFields, toFields } from './json-values.ts'
import { splitLines } from './lines.ts'
import { findRecordPlace } from './record-place.ts'

/** One record a line; blank lines are none. */
async function* splitJsonLines(chunks: Utf8Chunks, from = 0): AsyncGenerator<RawRecord[]> {
  for await (const lines of splitLines(chunks, from)) {
    const records = lines.filter((line) => line.text !== '' && line.text.trim() !== '')
    if (records.length > 0) yield records
  }
}

/**
 * One JSON object.
 *
 * @throws RecordFault for anything else.
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

/** Whether every line is a record of its own: the first line is whole, or longer than the head. */
export function isJsonLines(head: string): boolean {
  const [first = '', second = ''] = head.trimStart().split('\n', 2)
  if (!first.startsWith('{')) return false
  if (second.trimStart().startsWith('{')) return true
  const whole = first.trimEnd().endsWith('}')
  return findRecordPlace(head).depth === 0 && (whole || !head.includes('\n'))
}

/** Cuts JSON of any shape into its records: one a line, a list, or a list inside an answer of a service. */
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
