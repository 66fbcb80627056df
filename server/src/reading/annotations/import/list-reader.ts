/** A value that is being read. */
interface PendingValue {
  /** Number of lists and objects that are open. */
  depth: number
  inText: boolean
  /** The previous character was a backslash within a string. */
  escaped: boolean
  parts: string[]
  /** Length so far; infinite for a value with too many names or too deep a nesting. */
  length: number
  names: number
}

/**
 * Maximum number of names and maximum depth of a value, since both are slow to parse; an annotation with a thousand
 * boxes has nine names per box, and depth six.
 */
const MAX_NAMES = 12_000
const MAX_DEPTH = 64

/** What is expected next outside of values. */
type ReaderPosition =
  /** The outermost object or list. */
  | 'start'
  /** The name of a member of the outermost object. */
  | 'name'
  /** The colon after that name. */
  | 'colon'
  /** The value of that member. */
  | 'member'
  /** The comma after that value. */
  | 'comma'
  /** An element of the list, or its end. */
  | 'element'
  /** The comma after an element, or the end of the list. */
  | 'separator'
  /** Nothing: the list has ended, or the input is malformed. */
  | 'over'

/** The state of the reader. */
interface ReaderState {
  key: string
  /** Maximum length of an element, in characters. */
  maxChars: number
  position: ReaderPosition
  listState: 'none' | 'broken' | 'whole'
  /** The key of the list has been read; the list follows, if the value is one. */
  isNamed: boolean
  value: PendingValue | null
  /** Completed elements. */
  items: (string | null)[]
}

interface ListReader {
  /**
   * Returns the elements that end in this piece, as JSON text; null for an element over the limits. Numbers and other
   * bare values keep the whitespace behind them.
   */
  feed: (piece: string) => (string | null)[]
  /**
   * Returns `none` when there is no such list, `broken` when the input ends before the list does or something other
   * than a comma separates its elements.
   */
  state: () => ReaderState['listState']
}

/**
 * Creates a reader for the elements of a JSON list in a file that arrives in pieces of any size: the list under a key
 * of the outermost object, or the outermost list itself. Invalid JSON within an element is found when the element is
 * parsed.
 *
 * @param maxChars maximum length of an element, in characters; longer ones are not kept in memory.
 */
export function createListReader(key: string, maxChars: number): ListReader {
  const state: ReaderState = {
    key,
    maxChars,
    position: 'start',
    listState: 'none',
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
    state: () => state.listState,
  }
}

/** Advances the state over a piece; `from` is where the pending value begins in it. */
function readPiece(state: ReaderState, piece: string): void {
  let from = 0
  for (let at = 0; at < piece.length && state.position !== 'over'; at += 1) {
    const sign = piece.charAt(at)
    const relation = consume(state.value, sign)
    if (relation === 'within') continue
    // The last character belongs to the value. One after it, such as the comma behind a number, is read below.
    if (state.value) endValue(state, state.value, piece.slice(from, at + Number(relation === 'last')))
    if (relation === 'last' || WHITESPACE.has(sign)) continue
    if (transitions[state.position](state, sign) === 'outside') continue
    state.value = beginValue(sign)
    from = at
  }
  if (state.value) appendPart(state, state.value, piece.slice(from))
}

const WHITESPACE = new Set([' ', '\n', '\r', '\t', '\ufeff'])
/** Characters with which no value begins. */
const VALUE_ENDS = new Set([',', ':', ']', '}'])

/** Returns whether a value begins with the character or the character is outside of all values. */
type Transition = (state: ReaderState, sign: string) => 'begins' | 'outside'

const moveTo = (state: ReaderState, position: ReaderPosition): 'outside' => {
  state.position = position
  return 'outside'
}

const openList = (state: ReaderState): 'outside' => {
  state.listState = 'broken'
  return moveTo(state, 'element')
}

const closeList = (state: ReaderState): 'outside' => {
  state.listState = 'whole'
  return moveTo(state, 'over')
}

const beginValueOrStop: Transition = (state, sign) =>
  VALUE_ENDS.has(sign) ? moveTo(state, 'over') : 'begins'

/** Transitions for characters that no pending value contains. */
const transitions: Record<ReaderPosition, Transition> = {
  start: (state, sign) => (sign === '[' ? openList(state) : moveTo(state, sign === '{' ? 'name' : 'over')),
  name: (state, sign) => (sign === '"' ? 'begins' : moveTo(state, 'over')),
  colon: (state, sign) => moveTo(state, sign === ':' ? 'member' : 'over'),
  member: (state, sign) => {
    if (state.isNamed) return sign === '[' ? openList(state) : moveTo(state, 'over')
    return beginValueOrStop(state, sign)
  },
  comma: (state, sign) => moveTo(state, sign === ',' ? 'name' : 'over'),
  element: (state, sign) => {
    if (sign === ']') return closeList(state)
    // Repeated and trailing commas are tolerated.
    return sign === ',' ? 'outside' : beginValueOrStop(state, sign)
  },
  separator: (state, sign) =>
    sign === ']' ? closeList(state) : moveTo(state, sign === ',' ? 'element' : 'over'),
  over: () => 'outside',
}

function endValue(state: ReaderState, value: PendingValue, last: string): void {
  appendPart(state, value, last)
  state.value = null
  const text = value.length > state.maxChars ? null : value.parts.join('')
  if (state.position === 'name') {
    state.isNamed = text === JSON.stringify(state.key)
    state.position = 'colon'
  } else if (state.position === 'member') state.position = 'comma'
  else {
    state.items.push(text)
    state.position = 'separator'
  }
}

function appendPart({ maxChars }: ReaderState, value: PendingValue, part: string): void {
  value.length += part.length
  if (value.length > maxChars) value.parts = []
  else value.parts.push(part)
}

function beginValue(sign: string): PendingValue {
  const value: PendingValue = { depth: 0, inText: false, escaped: false, parts: [], length: 0, names: 0 }
  // Updates the nesting. No value ends with its first character, so the result is known.
  consume(value, sign)
  return value
}

/** Reads a character; returns whether it is within the value, its last one, or after it or any value. */
function consume(value: PendingValue | null, sign: string): 'within' | 'last' | 'after' {
  if (!value) return 'after'
  if (value.inText) return consumeInString(value, sign)
  if (sign === '"') value.inText = true
  else if (sign === '[' || sign === '{' || sign === ':') measure(value, sign)
  else if (sign === ']' || sign === '}') return consumeClosing(value)
  else if (sign === ',' && value.depth === 0) return 'after'
  return 'within'
}

/** Counts a name or an opened list or object; a value over the limits becomes infinitely long. */
function measure(value: PendingValue, sign: string): void {
  if (sign === ':') value.names += 1
  else value.depth += 1
  if (value.names > MAX_NAMES || value.depth > MAX_DEPTH) value.length = Number.POSITIVE_INFINITY
}

function consumeClosing(value: PendingValue): 'within' | 'last' | 'after' {
  if (value.depth === 0) return 'after'
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
