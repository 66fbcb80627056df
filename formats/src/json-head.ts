import { isJsonLines } from './json-lines.ts'
import { type JsonFields, toFields } from './json-values.ts'
import { findRecordPlace } from './record-place.ts'

/**
 * Parses a JSON object. This module returns the first record of a JSON text from its first 64 KiB, by which the format
 * is recognized.
 */

function parseFields(text: string): JsonFields {
  try {
    return toFields(JSON.parse(text))
  } catch {
    // The text is not an object, or only a part of one.
    return {}
  }
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/gs

/** Returns the members of the object at the start of `text` that are complete. */
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

/** Returns the first record, without members that the head cuts off. */
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
