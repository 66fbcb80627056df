import { anyOf, phrasePattern } from '../../language/phrases.ts'
import { isAsking } from '../../language/question/question-type.ts'

/** Matches header and footer lines that mail programs add. */
const MAIL_HEADER = new RegExp(
  `^${anyOf('letters/mail-fields')}\\s{0,3}[:：]|^.{1,120}${anyOf('letters/quoting')}\\s{0,2}[:：]$|^${anyOf('letters/mail-marks')}|^-{2,8}\\s?${anyOf('letters/enclosed-mail')}`,
  'iu',
)
/** Matches a line with contact details. */
const CONTACT_LINE = new RegExp(`^${anyOf('letters/contact-line')}\\s{0,2}[.:：]`, 'iu')
/** Matches a ruled line; like a closing formula it precedes a signature. */
const RULE_LINE = /^(?:-{2,80}|_{3,80}|={3,80}|[—–─]{2,80}|\*{3,80})$/u
const LETTER_CLOSING = new RegExp(`^${anyOf('letters/closing')}[，,。.!！～~\\s]{0,4}$`, 'iu')
/** Maximum number of lines of a signature. */
const MAX_SIGNATURE_LINES = 10
/** Matches the signs of a quotation, also nested: `> > `. */
const QUOTE_PREFIX = /^(?:>\s?){1,8}/u
/** Matches the start of a list item, a numbered forum post or a form field. */
const ITEM_PREFIX =
  /^(?:[(（]?\d{1,2}[.)）、．]|[(（][一二三四五六七八九十]{1,2}[)）]|[一二三四五六七八九十]{1,2}、|[-•*·]\s|(?:\d{1,3}\s?楼|楼主|lz)\s?[:：]|ps\s?[:：]|【[^】]{1,20}】|\[转\])\s{0,4}(?!\d)/iu
const POSTSCRIPT = /(?<=[。？?！!.\s])p\.?s\.?\s?[:：]/giu
const BACK_REFERENCE = phrasePattern('anaphora/anaphor')
const TRAILING_HAN = /\p{Script=Han}$/u
/**
 * Length of a line that may be wrapped, in characters: shorter lines were ended by their author, and no page has longer
 * ones.
 */
const WRAPPED_LINE_CHARS = { least: 24, most: 120 }

/** A line of the user's text, without the signs at its beginning. */
interface TextLine {
  /** The line without the signs of a quotation and of a list item. */
  text: string
  /** Whether it was quoted from another mail: `> …`. */
  isQuoted: boolean
  /** Whether it was an item of a list: `1. …`. */
  isItem: boolean
}

/**
 * Extracts what users wrote themselves from a text of several lines. Mail headers and signatures are removed, and so
 * are quotations when the user's own question is understandable without them; wrapped lines are joined, and list items
 * that ask are ended as questions. A text of one line is returned without changes, except that a postscript mark
 * becomes a space.
 */
export function extractOwnText(original: string): string {
  const text = original.replaceAll(POSTSCRIPT, ' ')
  if (!text.includes('\n')) return text
  const lines = text.split(/\r?\n/).map(parseLine)
  const withoutSignature = dropSignature(
    lines.filter(({ text }) => ![MAIL_HEADER, CONTACT_LINE].some((sign) => sign.test(text))),
  )
  const joined = dropLeadIn(joinWrappedLines(dropQuoted(withoutSignature))).map(({ text, isItem }) =>
    isItem ? endAsQuestion(text) : text,
  )
  const ownText = joined.filter((line) => line !== '').join('\n')
  return ownText === '' ? text : ownText
}

/** Reads a line: of `> 1. 有哪些方法` the text 有哪些方法, which is quoted and an item. */
function parseLine(raw: string): TextLine {
  const trimmed = raw.trim()
  const bare = trimmed.replace(QUOTE_PREFIX, '')
  const text = bare.replace(ITEM_PREFIX, '')
  return { text, isQuoted: bare.length < trimmed.length, isItem: text.length < bare.length }
}

/** Removes the lines after a ruled line or a closing formula, unless one of them asks something. */
function dropSignature(lines: TextLine[]): TextLine[] {
  const nonBlank = lines.filter(({ text }) => text !== '')
  const tail = nonBlank.slice(1).slice(-MAX_SIGNATURE_LINES)
  const behindLast = tail.slice(tail.findLastIndex(isAskingLine) + 1)
  const first = behindLast.find(({ text }) => RULE_LINE.test(text) || LETTER_CLOSING.test(text))
  const ownLines = first ? lines.slice(0, lines.indexOf(first)) : lines
  return ownLines.filter(({ text }) => !RULE_LINE.test(text))
}

/** Removes quoted lines. They are kept when nothing else asks, or when the questions refer back to them. */
function dropQuoted(lines: TextLine[]): TextLine[] {
  const ownLines = lines.filter(({ isQuoted }) => !isQuoted)
  const asking = ownLines.filter(isAskingLine)
  const isAlone = asking.length > 0 && !asking.every(({ text }) => BACK_REFERENCE.test(text))
  return ownLines.length < lines.length && isAlone ? ownLines : lines
}

const isAskingLine = ({ text }: Pick<TextLine, 'text'>): boolean => isAsking(text)

/** A paragraph that further lines may be joined to; its text is that of all pieces. */
interface LineJoiner extends TextLine {
  pieces: string[]
}

/** Joins lines that a page layout wrapped. */
function joinWrappedLines(lines: TextLine[]): TextLine[] {
  const paragraphs: LineJoiner[] = []
  let last = ''
  for (const line of lines) {
    const before = paragraphs.at(-1)
    const { text } = line
    if (before && text !== '' && !line.isItem && continuesLine(last, text)) appendLine(before, last, text)
    else paragraphs.push({ ...line, pieces: [text] })
    last = text
  }
  return paragraphs.map(({ pieces, ...line }) => ({ ...line, text: pieces.join('') }))
}

/** Joins a line to a paragraph: a hyphenated word loses its hyphen, and Chinese text gets no space. */
function appendLine({ pieces }: LineJoiner, last: string, text: string): void {
  const isDivided = /\p{Ll}-$/u.test(last.slice(-2)) && /^\p{Ll}/u.test(text)
  if (isDivided) pieces.push(pieces.pop()?.slice(0, -1) ?? '')
  const isChinese = TRAILING_HAN.test(last.slice(-1)) && /^\p{Script=Han}/u.test(text)
  pieces.push(isDivided || isChinese ? text : ` ${text}`)
}

/**
 * Returns whether a line was wrapped and goes on with the next one: it ends no sentence, is as long as a
 * wrapped line, and the next begins like the middle of a sentence.
 */
function continuesLine(before: string, next: string): boolean {
  if (
    before === '' ||
    before.length > WRAPPED_LINE_CHARS.most ||
    /[。？?！!：:；;.]["”’)）]?$/u.test(before.slice(-2))
  )
    return false
  if (/^\p{Ll}/u.test(next))
    return /[\p{Ll}\p{N},，-]$/u.test(before.slice(-1)) || before.length >= WRAPPED_LINE_CHARS.least
  return before.length >= WRAPPED_LINE_CHARS.least && /^[\p{L}\p{N}(（“"]/u.test(next)
}

/** Removes a lead-in to a list that asks nothing itself: 「请围绕下面几个问题做一份综述：」. */
function dropLeadIn(lines: TextLine[]): TextLine[] {
  const items = lines.filter(({ isItem }) => isItem)
  const first = lines.findIndex(({ isItem }) => isItem)
  const lead = lines.slice(0, Math.max(first, 0)).findLast(({ text }) => text !== '')
  if (
    !lead ||
    items.filter(isAskingLine).length < 2 ||
    !/[：:]$/u.test(lead.text) ||
    /[？?]/u.test(lead.text)
  )
    return lines
  return lines.filter((line) => line !== lead)
}

/** Adds a question mark to an item that asks by its words alone. */
const endAsQuestion = (text: string): string =>
  isAsking(text) && !/[。？?！!；;.]$/u.test(text.slice(-1)) ? `${text}？` : text
