import { isJsonLines } from './json-lines.ts'
import { type JsonFields, toFields } from './json-values.ts'
import { findRecordPlace } from './record-place.ts'

/** What the first record of a JSON text looks like, from its first 64 KiB, to recognise its format by. */

function parseFields(text: string): JsonFields {
  try {
    return toFields(JSON.parse(text))
  } catch {
    // Not an object, or not the whole of one: nothing can be said.
    return {}
  }
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/gs

/** The members of the object that `text` begins with, as many of them as are whole. */
function leadingMembers(text: string): JsonFields {
  let depth = 0
  let comma = 0
  for (const found of text.matchAll(JSON_TOKEN)) {
    const [what] = found
    if (what === '{' || what === '[') depth++
    else if (what === '}' || what === ']') depth--
    else if (what === ',' && depth === 1) comma = found.index
    if (depth === 0) return parseFields(text.slice(0, found.index + 1))
  }
  return parseFields(`${text.slice(0, comma)}}`)
}

/** Where the first record begins inside what is wrapped around it. */
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

/** The first record, without the members that the head cuts off. */
export function firstObject(head: string): JsonFields {
  const start = head.trimStart()
  if (!/^[[{]/.test(start)) return {}
  if (!isJsonLines(head)) return leadingMembers(firstRecordText(start))
  for (const line of start.split('\n', 5)) {
    const fields = leadingMembers(line)
    if (Object.keys(fields).length > 0) return fields
  }
  return {}
}
