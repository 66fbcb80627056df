/** A value that is being read. */
interface PendingValue {
  /** Lists and objects that are open in it. */
  depth: number
  inText: boolean
  /** The sign before was a backslash of a text. */
  escaped: boolean
  parts: string[]
  /** Signs so far; endless for what has more names, or lies deeper, than anything of sense. */
  length: number
  names: number
}

/** Names are slow to read, and what lies deep: a thousand boxes have nine each, and lie six deep. */
const MAX_NAMES = 12_000
const MAX_DEPTH = 64

/** What is read next, outside of values. */
type ReaderPosition = 'start' | 'name' | 'colon' | 'member' | 'comma' | 'element' | 'separator' | 'over'

/** How far a file has been read. */
interface ReaderState {
  key: string
  longest: number
  place: ReaderPosition
  /** How far the list came. */
  list: 'none' | 'broken' | 'whole'
  /** The member that follows is the list, if it is one. */
  isNamed: boolean
  value: PendingValue | null
  /** Elements that have ended. */
  items: (string | null)[]
}

interface ListReader {
  /** The elements that end in this piece, as they stand in the file; null for one that is longer than any of sense. */
  feed: (piece: string) => (string | null)[]
  /** `none` where there is no such list, `broken` where what was read ends before the list does. */
  state: () => ReaderState['list']
}

/**
 * Reads the elements of a list in JSON out of a file that comes in pieces, wherever these are cut: of the list that a key
 * of the outermost object holds, or of the outermost list. What is no JSON shows in its elements.
 *
 * @param longest signs of an element; more of one is not held.
 */
export function createListReader(key: string, longest: number): ListReader {
  const state: ReaderState = {
    key,
    longest,
    place: 'start',
    list: 'none',
    isNamed: false,
    value: null,
    items: [],
  }
  return {
    feed(piece) {
      state.items = []
      readPiece(state, piece)
      return state.items
    },
    state: () => state.list,
  }
}

function readPiece(state: ReaderState, piece: string): void {
  let from = 0
  for (let at = 0; at < piece.length && state.place !== 'over'; at += 1) {
    const sign = piece.charAt(at)
    const stands = consume(state.value, sign)
    if (stands === 'within') continue
    if (state.value) endValue(state, state.value, piece.slice(from, at + Number(stands === 'last')))
    if (stands === 'last' || WHITESPACE.has(sign) || !transitions[state.place](state, sign)) continue
    state.value = beginValue(sign)
    from = at
  }
  if (state.value) appendPart(state, state.value, piece.slice(from))
}

const WHITESPACE = new Set([' ', '\n', '\r', '\t', '\ufeff'])
/** No value begins with one of them. */
const VALUE_ENDS = new Set([',', ':', ']', '}'])

type Transition = (state: ReaderState, sign: string) => boolean

const moveTo = (state: ReaderState, place: ReaderPosition): false => {
  state.place = place
  return false
}

const openList = (state: ReaderState): false => {
  state.list = 'broken'
  return moveTo(state, 'element')
}

const closeList = (state: ReaderState): false => {
  state.list = 'whole'
  return moveTo(state, 'over')
}

/** What a sign outside of values leads to; whether a value begins with it. */
const transitions: Record<ReaderPosition, Transition> = {
  start: (state, sign) => (sign === '[' ? openList(state) : moveTo(state, sign === '{' ? 'name' : 'over')),
  name: (state, sign) => sign === '"' || moveTo(state, 'over'),
  colon: (state, sign) => moveTo(state, sign === ':' ? 'member' : 'over'),
  member: (state, sign) => {
    if (state.isNamed) return sign === '[' ? openList(state) : moveTo(state, 'over')
    return !VALUE_ENDS.has(sign) || moveTo(state, 'over')
  },
  comma: (state, sign) => moveTo(state, sign === ',' ? 'name' : 'over'),
  element: (state, sign) => {
    if (sign === ']') return closeList(state)
    return sign === ',' ? false : !VALUE_ENDS.has(sign) || moveTo(state, 'over')
  },
  separator: (state, sign) =>
    sign === ']' ? closeList(state) : moveTo(state, sign === ',' ? 'element' : 'over'),
  over: () => false,
}

function endValue(state: ReaderState, value: PendingValue, last: string): void {
  appendPart(state, value, last)
  state.value = null
  const text = value.length > state.longest ? null : value.parts.join('')
  if (state.place === 'name') {
    state.isNamed = text === JSON.stringify(state.key)
    state.place = 'colon'
  } else if (state.place === 'member') state.place = 'comma'
  else {
    state.items.push(text)
    state.place = 'separator'
  }
}

function appendPart({ longest }: ReaderState, value: PendingValue, part: string): void {
  value.length += part.length
  if (value.length > longest) value.parts = []
  else value.parts.push(part)
}

function beginValue(sign: string): PendingValue {
  const value: PendingValue = { depth: 0, inText: false, escaped: false, parts: [], length: 0, names: 0 }
  consume(value, sign)
  return value
}

/** Where a sign stands: in the value, as its last, or behind it. */
function consume(value: PendingValue | null, sign: string): 'within' | 'last' | 'behind' {
  if (!value) return 'behind'
  if (value.inText) return consumeInString(value, sign)
  if (sign === '"') value.inText = true
  else if (sign === '[' || sign === '{' || sign === ':') measure(value, sign)
  else if (sign === ']' || sign === '}') return consumeClosing(value)
  else if (sign === ',' && value.depth === 0) return 'behind'
  return 'within'
}

function measure(value: PendingValue, sign: string): void {
  if (sign === ':') value.names += 1
  else value.depth += 1
  if (value.names > MAX_NAMES || value.depth > MAX_DEPTH) value.length = Number.POSITIVE_INFINITY
}

function consumeClosing(value: PendingValue): 'within' | 'last' | 'behind' {
  if (value.depth === 0) return 'behind'
  value.depth -= 1
  return value.depth === 0 ? 'last' : 'within'
}

function consumeInString(value: PendingValue, sign: string): 'within' | 'last' {
  if (value.escaped) value.escaped = false
  else if (sign === '\\') value.escaped = true
  else if (sign === '"') {
    value.inText = false
    if (value.depth === 0) return 'last'
  }
  return 'within'
}
