// Parses the text of one BibTeX entry into its type, key and fields, and expands abbreviations.
import { parseMonth } from '../fields/dates.ts'
import { excerptOf, RecordFault } from '../format.ts'

/** An entry with its fields as written, LaTeX included; type and field names are in lower case. */
export interface BibtexEntry {
  type: string
  key: string
  fields: Map<string, string>
  /** Remarks on content that is interpreted differently from how it is written, in Chinese. */
  warnings: string[]
}

/** Abbreviations defined by `@string`; months need no definition. */
export type StringMacros = Map<string, string>

/** Largest number of abbreviations that are kept, a bound of memory; further ones are ignored. */
const MAX_STRINGS = 50_000

/** The state of reading one entry; the functions below move `at`. */
interface EntryReader {
  text: string
  /** Position of the next character. */
  at: number
  /** The end of the content, before the closing delimiter. */
  end: number
  warnings: string[]
}

/** Matches the type of an entry with its opening delimiter, `@article{`, and captures the type. */
const ENTRY_HEAD = /^@\s*([A-Za-z]+)\s*[{(]\s*/

/**
 * Parses one entry. A `@string` is added to `strings`; for it, `@preamble` and `@comment` the result is null.
 *
 * @throws RecordFault when the fields cannot be parsed.
 */
export function parseEntry(text: string, strings: StringMacros): BibtexEntry | null {
  const found = ENTRY_HEAD.exec(text)
  if (!found) throw new RecordFault('不是 BibTeX 条目')
  const type = (found[1] ?? '').toLowerCase()
  if (type === 'comment' || type === 'preamble') return null
  const reader: EntryReader = { text, at: found[0].length, end: text.length - 1, warnings: [] }
  const fields = new Map<string, string>()
  let key = ''
  if (type !== 'string') {
    // The key ends at a comma; without one, the text is the first field already.
    const label = /[^\s,={}"]*(?=\s*(?:,|$))/y
    label.lastIndex = reader.at
    key = label.exec(text.slice(0, reader.end))?.[0] ?? ''
    reader.at += key.length
  }
  for (skipSeparators(reader); reader.at < reader.end; skipSeparators(reader))
    readField(reader, strings, fields)
  if (type !== 'string') return { type, key, fields, warnings: reader.warnings }
  for (const [name, expansion] of fields) if (strings.size < MAX_STRINGS) strings.set(name, expansion)
  return null
}

/** Skips what separates fields; BibTeX tolerates surplus commas. */
function skipSeparators(reader: EntryReader): void {
  while (reader.at < reader.end && /[\s,]/.test(reader.text[reader.at] ?? '')) reader.at++
}

/** Matches the name of a field with its equals sign, `year =`, and captures the name. */
const FIELD_NAME = /([^\s=,{}"#]+)\s*=/y

/** Reads one field into `fields`. @throws RecordFault when it has no name or no value. */
function readField(reader: EntryReader, strings: StringMacros, fields: Map<string, string>): void {
  FIELD_NAME.lastIndex = reader.at
  const name = FIELD_NAME.exec(reader.text)?.[1]
  if (name === undefined)
    throw new RecordFault(
      `字段写法有误：${reader.text.slice(reader.at, Math.min(reader.at + 30, reader.end)).trim()}`,
    )
  reader.at = FIELD_NAME.lastIndex
  const text = readValue(reader, strings)
  // The first value of a repeated field counts, as in BibTeX.
  const firstText = fields.get(name.toLowerCase())
  if (firstText === undefined) fields.set(name.toLowerCase(), text)
  else if (firstText !== text) reader.warnings.push(`字段「${excerptOf(name)}」有两个值，只保留第一个`)
}

/** Reads the parts of a value, joined by `#`. */
function readValue(reader: EntryReader, strings: StringMacros): string {
  let text = readPart(reader, strings)
  for (skipSpaces(reader); reader.text[reader.at] === '#' && reader.at < reader.end; skipSpaces(reader)) {
    reader.at++
    text += readPart(reader, strings)
  }
  return text
}

/** Matches a number or an abbreviation: `2014`, `jan`. */
const BARE_VALUE = /[^\s,#{}"=]+/y

/**
 * Reads one part of a value: a delimited text, a number, or an abbreviation, which is expanded. One that is not defined
 * is kept with a warning, except for months.
 *
 * @throws RecordFault when there is no value.
 */
function readPart(reader: EntryReader, strings: StringMacros): string {
  skipSpaces(reader)
  const next = reader.text[reader.at]
  if (next === '{' || next === '"') return readDelimited(reader, next === '"')
  BARE_VALUE.lastIndex = reader.at
  const word = BARE_VALUE.exec(reader.text)?.[0]
  if (word === undefined || reader.at >= reader.end) throw new RecordFault('字段没有值')
  reader.at += word.length
  const expansion = strings.get(word.toLowerCase())
  if (expansion === undefined && !/^\d+$/.test(word) && parseMonth(word) === null)
    reader.warnings.push(`缩写「${excerptOf(word)}」没有定义，按原样保留`)
  return expansion ?? word
}

function skipSpaces(reader: EntryReader): void {
  while (reader.at < reader.end && /\s/.test(reader.text[reader.at] ?? '')) reader.at++
}

/**
 * Reads a value in braces or quotation marks; braces inside are balanced, escaped ones are not counted.
 *
 * @throws RecordFault when the value does not end within the entry.
 */
function readDelimited(reader: EntryReader, isQuoted: boolean): string {
  const from = ++reader.at
  const special = /[{}"]|\\./gs
  special.lastIndex = from
  let depth = 0
  for (
    let found = special.exec(reader.text);
    found && found.index < reader.end;
    found = special.exec(reader.text)
  ) {
    if (isValueEnd(found[0], depth, isQuoted)) {
      reader.at = special.lastIndex
      return reader.text.slice(from, found.index)
    }
    if (found[0] === '{') depth++
    else if (found[0] === '}') depth--
  }
  throw new RecordFault(isQuoted ? '字段值的引号没有结束' : '字段值的花括号没有结束')
}

/** Returns whether a value ends at a character: at its own delimiter, outside of inner braces. */
function isValueEnd(character: string, depth: number, isQuoted: boolean): boolean {
  return depth === 0 && (character === '}' || (isQuoted && character === '"'))
}
