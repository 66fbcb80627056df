/** Deepest nesting that is read. */
const MAX_DEPTH = 20

// Sticky patterns, for `matchAt`. Comments are those of JavaScript and of Python; a word is an unquoted name or value.
const WHITESPACE_OR_COMMENT = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*)*/y
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y
const WORD = /[\p{L}_$][\p{L}\p{N}_$-]*/uy
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
/** Quotation marks with which a string may begin, each with the one that ends it. */
const CLOSING_QUOTES: Record<string, string> = { '"': '"', "'": "'", '“': '”', '‘': '’' }
/** Values of unquoted words; any other word stands for itself as a string. */
const CONSTANTS: Record<string, boolean | null> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
  undefined: null,
  NaN: null,
}

/** Stands for a value that the end of the text cuts off, such as a string that is not closed. */
const CUT_OFF = Symbol('cut off')

/** What was read; `end` is the offset behind it. */
interface ParsedValue {
  value: unknown
  end: number
}

/**
 * Parses the JSON object or array that begins at `start`, as people and language models write it: with comments,
 * trailing or missing commas, single or curly quotes, unquoted names, the constants of Python, line breaks in strings,
 * and an end that was cut off, of which a string that is not closed is left out. Time is linear in the length.
 *
 * @returns null when no object or array begins there, or it is nested deeper than 20 levels.
 */
export function parseLenientJson(text: string, start = 0): ParsedValue | null {
  if (text[start] !== '{' && text[start] !== '[') return null
  return parseValue(text, start, 0)
}

// A parser by recursive descent. The functions below read from an offset and return null where the text is nothing of
// their kind; `depth` is the number of objects and arrays around it.

function parseValue(text: string, from: number, depth: number): ParsedValue | null {
  const start = skipBlank(text, from)
  const sign = text[start] ?? ''
  if (depth > MAX_DEPTH) return null
  if (sign === '{') return parseObject(text, start + 1, depth + 1)
  if (sign === '[') return parseArray(text, start + 1, depth + 1)
  if (sign in CLOSING_QUOTES) return parseString(text, start)
  const number = matchAt(NUMBER, text, start)
  if (number) return { value: Number(number), end: start + number.length }
  const word = matchAt(WORD, text, start)
  if (word === null) return null
  return { value: Object.hasOwn(CONSTANTS, word) ? CONSTANTS[word] : word, end: start + word.length }
}

/** @param from offset behind the opening brace. */
function parseObject(text: string, from: number, depth: number): ParsedValue | null {
  const value: Record<string, unknown> = {}
  let at = skipSeparators(text, from)
  while (at < text.length && text[at] !== '}') {
    const member = parseMember(text, at, depth)
    if (!member) return null
    // A member called `__proto__` would change the object itself.
    if (member.value !== CUT_OFF && member.name !== '__proto__') value[member.name] = member.value
    at = skipSeparators(text, member.end)
  }
  return { value, end: Math.min(at + 1, text.length) }
}

/** Reads a name, a colon (or `：`, `=`) and a value. */
function parseMember(text: string, from: number, depth: number): (ParsedValue & { name: string }) | null {
  const name = parseName(text, from)
  if (!name) return null
  const at = skipBlank(text, name.end)
  const isCutOff = at >= text.length || skipBlank(text, at + 1) >= text.length
  if (isCutOff) return { name: name.value, value: CUT_OFF, end: text.length }
  if (!/[:：=]/.test(text[at] ?? '')) return null
  const member = parseValue(text, at + 1, depth)
  return member && { ...member, name: name.value }
}

/** @param from offset behind the opening bracket. */
function parseArray(text: string, from: number, depth: number): ParsedValue | null {
  const value: unknown[] = []
  let at = skipSeparators(text, from)
  while (at < text.length && text[at] !== ']') {
    const element = parseValue(text, at, depth)
    if (!element) return null
    if (element.value !== CUT_OFF) value.push(element.value)
    at = skipSeparators(text, element.end)
  }
  return { value, end: Math.min(at + 1, text.length) }
}

/** Reads the name of a member, with or without quotation marks; a name that is cut off is ''. */
function parseName(text: string, at: number): { value: string; end: number } | null {
  if ((text[at] ?? '') in CLOSING_QUOTES) {
    const { value, end } = parseString(text, at)
    return { value: typeof value === 'string' ? value : '', end }
  }
  const word = matchAt(WORD, text, at)
  return word === null ? null : { value: word, end: at + word.length }
}

/** Reads a string, which begins with a quotation mark at `start`. */
function parseString(text: string, start: number): { value: string | typeof CUT_OFF; end: number } {
  const closing = CLOSING_QUOTES[text[start] ?? ''] ?? '"'
  let value = ''
  let at = start + 1
  while (at < text.length) {
    if (text[at] === closing) return { value, end: at + 1 }
    const character = text[at] === '\\' ? readEscape(text, at) : { value: text[at] ?? '', length: 1 }
    value += character.value
    at += character.length
  }
  return { value: CUT_OFF, end: at }
}

/** Length of an escape such as `\u4e00`. */
const UNICODE_ESCAPE_CHARS = 6

/** Reads an escape, `\n` or `\u4e00`; an unknown one stands for the character behind the backslash. */
function readEscape(text: string, at: number): { value: string; length: number } {
  const code = /^\\u([\da-fA-F]{4})/.exec(text.slice(at, at + UNICODE_ESCAPE_CHARS))?.[1]
  if (code !== undefined)
    return { value: String.fromCharCode(Number.parseInt(code, 16)), length: UNICODE_ESCAPE_CHARS }
  const escaped = text[at + 1] ?? ''
  return { value: ESCAPES[escaped] ?? escaped, length: 2 }
}

/** Returns the offset behind white space and comments. */
const skipBlank = (text: string, at: number): number =>
  at + (matchAt(WHITESPACE_OR_COMMENT, text, at)?.length ?? 0)

/** Returns the offset behind blanks, comments, commas and semicolons. */
function skipSeparators(text: string, from: number): number {
  let at = skipBlank(text, from)
  while (text[at] === ',' || text[at] === '，' || text[at] === ';') at = skipBlank(text, at + 1)
  return at
}

/** Returns what a sticky pattern matches at an offset; null without a match. */
function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
