/** A range of Markdown in which no other markup applies: code or a formula, including its delimiters. */
export interface LiteralSpan {
  kind: 'fence' | 'code' | 'math'
  /** UTF-16 offset in the text. */
  start: number
  /** Exclusive. */
  end: number
  /** False where the text ends before the closing delimiter, or the end of the block, is reached. */
  isClosed: boolean
  /** The text between the delimiters of a formula; empty for code. */
  tex: string
  /** Whether the formula is a display formula, set on a line of its own. */
  isDisplay: boolean
}

/** What may start a span: a command, an environment, backticks, tildes, or dollars. */
const DELIMITER = /\\(?:begin\{[a-z]{1,12}\*?\}|[^\n])|`+|~{3,}|\$\$?/gi
/**
 * Matches the start of an environment that is a formula of its own, `\begin{equation}`, or part of one whose delimiters
 * were left out, `\begin{pmatrix}`.
 */
const MATH_ENVIRONMENT =
  /^\\begin\{((?:equation|align|gather|multline|eqnarray|alignat|flalign)\*?|aligned|alignedat|gathered|split|cases|array|[pbvBV]?matrix)\}$/
/** Matches a blank line, also one within a quote. */
const BLANK_LINE = /\n[ \t>]*\n/g
/** Matches the line break before a blank line or a line that starts a block: `- a`, `| a`, `## a`, `1. a`. */
const BLOCK_END = /\n(?=[ \t]*(?:\n|[-*+>|][ \t]|\||#{1,6}[ \t]|\d{1,9}[.)][ \t]|`{3}|~{3}))/g
/** Matches a bar that would end the cell of a table. */
const UNESCAPED_BAR = /(?<!\\)\|/g
/** Matches text that may precede a fence on its line, marks of quotes and list items: `> `, `- `, `2. `. */
const CONTAINER_MARKS = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*$/

/**
 * Returns code and formulas of a Markdown text in the order in which they start. They do not overlap, except that an
 * unclosed formula or code may contain others.
 *
 * Formulas are delimited by `\(…\)`, `\[…\]`, `$$…$$`, an environment such as `equation`, or single dollars by pandoc's
 * rule: the opening dollar is followed by a character, the closing one is preceded by a character and not followed by a
 * digit. In addition, the content may not be an amount of money.
 */
export function literalSpans(text: string): LiteralSpan[] {
  const spans: LiteralSpan[] = []
  const findClosing = createClosingFinder(text)
  // A copy, because the position of the search is part of the expression.
  const delimiters = new RegExp(DELIMITER)
  for (let match = delimiters.exec(text); match; match = delimiters.exec(text)) {
    const span = spanAt(text, { sign: match[0], at: match.index }, findClosing)
    if (!span) continue
    spans.push(span)
    // The content of an unclosed range may hold ranges of its own.
    delimiters.lastIndex = span.isClosed || span.kind === 'fence' ? span.end : match.index + match[0].length
  }
  return spans
}

/** An opening delimiter, `sign`, and its offset. */
interface OpeningDelimiter {
  sign: string
  at: number
}

/** Returns the span that a delimiter opens; null when it opens none. */
function spanAt(text: string, opening: OpeningDelimiter, findClosing: ClosingFinder): LiteralSpan | null {
  const { sign, at } = opening
  if (/^(?:`{3}|~)/.test(sign) && isFence(text, at, at + sign.length)) return fenceAt(text, opening)
  if (sign.startsWith('`'))
    return spanTo(text, opening, {
      kind: 'code',
      closed: findClosing(sign, at + sign.length, 'block', isSameRun(sign)),
    })
  if (sign === '$') return opensFormula(text, at) ? formulaAt(text, opening, findClosing) : null
  return delimitedAt(text, opening, findClosing)
}

/** Returns a formula with unambiguous delimiters; null for any other command. */
function delimitedAt(
  text: string,
  opening: OpeningDelimiter,
  findClosing: ClosingFinder,
): LiteralSpan | null {
  const { sign, at } = opening
  const from = at + sign.length
  /** Returns the display formula up to a closing delimiter. */
  const display = (closed: ClosingMatch) => spanTo(text, opening, { kind: 'math', closed, isDisplay: true })
  if (sign === '\\(')
    return spanTo(text, opening, { kind: 'math', closed: findClosing('\\)', from, 'block') })
  // Delimiters on lines of their own may have blank lines between them.
  const reach = isAloneOnLine(text, at, from) ? 'text' : 'paragraph'
  if (sign === '\\[') return display(findClosing('\\]', from, reach))
  if (sign === '$$') return display(findClosing('$$', from, reach))
  const environment = MATH_ENVIRONMENT.exec(sign)?.[1]
  const span = environment ? display(findClosing(`\\end{${environment}}`, from, 'paragraph')) : null
  return span && { ...span, tex: span.isClosed ? text.slice(at, span.end) : '' }
}

/** How a span is built once its end has been looked for. */
interface SpanRule extends Pick<LiteralSpan, 'kind'> {
  closed: ClosingMatch
  isDisplay?: boolean
}

/** Returns the span from an opening delimiter to its closing one; null where it is never closed. */
function spanTo(
  text: string,
  { sign, at }: OpeningDelimiter,
  { kind, closed, isDisplay = false }: SpanRule,
): LiteralSpan | null {
  if (closed === 'never') return null
  if (closed === 'unknown') return { kind, start: at, end: text.length, isClosed: false, tex: '', isDisplay }
  const tex = kind === 'math' ? text.slice(at + sign.length, closed.start) : ''
  return { kind, start: at, end: closed.end, isClosed: true, tex, isDisplay }
}

/** The closing delimiter; `never` where the block ends before one, `unknown` where the text does. */
type ClosingMatch = { start: number; end: number } | 'never' | 'unknown'
/** How far a closing delimiter is looked for: to the next block, blank line or end of the text. */
type SearchReach = 'block' | 'paragraph' | 'text'
/** Returns whether the delimiter at an offset closes a span. */
type ClosingCheck = (text: string, at: number) => boolean
/** Looks for a closing delimiter from an offset on; `closes` excludes signs that do not close the span. */
type ClosingFinder = (sign: string, from: number, reach: SearchReach, closes?: ClosingCheck) => ClosingMatch

/**
 * Returns a finder of closing delimiters. It remembers which delimiters are absent up to which offset and does not
 * search again, so that the total time is linear.
 */
function createClosingFinder(text: string): ClosingFinder {
  const ends = {
    block: createEndFinder(text, BLOCK_END),
    paragraph: createEndFinder(text, BLANK_LINE),
    text: () => -1,
  }
  /** For each delimiter, the offset up to which it does not occur. */
  const missing = new Map<string, number>()
  return (sign, from, reach, closes) => {
    const end = ends[reach](from)
    const until = end === -1 ? text.length : end
    const mayOccur = (missing.get(sign) ?? -1) < until
    const at = mayOccur ? findSign(text, sign, { from, until, closes }) : -1
    if (at !== -1) return { start: at, end: at + sign.length }
    missing.set(sign, Math.max(until, missing.get(sign) ?? -1))
    return end === -1 ? 'unknown' : 'never'
  }
}

/** Returns the offset of the first closing delimiter in a range that passes the check; −1 when there is none. */
function findSign(
  text: string,
  sign: string,
  { from, until, closes = () => true }: { from: number; until: number; closes: ClosingCheck | undefined },
): number {
  const inside = text.slice(from, until)
  for (let at = inside.indexOf(sign); at !== -1; at = inside.indexOf(sign, at + 1))
    if (closes(text, from + at)) return from + at
  return -1
}

/** Returns a function that finds the next end of a block, -1 where the text ends first; the last result is cached. */
function createEndFinder(text: string, pattern: RegExp): (from: number) => number {
  /** The last search: the end is valid for every offset from `from` up to it. */
  let last: { from: number; end: number } | undefined
  return (from) => {
    if (last && from >= last.from && (last.end === -1 || from <= last.end)) return last.end
    const search = new RegExp(pattern)
    search.lastIndex = from
    last = { from, end: search.exec(text)?.index ?? -1 }
    return last.end
  }
}

/** Returns a check that a run of backticks has the length of `sign`: only such a run closes code. */
const isSameRun = (sign: string) => (text: string, at: number) =>
  text.charAt(at - 1) !== '`' && text.charAt(at + sign.length) !== '`'

/** Largest number of characters that container marks and indentation take on a line. */
const MAX_LEAD_CHARS = 200

/** Returns the part of the line before an offset, limited to the last `MAX_LEAD_CHARS` characters. */
function lineBefore(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - MAX_LEAD_CHARS), at)
  return near.slice(near.lastIndexOf('\n') + 1)
}

/** Returns the rest of the line from an offset on, without the line break. */
function lineAfter(text: string, from: number): string {
  const end = text.indexOf('\n', from)
  return text.slice(from, end === -1 ? text.length : end)
}

/** Returns whether the text from `start` to `end` stands alone on its line, apart from container marks. */
const isAloneOnLine = (text: string, start: number, end: number) =>
  CONTAINER_MARKS.test(lineBefore(text, start)) && lineAfter(text, end).trim() === ''

/** Returns whether the run of signs from `start` to `end` opens a fence: a line such as "```js" or "~~~". */
const isFence = (text: string, start: number, end: number) =>
  CONTAINER_MARKS.test(lineBefore(text, start)) &&
  // Backticks behind the run make it code within a line.
  (text.charAt(start) === '~' || !lineAfter(text, end).includes('`'))

/** Returns the code of a fence, to the closing fence or the end of the text. */
function fenceAt(text: string, { sign, at }: OpeningDelimiter): LiteralSpan {
  const close = new RegExp(`\\n[ \\t>]*${sign.charAt(0)}{${sign.length},}[ \\t]*(?=\\n|$)`, 'g')
  close.lastIndex = at + sign.length
  const match = close.exec(text)
  const end = match ? match.index + match[0].length : text.length
  return { kind: 'fence', start: at, end, isClosed: match !== null, tex: '', isDisplay: false }
}

/** Returns whether a dollar may open a formula; those in `US$40`, `$ 40` and `40$/h` do not. */
function opensFormula(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)]
  if (/\p{Script=Latin}/u.test(before) || /\s/.test(after)) return false
  return !(/\d/.test(before) && /[/,.;:)，。；：、）]/.test(after))
}

/**
 * Matches a text that may precede a closing dollar; after a comma or an opening bracket, the dollar begins something.
 */
const FORMULA_END = /[^\s，。；：、（(「“]$/

/** Returns the formula that the next dollar closes; null where that is no formula. */
function formulaAt(text: string, opening: OpeningDelimiter, findClosing: ClosingFinder): LiteralSpan | null {
  const closed = findClosing('$', opening.at + 1, 'block', (_, at) => text.charAt(at - 1) !== '\\')
  const span = spanTo(text, opening, { kind: 'math', closed })
  if (!span?.isClosed) return span
  const next = text.charAt(span.end)
  const isFormula = FORMULA_END.test(span.tex) && !/\d/.test(next) && !isMoney(span.tex)
  return isFormula && !(isVariable(span.tex) && /[A-Z_{]/.test(next)) ? span : null
}

/** Returns whether a text between dollars is that of shell variables: `HOME/` in `$HOME/$USER`, `{DIR}/` likewise. */
const isVariable = (tex: string) => /^(?:[A-Z_][A-Z\d_]+|\{[A-Z_][A-Z\d_]*\})[^\p{L}\d\s_]*$/u.test(tex)

/**
 * Returns whether a text between dollars is an amount with words, such as `5 each or 6` or `5/kg和`: it starts with a
 * digit and has no formula signs.
 */
const isMoney = (tex: string) =>
  /^[\d.,]/.test(tex) &&
  !/[\\^_=<>{}]/.test(tex) &&
  (/\p{Script=Han}/u.test(tex) || (/\p{L}{2}/u.test(tex) && !/[+*/]/.test(tex)))

/**
 * Rewrites every formula with double dollars, for a parser that does not read single ones. The TeX is passed through
 * `convert`; otherwise it is unchanged except for line breaks, surrounding spaces, and bars in a table, which would end
 * the cell.
 */
export function withDoubleDollars(markdown: string, convert = (tex: string) => tex): string {
  let converted = ''
  let from = 0
  const isInTable = createTableCheck(markdown)
  for (const span of literalSpans(markdown)) {
    const isInRow = isInTable(span.start)
    if (span.kind !== 'math' || !span.isClosed || span.start < from || span.tex.trim() === '') continue
    const tex = convert(isInRow ? span.tex.replaceAll(UNESCAPED_BAR, '\\vert ') : span.tex)
    converted += markdown.slice(from, span.start) + doubleDollarFormula(markdown, { ...span, tex })
    from = span.end
  }
  return converted + markdown.slice(from)
}

/** Matches the beginning of a row, of which at most `MAX_ROW_START_CHARS` are looked at. */
const TABLE_ROW = /^[ \t>]{0,8}\|/
const MAX_ROW_START_CHARS = 9

/** Returns a function that tells whether an offset is in the row of a table; offsets must ascend. */
function createTableCheck(text: string): (at: number) => boolean {
  let lineStart = 0
  let checked = 0
  return (at) => {
    const newline = text.slice(checked, at).lastIndexOf('\n')
    if (newline !== -1) lineStart = checked + newline + 1
    checked = Math.max(checked, at)
    return TABLE_ROW.test(text.slice(lineStart, lineStart + MAX_ROW_START_CHARS))
  }
}

/** Writes a formula with double dollars, on lines of its own if it stands alone on its lines. */
function doubleDollarFormula(markdown: string, { start, end, tex, isDisplay }: LiteralSpan): string {
  const before = lineBefore(markdown, start)
  if (!isDisplay || !/^[ \t>]*$/.test(before) || lineAfter(markdown, end).trim() !== '')
    return `$$${texLines(tex).join(' ')}$$`
  const lines = tex.replace(/^[ \t]*\n|\n[ \t>]*$/g, '').split('\n')
  const inside = lines.map((line, at) =>
    at === 0 && !tex.startsWith('\n') ? before + line.trim() : line.trimEnd(),
  )
  return `$$\n${inside.filter((line) => line.trim() !== '').join('\n')}\n${before}$$`
}

/** Returns the lines of TeX without spaces around them and without blank lines. */
const texLines = (tex: string): string[] =>
  tex.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
