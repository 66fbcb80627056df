import type { TextLine } from '../../document.ts'
import type { PdfLine } from '../page/lines.ts'
import { writtenText } from '../page/words.ts'
import { lineBox, roundBox } from './line-boxes.ts'

/**
 * Words of a document within its lines, in lower case. They decide whether a hyphen at the end of a line belongs to
 * the word.
 */
export type Vocabulary = ReadonlySet<string>

/** Matches a word with inner hyphens and apostrophes. */
const WORD_PATTERN = /\p{L}[\p{L}\p{M}'’-]*\p{L}|\p{L}/gu

/** Collects the vocabulary of a document. */
export function collectVocabulary(lines: Iterable<PdfLine>): Vocabulary {
  const words = new Set<string>()
  for (const { text } of lines) for (const [word] of wholeWords(text).matchAll(WORD_PATTERN)) words.add(word)
  return words
}

/**
 * Returns the text of a line in lower case without what may be half a word: a part hyphenated at its end, and its
 * first word when that is lower-case.
 */
const wholeWords = (text: string): string =>
  text
    .replace(/^\p{Ll}+(?=[^\p{L}])/u, '')
    .split(' ')
    .filter((part, at, all) => at < all.length - 1 || !/[-‐]$/.test(part))
    .join(' ')
    .toLowerCase()

/** A piece of running text, in the compared form and as written. */
type TextPiece = Pick<PdfLine, 'text' | 'written'>

/**
 * Joins pieces of running text: no space between ideographs, and hyphenated words rejoined.
 *
 * @returns the text as written, and the offset of each piece in it, in UTF-16 units
 */
export function joinPieces(
  pieces: readonly TextPiece[],
  vocabulary: Vocabulary,
): { text: string; starts: number[] } {
  const parts: string[] = []
  const starts: number[] = []
  let length = 0
  pieces.forEach((piece, at) => {
    const join = lineJoin(pieces[at - 1]?.text ?? '', piece.text, vocabulary)
    const last = parts.at(-1)
    if (join === 'cut' && last) {
      parts[parts.length - 1] = last.slice(0, -1)
      length--
    }
    if (join === 'space') {
      parts.push(' ')
      length++
    }
    starts.push(length)
    parts.push(writtenText(piece))
    length += piece.text.length
  })
  return { text: parts.join(''), starts }
}

/** Matches a radical, an ideograph or another wide character. */
const IDEOGRAPH = /[\u2E80-\u9FFF\uF900-\uFAFF]/

/**
 * Returns how two lines of running text are joined: without the hyphen at the end of the first (`cut`), with a space,
 * or directly (`tight`).
 */
function lineJoin(text: string, next: string, vocabulary: Vocabulary): 'cut' | 'space' | 'tight' {
  if (text === '' || next === '' || endsInAddress(text)) return 'tight'
  if (breaksRange(text, next) || breaksScheme(text, next)) return 'tight'
  const parts = splitAtHyphen(text, next)
  if (parts) return keepsHyphen(parts, vocabulary) ? 'tight' : 'cut'
  // Chinese punctuation is among the wide characters.
  return IDEOGRAPH.test(text.slice(-1)) || IDEOGRAPH.test(next.slice(0, 1)) ? 'tight' : 'space'
}

/** Length of the end of a text in which an address is recognized, in UTF-16 units. */
const MAX_ADDRESS_CHARS = 200

/** Returns whether a text ends within an internet address or a DOI, which is broken after a separator. */
const endsInAddress = (text: string): boolean =>
  /(?:https?:\/\/|www\.|doi\.org\/|\b10\.\d{4,9}\/)\S*[/\-_.=&?]$/.test(text.slice(-MAX_ADDRESS_CHARS))

/** Returns whether a range of numbers, such as pages or a date, is broken behind its dash. */
const breaksRange = (text: string, next: string): boolean =>
  /\d[-‐–]$/.test(text.slice(-2)) && /^\d/.test(next)

/** Returns whether an address is broken before its slashes: `https:` and `//`. */
const breaksScheme = (text: string, next: string): boolean =>
  next.startsWith('//') && /\bhttps?:$/.test(text.slice(-8))

/** Longest word that is rejoined at a hyphen, in UTF-16 units. */
const MAX_WORD_CHARS = 60

/**
 * Returns the last word of a text, without its hyphen, and the first word of the next text: `tail` and `head` of a word
 * that may be divided. Null without a hyphen at the end.
 */
function splitAtHyphen(text: string, next: string): { tail: string; head: string } | null {
  if (!/\p{L}[-‐]$/u.test(text.slice(-3))) return null
  const tail = text
    .slice(-MAX_WORD_CHARS)
    .split(/[^\p{L}\p{N}’'‐-]/u)
    .at(-1)
  const head = /^[\p{L}’'-]+/u.exec(next.slice(0, MAX_WORD_CHARS))?.[0]
  return tail && head ? { tail: tail.slice(0, -1), head } : null
}

/** Minimum length of both parts of a compound of which only the parts occur elsewhere; shorter ones occur by chance. */
const MIN_PART_CHARS = 4

/**
 * Returns whether a hyphen belongs to the word: it occurs so elsewhere, the first part has another hyphen, the second
 * is capitalized, or both parts are known words. Where the whole occurs without a hyphen, it does not.
 */
function keepsHyphen({ tail, head }: { tail: string; head: string }, vocabulary: Vocabulary): boolean {
  const [first, second] = [tail.toLowerCase(), head.toLowerCase()]
  if (vocabulary.has(first + second)) return false
  if (vocabulary.has(`${first}-${second}`) || first.includes('-') || /^\p{Lu}/u.test(head)) return true
  return (
    vocabulary.has(first) &&
    vocabulary.has(second) &&
    first.length >= MIN_PART_CHARS &&
    second.length >= MIN_PART_CHARS
  )
}

/** Joins lines as running text, with the offset of each line in the text and its box, rounded to a tenth of a point. */
export function joinLineTexts(
  lines: readonly PdfLine[],
  vocabulary: Vocabulary,
): { text: string; lines: TextLine[] } {
  const { text, starts } = joinPieces(lines, vocabulary)
  return { text, lines: lines.map((line, at) => ({ start: starts[at] ?? 0, box: roundBox(lineBox(line)) })) }
}

/** Joins lines below each other that are no running text, such as the rows of a formula, with line breaks. */
export function stackedLineTexts(rows: readonly PdfLine[]): { text: string; lines: TextLine[] } {
  // A bracket composed of meaningless glyph pieces leaves empty rows.
  const lines = rows.filter(({ text }) => text.trim() !== '')
  let start = 0
  const textLines = lines.map((line) => {
    const textLine = { start, box: roundBox(lineBox(line)) }
    // One more for the line break.
    start += line.text.length + 1
    return textLine
  })
  return { text: lines.map(writtenText).join('\n'), lines: textLines }
}
