// A JSON file of annotations may be larger than what can be parsed without blocking other tasks. This reader finds the
// elements of its list character by character, so that each is parsed on its own.

/** A value that is being read: the name of a member, the value of one, or an element of the list. */
interface PendingValue {
  /** Number of lists and objects that are open. */
  depth: number
  /** Whether the reader is between the quotation marks of a string. */
  inString: boolean
  /** The previous character was a backslash within a string. */
  escaped: boolean
  /** The text so far, in pieces; none once the value is over the limits. */
  parts: string[]
  /** Length so far, in characters. */
  length: number
  /** Number of colons outside of strings, which is the number of names of members. */
  names: number
  /** Whether the value is too long or too deep, or has too many names; it is then read to its end but not kept. */
  isOverLimits: boolean
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

/** The state of the reader between two characters, also across pieces. */
interface ReaderState {
  /** Name of the member that holds the list. */
  key: string
  /** Maximum length of an element, in characters. */
  maxChars: number
  position: ReaderPosition
  /** `broken` until the end of the list has been read, see `ListReader`. */
  listState: 'none' | 'broken' | 'whole'
  /** The key of the list has been read; the list follows, if the value is one. */
  isNamed: boolean
  value: PendingValue | null
  /** Elements completed in the present piece; null for one over the limits. */
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

/** Advances the state over a piece of the file. */
function readPiece(state: ReaderState, piece: string): void {
  /** Where the pending value begins in the piece. */
  let from = 0
  for (let at = 0; at < piece.length && state.position !== 'over'; at += 1) {
    const char = piece.charAt(at)
    const relation = consume(state.value, char)
    if (relation === 'within') continue
    // The last character belongs to the value. One after it, such as the comma behind a number, is read below.
    if (state.value) endValue(state, state.value, piece.slice(from, at + Number(relation === 'last')))
    if (relation === 'last' || WHITESPACE.has(char)) continue
    if (transitions[state.position](state, char) === 'outside') continue
    state.value = beginValue(char)
    from = at
  }
  if (state.value) appendPart(state, state.value, piece.slice(from))
}

const WHITESPACE = new Set([' ', '\n', '\r', '\t', '\ufeff'])
/** Characters with which no value begins. */
const NON_VALUE_CHARS = new Set([',', ':', ']', '}'])

/** Returns whether a value begins with the character or the character is outside of all values. */
type Transition = (state: ReaderState, char: string) => 'begins' | 'outside'

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

/** Begins a value, or stops at a character that cannot begin one. */
const beginValueOrStop: Transition = (state, char) =>
  NON_VALUE_CHARS.has(char) ? moveTo(state, 'over') : 'begins'

/** Transitions for characters that no pending value contains, by what is expected next. */
const transitions: Record<ReaderPosition, Transition> = {
  start: (state, char) => (char === '[' ? openList(state) : moveTo(state, char === '{' ? 'name' : 'over')),
  name: (state, char) => (char === '"' ? 'begins' : moveTo(state, 'over')),
  colon: (state, char) => moveTo(state, char === ':' ? 'member' : 'over'),
  member: (state, char) => {
    // The member with the list must be a list; any other one may be any value.
    if (state.isNamed) return char === '[' ? openList(state) : moveTo(state, 'over')
    return beginValueOrStop(state, char)
  },
  comma: (state, char) => moveTo(state, char === ',' ? 'name' : 'over'),
  element: (state, char) => {
    if (char === ']') return closeList(state)
    // Repeated and trailing commas are tolerated.
    return char === ',' ? 'outside' : beginValueOrStop(state, char)
  },
  separator: (state, char) =>
    char === ']' ? closeList(state) : moveTo(state, char === ',' ? 'element' : 'over'),
  over: () => 'outside',
}

/**
 * Ends a value, whose last piece is given. The position says what it was: the name of a member, a member that is not
 * wanted, or an element of the list; it moves on to what is expected after the value.
 */
function endValue(state: ReaderState, value: PendingValue, last: string): void {
  appendPart(state, value, last)
  state.value = null
  const text = value.isOverLimits ? null : value.parts.join('')
  if (state.position === 'name') {
    state.isNamed = text === JSON.stringify(state.key)
    state.position = 'colon'
  } else if (state.position === 'member') state.position = 'comma'
  else {
    state.items.push(text)
    state.position = 'separator'
  }
}

/** Adds the next piece of a value, or drops the whole value if it is over the limits. */
function appendPart({ maxChars }: ReaderState, value: PendingValue, part: string): void {
  value.length += part.length
  value.isOverLimits ||= value.length > maxChars
  if (value.isOverLimits) value.parts = []
  else value.parts.push(part)
}

/** Returns the state of a value of which the first character has been read. */
function beginValue(char: string): PendingValue {
  const value: PendingValue = {
    depth: 0,
    inString: false,
    escaped: false,
    parts: [],
    length: 0,
    names: 0,
    isOverLimits: false,
  }
  // Updates the nesting. No value ends with its first character, so the result is known.
  consume(value, char)
  return value
}

/**
 * Where a character lies: within the pending value, as its last character, or outside. `after` means that no value is
 * pending, or that it ended with the character before: a number ends where a comma follows.
 */
type Relation = 'within' | 'last' | 'after'

/** Reads a character and returns where it lies. */
function consume(value: PendingValue | null, char: string): Relation {
  if (!value) return 'after'
  if (value.inString) return consumeInString(value, char)
  if (char === '"') value.inString = true
  else if (char === '[' || char === '{' || char === ':') measure(value, char)
  else if (char === ']' || char === '}') return consumeClosing(value)
  else if (char === ',' && value.depth === 0) return 'after'
  return 'within'
}

/** Counts a name or an opened list or object. */
function measure(value: PendingValue, char: string): void {
  if (char === ':') value.names += 1
  else value.depth += 1
  value.isOverLimits ||= value.names > MAX_NAMES || value.depth > MAX_DEPTH
}

/** Reads a closing bracket, which at depth 0 belongs to what surrounds the value. */
function consumeClosing(value: PendingValue): Relation {
  if (value.depth === 0) return 'after'
  value.depth -= 1
  return value.depth === 0 ? 'last' : 'within'
}

/** Reads a character within a string, which ends a value that is nothing but this string. */
function consumeInString(value: PendingValue, char: string): Relation {
  if (value.escaped) value.escaped = false
  else if (char === '\\') value.escaped = true
  else if (char === '"') {
    value.inString = false
    if (value.depth === 0) return 'last'
  }
  return 'within'
}
