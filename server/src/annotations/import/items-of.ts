/**
 * The elements of a list in JSON, as text, one by one: of the list that a key of the outermost object holds, or of the
 * outermost list. A long file is read without reading it whole; what is no JSON shows in its elements.
 *
 * @returns whether there is such a list; nothing was yielded where not.
 */
export function* itemsOf(json: string, key: string): Generator<string, boolean> {
  const from = listIn(json, key)
  if (from < 0) return false
  let at = from + 1
  while (true) {
    const start = skipSpace(json, at)
    if (start >= json.length || json[start] === ']') return start < json.length
    const end = endOfValue(json, start)
    yield json.slice(start, end)
    at = skipSpace(json, end)
    if (json[at] === ',') at += 1
    else if (json[at] !== ']') return true
  }
}

/** Where the list begins; -1 where there is none. */
function listIn(json: string, key: string): number {
  const start = skipSpace(json, 0)
  if (json[start] === '[') return start
  if (json[start] !== '{') return -1
  for (let at = skipSpace(json, start + 1); json[at] === '"'; ) {
    const end = endOfValue(json, at)
    const colon = skipSpace(json, end)
    const value = skipSpace(json, colon + 1)
    if (json[colon] !== ':') return -1
    if (json.slice(at + 1, end - 1) === key) return json[value] === '[' ? value : -1
    const comma = skipSpace(json, endOfValue(json, value))
    at = skipSpace(json, comma + 1)
  }
  return -1
}

const SPACE = /[\s\ufeff]*/y

function skipSpace(json: string, from: number): number {
  if (from >= json.length) return json.length
  SPACE.lastIndex = from
  SPACE.test(json)
  return SPACE.lastIndex
}

const QUOTE = 34
const BACKSLASH = 92
const SIGN = /["[\]{},]/g
const DEEPER: Record<string, number> = { '[': 1, '{': 1, ']': -1, '}': -1 }

/** Behind the value that begins here: a list or an object with all in it, a text, or what stands before the next sign. */
function endOfValue(json: string, from: number): number {
  let depth = 0
  let at = nextSign(json, from)
  while (at < json.length) {
    const sign = json.charAt(at)
    const end = sign === '"' ? endOfText(json, at) : at
    const before = depth
    depth += DEEPER[sign] ?? 0
    // A comma or the end of the list around end a value without being part of it.
    if (depth <= 0) return depth < 0 || (before === 0 && sign === ',') ? at : end + 1
    at = nextSign(json, end + 1)
  }
  return json.length
}

function nextSign(json: string, from: number): number {
  SIGN.lastIndex = from
  return SIGN.exec(json)?.index ?? json.length
}

/** Where the quotation mark stands that ends a text. */
function endOfText(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}
