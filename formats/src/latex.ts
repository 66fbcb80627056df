import {
  ACCENT_COMMANDS,
  FACE_SWITCHES,
  MARKUP_COMMANDS,
  SECOND_ARGUMENT_COMMANDS,
  TEXT_LIGATURES,
} from './latex-commands.ts'
import { SYMBOLS } from './latex-symbols.ts'

/** LaTeX as bibliographies use it → text with the light mark-up `<i> <sub> <sup>` and `$…$`. */

interface LatexReader {
  text: string
  at: number
  depth: number
  /** Environments that are not closed any more. */
  unclosed: Set<string>
}

const MAX_DEPTH = 100
/** A run of characters that mean themselves. */
const PLAIN_RUN = /[^\\${}~`'-]+/y
const COMMAND = /\\([a-zA-Z]+\*?|.)/suy

function skipSpaces(reader: LatexReader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at++
}

/** The argument that follows: a group or one character. */
function readArgument(reader: LatexReader): string {
  skipSpaces(reader)
  const next = reader.text[reader.at]
  if (next === undefined || next === '}') return ''
  if (next === '{') {
    reader.at++
    return readGroup(reader)
  }
  if (next === '\\') {
    // Accents over accents without end would be as many calls within each other.
    if (reader.depth >= MAX_DEPTH) {
      reader.at++
      return ''
    }
    reader.depth++
    const read = readCommand(reader)
    reader.depth--
    return read
  }
  const point = reader.text.codePointAt(reader.at) ?? 0
  const character = String.fromCodePoint(point)
  reader.at += character.length
  return character
}

/** An accent stands over the first letter of its argument; `\'{\i}` is í. */
function applyAccent(mark: string, base: string): string {
  const letter = base.replace(/^ı/, 'i').replace(/^ȷ/, 'j')
  const first = letter.codePointAt(0)
  // Over nothing: `\\~{}` is how addresses write their tilde.
  if (first === undefined)
    return mark === ACCENT_COMMANDS.get('~') ? '~' : mark === ACCENT_COMMANDS.get('^') ? '^' : ''
  const character = String.fromCodePoint(first)
  return (character + mark).normalize('NFC') + letter.slice(character.length)
}

function isAccent(name: string, reader: LatexReader): boolean {
  if (!ACCENT_COMMANDS.has(name)) return false
  // `\b`, `\t` and the like are accents only before a letter or a group.
  return !/^[a-zA-Z]$/.test(name) || /^[\s{\\]/.test(reader.text.slice(reader.at, reader.at + 1))
}

/** `\begin{it}…\end{it}` is a group; other environments leave their contents. */
function readEnvironment(reader: LatexReader): string {
  const name = readArgument(reader)
  if (reader.unclosed.has(name)) return ''
  const end = reader.text.indexOf(`\\end{${name}}`, reader.at)
  if (end < 0) {
    reader.unclosed.add(name)
    return ''
  }
  const inside = decodeLatex(reader.text.slice(reader.at, end), reader.depth + 1)
  reader.at = end + name.length + 6
  const tag = MARKUP_COMMANDS.get(name)
  return tag ? `<${tag}>${inside}</${tag}>` : inside
}

function readCommand(reader: LatexReader): string {
  COMMAND.lastIndex = reader.at
  const found = COMMAND.exec(reader.text)
  if (!found) {
    reader.at++
    return ''
  }
  reader.at = COMMAND.lastIndex
  const name = found[1] ?? ''
  if (isAccent(name, reader)) return applyAccent(ACCENT_COMMANDS.get(name) ?? '', readArgument(reader))
  // `\textalpha` is α in running text.
  const symbol = SYMBOLS.get(name) ?? SYMBOLS.get(/^text(?=\p{L}{2})(.*)/u.exec(name)?.[1] ?? '')
  if (symbol !== undefined) {
    // A command made of letters swallows the white space after it.
    if (/^[a-zA-Z]/.test(name)) skipSpaces(reader)
    return symbol
  }
  return readOtherCommand(name, reader)
}

function readOtherCommand(name: string, reader: LatexReader): string {
  if (name === 'begin') return readEnvironment(reader)
  if (FACE_SWITCHES.has(name)) {
    skipSpaces(reader)
    const tag = MARKUP_COMMANDS.get(name)
    return tag ? `<${tag}>${readRest(reader)}</${tag}>` : ''
  }
  const tag = MARKUP_COMMANDS.get(name)
  if (tag) return `<${tag}>${readArgument(reader)}</${tag}>`
  if (name === 'enquote' || name === 'mkbibquote') return `“${readArgument(reader)}”`
  if (name === 'ElsevierGlyph' || name === 'symbol') return decodeGlyph(readArgument(reader))
  if (SECOND_ARGUMENT_COMMANDS.has(name)) readArgument(reader)
  if (reader.text[reader.at] === '{') return readArgument(reader)
  // An unknown command without argument stays: nothing of the record is lost.
  return `\\${name}`
}

function decodeGlyph(code: string): string {
  const point = Number.parseInt(code, 16)
  return point > 31 && point < 0xd800 ? String.fromCharCode(point) : code
}

/** `$^{2}$`, `$\Phi$`, `$_i$` need no TeX to be read; other formulas stay as they are. */
function readMath(reader: LatexReader): string {
  const double = reader.text.startsWith('$$', reader.at)
  const from = reader.at + (double ? 2 : 1)
  const end = reader.text.indexOf(double ? '$$' : '$', from)
  if (end < 0) {
    reader.at++
    return '$'
  }
  const inside = reader.text.slice(from, end).trim()
  reader.at = end + (double ? 2 : 1)
  const simple = inside.replace(/\\sp\b/g, '^').replace(/\\sb\b/g, '_')
  if (/^(?:[\^_](?:\{[\w+\-,. ]*\}|\w|\\[a-zA-Z]+))+$/.test(simple)) {
    return simple.replace(
      /([\^_])(?:\{([^{}]*)\}|(\\[a-zA-Z]+|\w))/g,
      (_, which: string, braced?: string, bare?: string) => {
        const tag = which === '^' ? 'sup' : 'sub'
        return `<${tag}>${latexToMarkup(braced ?? bare ?? '')}</${tag}>`
      },
    )
  }
  const alone = /^\\([a-zA-Z]+)$/.exec(inside)?.[1]
  const symbol = alone ? SYMBOLS.get(alone) : undefined
  return symbol ?? (inside === '' ? '' : `$${inside}$`)
}

/** One piece of text: up to the next character that means something. */
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

/** To the closing brace of the group that has been entered, or to the end. */
function readRest(reader: LatexReader): string {
  let out = ''
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    PLAIN_RUN.lastIndex = reader.at
    const run = PLAIN_RUN.exec(reader.text)
    if (run) {
      out += run[0]
      reader.at = PLAIN_RUN.lastIndex
    } else out += readPiece(reader)
  }
  return out
}

function readGroup(reader: LatexReader): string {
  reader.depth++
  const inside = reader.depth > MAX_DEPTH ? skipGroup(reader) : readRest(reader)
  reader.depth--
  if (reader.text[reader.at] === '}') reader.at++
  return inside
}

/** Nobody nests so deeply; it is taken as it stands. */
function skipGroup(reader: LatexReader): string {
  const from = reader.at
  reader.at = reader.text.length
  return reader.text.slice(from).replace(/[{}\\]/g, '')
}

const MAX_LATEX_CHARS = 400_000

function decodeLatex(text: string, depth: number): string {
  const reader: LatexReader = { text: text.slice(0, MAX_LATEX_CHARS), at: 0, depth, unclosed: new Set() }
  let out = ''
  while (reader.at < reader.text.length) {
    out += readRest(reader)
    // A closing brace too many.
    reader.at++
  }
  return out
}

/** LaTeX → text with light mark-up. */
export function latexToMarkup(text: string): string {
  return decodeLatex(text, 0)
}

/** LaTeX → plain text for names, places, numbers. */
export function latexToText(text: string): string {
  return /[\\${}~`'-]/.test(text) ? latexToMarkup(text).replace(/<\/?(?:i|sub|sup)>/g, '') : text
}
