/** A value that is being read. */
interface Value {
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
const MOST_NAMES = 12_000
const DEEPEST = 64

/** What is read next, outside of values. */
type Place = 'start' | 'name' | 'colon' | 'member' | 'comma' | 'element' | 'separator' | 'over'

/** How far a file has been read. */
interface State {
  key: string
  longest: number
  place: Place
  /** How far the list came. */
  list: 'none' | 'broken' | 'whole'
  /** The member that follows is the list, if it is one. */
  isNamed: boolean
  value: Value | null
  /** Elements that have ended. */
  items: (string | null)[]
}

interface ListReader {
  /** The elements that end in this piece, as they stand in the file; null for one that is longer than any of sense. */
  feed: (piece: string) => (string | null)[]
  /** `none` where there is no such list, `broken` where what was read ends before the list does. */
  state: () => State['list']
}

/**
 * Reads the elements of a list in JSON out of a file that comes in pieces, wherever these are cut: of the list that a key
 * of the outermost object holds, or of the outermost list. What is no JSON shows in its elements.
 *
 * @param longest signs of an element; more of one is not held.
 */
export function listReader(key: string, longest: number): ListReader {
  const state: State = {
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

function readPiece(state: State, piece: string): void {
  let from = 0
  for (let at = 0; at < piece.length && state.place !== 'over'; at += 1) {
    const sign = piece.charAt(at)
    const stands = take(state.value, sign)
    if (stands === 'within') continue
    if (state.value) endValue(state, state.value, piece.slice(from, at + Number(stands === 'last')))
    if (stands === 'last' || SPACE.has(sign) || !steps[state.place](state, sign)) continue
    state.value = begunWith(sign)
    from = at
  }
  if (state.value) hold(state, state.value, piece.slice(from))
}

const SPACE = new Set([' ', '\n', '\r', '\t', '\ufeff'])
/** No value begins with one of them. */
const ENDS = new Set([',', ':', ']', '}'])

type Step = (state: State, sign: string) => boolean

const become = (state: State, place: Place): false => {
  state.place = place
  return false
}

const open = (state: State): false => {
  state.list = 'broken'
  return become(state, 'element')
}

const close = (state: State): false => {
  state.list = 'whole'
  return become(state, 'over')
}

/** What a sign outside of values leads to; whether a value begins with it. */
const steps: Record<Place, Step> = {
  start: (state, sign) => (sign === '[' ? open(state) : become(state, sign === '{' ? 'name' : 'over')),
  name: (state, sign) => sign === '"' || become(state, 'over'),
  colon: (state, sign) => become(state, sign === ':' ? 'member' : 'over'),
  member: (state, sign) => {
    if (state.isNamed) return sign === '[' ? open(state) : become(state, 'over')
    return !ENDS.has(sign) || become(state, 'over')
  },
  comma: (state, sign) => become(state, sign === ',' ? 'name' : 'over'),
  element: (state, sign) => {
    if (sign === ']') return close(state)
    return sign === ',' ? false : !ENDS.has(sign) || become(state, 'over')
  },
  separator: (state, sign) =>
    sign === ']' ? close(state) : become(state, sign === ',' ? 'element' : 'over'),
  over: () => false,
}

function endValue(state: State, value: Value, last: string): void {
  hold(state, value, last)
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

function hold({ longest }: State, value: Value, part: string): void {
  value.length += part.length
  if (value.length > longest) value.parts = []
  else value.parts.push(part)
}

function begunWith(sign: string): Value {
  const value: Value = { depth: 0, inText: false, escaped: false, parts: [], length: 0, names: 0 }
  take(value, sign)
  return value
}

/** Where a sign stands: in the value, as its last, or behind it. */
function take(value: Value | null, sign: string): 'within' | 'last' | 'behind' {
  if (!value) return 'behind'
  if (value.inText) return takeInText(value, sign)
  if (sign === '"') value.inText = true
  else if (sign === '[' || sign === '{' || sign === ':') weigh(value, sign)
  else if (sign === ']' || sign === '}') return takeEnd(value)
  else if (sign === ',' && value.depth === 0) return 'behind'
  return 'within'
}

function weigh(value: Value, sign: string): void {
  if (sign === ':') value.names += 1
  else value.depth += 1
  if (value.names > MOST_NAMES || value.depth > DEEPEST) value.length = Number.POSITIVE_INFINITY
}

function takeEnd(value: Value): 'within' | 'last' | 'behind' {
  if (value.depth === 0) return 'behind'
  value.depth -= 1
  return value.depth === 0 ? 'last' : 'within'
}

function takeInText(value: Value, sign: string): 'within' | 'last' {
  if (value.escaped) value.escaped = false
  else if (sign === '\\') value.escaped = true
  else if (sign === '"') {
    value.inText = false
    if (value.depth === 0) return 'last'
  }
  return 'within'
}
