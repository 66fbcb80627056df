import { accents, ligatures, marked, secondOnly, switches } from './latex-commands.ts'
import { symbols } from './latex-symbols.ts'

/** LaTeX as bibliographies use it → text with the light mark-up `<i> <sub> <sup>` and `$…$`. */

interface Reader {
  text: string
  at: number
  depth: number
  /** Environments that are not closed any more. */
  unclosed: Set<string>
}

const deepest = 100
/** A run of characters that mean themselves. */
const plain = /[^\\${}~`'-]+/y
const command = /\\([a-zA-Z]+\*?|.)/suy

function skipSpaces(reader: Reader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at++
}

/** The argument that follows: a group or one character. */
function argument(reader: Reader): string {
  skipSpaces(reader)
  const next = reader.text[reader.at]
  if (next === undefined || next === '}') return ''
  if (next === '{') {
    reader.at++
    return group(reader)
  }
  if (next === '\\') {
    // Accents over accents without end would be as many calls within each other.
    if (reader.depth >= deepest) {
      reader.at++
      return ''
    }
    reader.depth++
    const read = commandAt(reader)
    reader.depth--
    return read
  }
  const point = reader.text.codePointAt(reader.at) ?? 0
  const character = String.fromCodePoint(point)
  reader.at += character.length
  return character
}

/** An accent stands over the first letter of its argument; `\'{\i}` is í. */
function accented(mark: string, base: string): string {
  const letter = base.replace(/^ı/, 'i').replace(/^ȷ/, 'j')
  const first = letter.codePointAt(0)
  // Over nothing: `\\~{}` is how addresses write their tilde.
  if (first === undefined) return mark === accents.get('~') ? '~' : mark === accents.get('^') ? '^' : ''
  const character = String.fromCodePoint(first)
  return (character + mark).normalize('NFC') + letter.slice(character.length)
}

function isAccent(name: string, reader: Reader): boolean {
  if (!accents.has(name)) return false
  // `\b`, `\t` and the like are accents only before a letter or a group.
  return !/^[a-zA-Z]$/.test(name) || /^[\s{\\]/.test(reader.text.slice(reader.at, reader.at + 1))
}

/** `\begin{it}…\end{it}` is a group; other environments leave their contents. */
function environment(reader: Reader): string {
  const name = argument(reader)
  if (reader.unclosed.has(name)) return ''
  const end = reader.text.indexOf(`\\end{${name}}`, reader.at)
  if (end < 0) {
    reader.unclosed.add(name)
    return ''
  }
  const inside = decode(reader.text.slice(reader.at, end), reader.depth + 1)
  reader.at = end + name.length + 6
  const tag = marked.get(name)
  return tag ? `<${tag}>${inside}</${tag}>` : inside
}

function commandAt(reader: Reader): string {
  command.lastIndex = reader.at
  const found = command.exec(reader.text)
  if (!found) {
    reader.at++
    return ''
  }
  reader.at = command.lastIndex
  const name = found[1] ?? ''
  if (isAccent(name, reader)) return accented(accents.get(name) ?? '', argument(reader))
  // `\textalpha` is α in running text.
  const symbol = symbols.get(name) ?? symbols.get(/^text(?=\p{L}{2})(.*)/u.exec(name)?.[1] ?? '')
  if (symbol !== undefined) {
    // A command made of letters swallows the white space after it.
    if (/^[a-zA-Z]/.test(name)) skipSpaces(reader)
    return symbol
  }
  return other(name, reader)
}

function other(name: string, reader: Reader): string {
  if (name === 'begin') return environment(reader)
  if (switches.has(name)) {
    skipSpaces(reader)
    const tag = marked.get(name)
    return tag ? `<${tag}>${rest(reader)}</${tag}>` : ''
  }
  const tag = marked.get(name)
  if (tag) return `<${tag}>${argument(reader)}</${tag}>`
  if (name === 'enquote' || name === 'mkbibquote') return `“${argument(reader)}”`
  if (name === 'ElsevierGlyph' || name === 'symbol') return glyph(argument(reader))
  if (secondOnly.has(name)) argument(reader)
  if (reader.text[reader.at] === '{') return argument(reader)
  // An unknown command without argument stays: nothing of the record is lost.
  return `\\${name}`
}

function glyph(code: string): string {
  const point = Number.parseInt(code, 16)
  return point > 31 && point < 0xd800 ? String.fromCharCode(point) : code
}

/** `$^{2}$`, `$\Phi$`, `$_i$` need no TeX to be read; other formulas stay as they are. */
function mathematics(reader: Reader): string {
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
  const symbol = alone ? symbols.get(alone) : undefined
  return symbol ?? (inside === '' ? '' : `$${inside}$`)
}

/** One piece of text: up to the next character that means something. */
function piece(reader: Reader): string {
  const next = reader.text[reader.at] ?? ''
  if (next === '\\') return commandAt(reader)
  if (next === '$') return mathematics(reader)
  if (next === '{') {
    reader.at++
    return group(reader)
  }
  const ligature = ligatures.find(([written]) => reader.text.startsWith(written, reader.at))
  reader.at += ligature?.[0].length ?? 1
  return ligature?.[1] ?? next
}

/** To the closing brace of the group that has been entered, or to the end. */
function rest(reader: Reader): string {
  let out = ''
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    plain.lastIndex = reader.at
    const run = plain.exec(reader.text)
    if (run) {
      out += run[0]
      reader.at = plain.lastIndex
    } else out += piece(reader)
  }
  return out
}

function group(reader: Reader): string {
  reader.depth++
  const inside = reader.depth > deepest ? skipGroup(reader) : rest(reader)
  reader.depth--
  if (reader.text[reader.at] === '}') reader.at++
  return inside
}

/** Nobody nests so deeply; it is taken as it stands. */
function skipGroup(reader: Reader): string {
  const from = reader.at
  reader.at = reader.text.length
  return reader.text.slice(from).replace(/[{}\\]/g, '')
}

const longest = 400_000

function decode(text: string, depth: number): string {
  const reader: Reader = { text: text.slice(0, longest), at: 0, depth, unclosed: new Set() }
  let out = ''
  while (reader.at < reader.text.length) {
    out += rest(reader)
    // A closing brace too many.
    reader.at++
  }
  return out
}

/** LaTeX → text with light mark-up. */
export function latexToMarkup(text: string): string {
  return decode(text, 0)
}

/** LaTeX → plain text for names, places, numbers. */
export function latexToText(text: string): string {
  return /[\\${}~`'-]/.test(text) ? latexToMarkup(text).replace(/<\/?(?:i|sub|sup)>/g, '') : text
}
