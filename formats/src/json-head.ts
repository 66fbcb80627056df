import { isJsonLines } from './json-lines.ts'
import { recordPlace } from './json-place.ts'
import { type Fields, fieldsOf } from './json-values.ts'

/** What the first record of a JSON text looks like, from its first 64 KiB, to recognise its format by. */

function parsed(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    // Not an object, or not the whole of one: nothing can be said.
    return {}
  }
}

const special = /"(?:[^"\\]|\\.)*"|[{}[\],]/gs

/** The members of the object that `text` begins with, as many of them as are whole. */
function leading(text: string): Fields {
  let depth = 0
  let comma = 0
  for (const found of text.matchAll(special)) {
    const [what] = found
    if (what === '{' || what === '[') depth++
    else if (what === '}' || what === ']') depth--
    else if (what === ',' && depth === 1) comma = found.index
    if (depth === 0) return parsed(text.slice(0, found.index + 1))
  }
  return parsed(`${text.slice(0, comma)}}`)
}

/** Where the first record begins inside what is wrapped around it. */
function unwrapped(start: string): string {
  const place = recordPlace(start)
  if (place.depth === 0) return start
  const opening =
    place.depth === 1 && !place.inList
      ? /"message"\s*:\s*(?=\{)/
      : /(?:^|"(?:items|results|records|references|data|works)"\s*:\s*)\[\s*(?=\{)/
  const found = opening.exec(start)
  return found ? start.slice(found.index + found[0].length) : ''
}

/** The first record, without the members that the head cuts off. */
export function firstObject(head: string): Fields {
  const start = head.trimStart()
  if (!/^[[{]/.test(start)) return {}
  if (!isJsonLines(head)) return leading(unwrapped(start))
  for (const line of start.split('\n', 5)) {
    const fields = leading(line)
    if (Object.keys(fields).length > 0) return fields
  }
  return {}
}
