// Converts LaTeX, as bibliographies use it, to text with the light markup `<i> <sub> <sup>` and `$…$`.
import {
  ACCENT_COMMANDS,
  FACE_SWITCHES,
  MARKUP_COMMANDS,
  SECOND_ARGUMENT_COMMANDS,
  SYMBOLS,
  TEXT_LIGATURES,
} from './latex-commands.ts'

/** Converts LaTeX, of which the first `MAX_LATEX_CHARS` are read, to text with light markup. Never throws. */
export function latexToMarkup(text: string): string {
  return decodeLatex(text, 0)
}

/** The state of a conversion; the functions named `read…` move `at` behind what they read and return its text. */
interface LatexReader {
  text: string
  /** Position of the next character. */
  at: number
  /** Number of groups and chained accents around `at`; bounded by `MAX_DEPTH`. */
  depth: number
  /** Names of environments known to have no end in the rest of the text, which is then not searched for it again. */
  unclosed: Set<string>
}

/** Length to which a text is cut. */
const MAX_LATEX_CHARS = 400_000

/** Converts a text that is nested in `depth` groups. */
function decodeLatex(text: string, depth: number): string {
  const reader: LatexReader = { text: text.slice(0, MAX_LATEX_CHARS), at: 0, depth, unclosed: new Set() }
  let markup = ''
  while (reader.at < reader.text.length) {
    markup += readRest(reader)
    // Skips a surplus closing brace.
    reader.at++
  }
  return markup
}

/** Matches characters without a special meaning. */
const PLAIN_RUN = /[^\\${}~`'-]+/y

/** Reads up to the closing brace of the current group, which is not consumed, or to the end of the text. */
function readRest(reader: LatexReader): string {
  let markup = ''
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    PLAIN_RUN.lastIndex = reader.at
    const run = PLAIN_RUN.exec(reader.text)
    if (run) {
      markup += run[0]
      reader.at = PLAIN_RUN.lastIndex
    } else markup += readPiece(reader)
  }
  return markup
}

/** Reads what starts with a special character: a command, formula, group, ligature (`---`), or the character itself. */
function readPiece(reader: LatexReader): string {
  const next = reader.text[reader.at] ?? ''
  if (next === '\\') return readCommand(reader)
  if (next === '$') return readMath(reader)
  if (next === '{') {
    reader.at++
    return readGroup(reader)
  }
  const ligature = TEXT_LIGATURES.find(([written]) => reader.text.startsWith(written, reader.at))
  reader.at += ligature?.[0].length ?? 1
  return ligature?.[1] ?? next
}

/** Matches a command of letters, or of one other character: `\emph`, `\'`. */
const COMMAND = /\\([a-zA-Z]+\*?|.)/suy

/** Reads a command with its arguments: an accent, a symbol or another one. */
function readCommand(reader: LatexReader): string {
  COMMAND.lastIndex = reader.at
  const match = COMMAND.exec(reader.text)
  if (!match) {
    // A backslash at the end of the text.
    reader.at++
    return ''
  }
  reader.at = COMMAND.lastIndex
  const name = match[1] ?? ''
  if (isAccent(name, reader)) return applyAccent(ACCENT_COMMANDS.get(name) ?? '', readArgument(reader))
  // `\textalpha` is `\alpha` in running text.
  const nameInFormulas = /^text(?=\p{L}{2})(.*)/u.exec(name)?.[1]
  const symbol = SYMBOLS.get(name) ?? SYMBOLS.get(nameInFormulas ?? '')
  if (symbol !== undefined) {
    // A command made of letters swallows the following white space.
    if (/^[a-zA-Z]/.test(name)) skipSpaces(reader)
    return symbol
  }
  return readOtherCommand(name, reader)
}

/** Returns whether a command, which has just been read, is an accent. */
function isAccent(name: string, reader: LatexReader): boolean {
  if (!ACCENT_COMMANDS.has(name)) return false
  // `\b`, `\t` and similar commands are accents only before a letter or a group.
  return !/^[a-zA-Z]$/.test(name) || /^[\s{\\]/.test(reader.text.slice(reader.at, reader.at + 1))
}

/** Puts an accent, a combining character, on the first letter of its argument; `\'{\i}` is í. */
function applyAccent(mark: string, base: string): string {
  const letter = base.replace(/^ı/, 'i').replace(/^ȷ/, 'j')
  const first = letter.codePointAt(0)
  // Without a letter, `\~{}` and `\^{}` are the signs themselves, as in an address; other accents are dropped.
  if (first === undefined) return ['~', '^'].find((sign) => ACCENT_COMMANDS.get(sign) === mark) ?? ''
  const character = String.fromCodePoint(first)
  return (character + mark).normalize('NFC') + letter.slice(character.length)
}

/** Depth of groups from which on braces and commands are dropped; no real text is nested so deeply. */
const MAX_DEPTH = 100

/** Reads the following argument: a group, a command or one character; '' at the end of the group or text. */
function readArgument(reader: LatexReader): string {
  skipSpaces(reader)
  const next = reader.text[reader.at]
  if (next === undefined || next === '}') return ''
  if (next === '{') {
    reader.at++
    return readGroup(reader)
  }
  if (next === '\\') {
    // Unbounded chains of accents would nest calls without limit.
    if (reader.depth >= MAX_DEPTH) {
      reader.at++
      return ''
    }
    reader.depth++
    const command = readCommand(reader)
    reader.depth--
    return command
  }
  const point = reader.text.codePointAt(reader.at) ?? 0
  const character = String.fromCodePoint(point)
  reader.at += character.length
  return character
}

function skipSpaces(reader: LatexReader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at++
}

/** Reads a group, of which the opening brace has been read. */
function readGroup(reader: LatexReader): string {
  reader.depth++
  const inside = reader.depth > MAX_DEPTH ? skipGroup(reader) : readRest(reader)
  reader.depth--
  if (reader.text[reader.at] === '}') reader.at++
  return inside
}

/** Takes all the rest of a text that is nested too deeply, without its braces and backslashes. */
function skipGroup(reader: LatexReader): string {
  const from = reader.at
  reader.at = reader.text.length
  return reader.text.slice(from).replace(/[{}\\]/g, '')
}

/** Reads the arguments of a command that is neither an accent nor a symbol. */
function readOtherCommand(name: string, reader: LatexReader): string {
  if (name === 'begin') return readEnvironment(reader)
  // `{\it text}`: the command has no argument, but applies to the rest of the group.
  if (FACE_SWITCHES.has(name)) {
    skipSpaces(reader)
    const tag = MARKUP_COMMANDS.get(name)
    return tag ? `<${tag}>${readRest(reader)}</${tag}>` : ''
  }
  const tag = MARKUP_COMMANDS.get(name)
  if (tag) return `<${tag}>${readArgument(reader)}</${tag}>`
  if (name === 'enquote' || name === 'mkbibquote') return `“${readArgument(reader)}”`
  if (name === 'ElsevierGlyph' || name === 'symbol') return decodeGlyph(readArgument(reader))
  // `\href{address}{text}`: the first argument is dropped.
  if (SECOND_ARGUMENT_COMMANDS.has(name)) readArgument(reader)
  if (reader.text[reader.at] === '{') return readArgument(reader)
  // An unknown command without argument is kept, so that nothing of the record is lost.
  return `\\${name}`
}

/** Reads an environment behind `\begin`: `{it}…\end{it}` is a group in italics, others leave their content. */
function readEnvironment(reader: LatexReader): string {
  const name = readArgument(reader)
  if (reader.unclosed.has(name)) return ''
  const end = reader.text.indexOf(`\\end{${name}}`, reader.at)
  if (end < 0) {
    reader.unclosed.add(name)
    return ''
  }
  const inside = decodeLatex(reader.text.slice(reader.at, end), reader.depth + 1)
  reader.at = end + `\\end{${name}}`.length
  const tag = MARKUP_COMMANDS.get(name)
  return tag ? `<${tag}>${inside}</${tag}>` : inside
}

/** Returns the character of a hexadecimal code; the text itself where it is no code of a printable character. */
function decodeGlyph(code: string): string {
  const point = Number.parseInt(code, 16)
  // Control characters come before, surrogates after.
  const isPrintable = point > 0x1f && point < 0xd800
  return isPrintable ? String.fromCharCode(point) : code
}

/** Matches a formula of superscripts and subscripts without nested groups: `^{2}_i`. */
const ONLY_SCRIPTS = /^(?:[\^_](?:\{[\w+\-,. ]*\}|\w|\\[a-zA-Z]+))+$/

/** Reads a formula: `$^{2}$`, `$\Phi$` and `$_i$` become text with light markup, other formulas are kept. */
function readMath(reader: LatexReader): string {
  const delimiter = reader.text.startsWith('$$', reader.at) ? '$$' : '$'
  const from = reader.at + delimiter.length
  const end = reader.text.indexOf(delimiter, from)
  if (end < 0) {
    reader.at++
    return '$'
  }
  const inside = reader.text.slice(from, end).trim()
  reader.at = end + delimiter.length
  // `\sp` and `\sb` are older names of `^` and `_`.
  const formula = inside.replace(/\\sp\b/g, '^').replace(/\\sb\b/g, '_')
  if (ONLY_SCRIPTS.test(formula)) return scriptsToMarkup(formula)
  const onlyCommand = /^\\([a-zA-Z]+)$/.exec(inside)?.[1]
  const symbol = onlyCommand ? SYMBOLS.get(onlyCommand) : undefined
  return symbol ?? (inside === '' ? '' : `$${inside}$`)
}

/** Matches one superscript or subscript: its sign, and its content with or without braces. */
const SCRIPT = /([\^_])(?:\{([^{}]*)\}|(\\[a-zA-Z]+|\w))/g

/**
 * Converts a formula of superscripts and subscripts only to light markup: `^{2}_i` becomes `<sup>2</sup><sub>i</sub>`.
 */
const scriptsToMarkup = (formula: string): string =>
  formula.replace(SCRIPT, (_, sign: string, braced?: string, bare?: string) => {
    const tag = sign === '^' ? 'sup' : 'sub'
    return `<${tag}>${latexToMarkup(braced ?? bare ?? '')}</${tag}>`
  })

/** Converts LaTeX to plain text, for names, places and numbers. */
export function latexToText(text: string): string {
  return /[\\${}~`'-]/.test(text) ? latexToMarkup(text).replace(/<\/?(?:i|sub|sup)>/g, '') : text
}

/**
 * Returns an address or identifier without braces and escapes: `10.1002/a\_b$<$1$>$` → `10.1002/a_b<1>`. Everything
 * else is kept, since `~` and `%` belong to addresses.
 */
export function decodeVerbatim(text: string): string {
  return text
    .replace(/\\(?:url|path|href)\s*/g, '')
    .replace(/\\(?:textasciitilde|~)\s*(?:\{\})?/g, '~')
    .replace(/\$\\sim\$/g, '~')
    .replace(/\$?\\(?:textless|lt)(?![a-z])\s*(?:\{\})?\$?|\$<\$/g, '<')
    .replace(/\$?\\(?:textgreater|gt)(?![a-z])\s*(?:\{\})?\$?|\$>\$/g, '>')
    .replace(/\\textunderscore\s*(?:\{\})?/g, '_')
    .replace(/\\([#$%&_{}~])/g, '$1')
    .replace(/[{}]/g, '')
    .trim()
}
