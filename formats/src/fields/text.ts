import { decodeEntities } from '@scinav/contract/entities'
import { toLightMarkup } from './markup.ts'

/**
 * Matches characters that require cleaning: controls, unusual spaces, invisible characters, runs of spaces, unpaired
 * surrogates.
 */
const SUSPICIOUS_CHARACTER =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x1f\x7f-\xa0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff\ufff0-\uffff\ud800-\udfff]| {2}/
/** Characters without meaning in a title: controls, direction and zero-width marks, soft hyphens, byte order marks. */
const MEANINGLESS_CHARACTER =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
  /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufff0-\ufffb\ufffe\uffff]/g

/** Characters that are written without spaces between them: Chinese ones, and marks in full width. */
const WIDE_CHARACTERS = '\\p{Script=Han}\\u3001-\\u303f\\uff01-\\uff65'
const WIDE_END = new RegExp(`[${WIDE_CHARACTERS}]$`, 'u')
/** Matches the start of a line that follows without a space: a Chinese character, a comma or a semicolon. */
const SEAMLESS_START = new RegExp(`^[${WIDE_CHARACTERS},;]`, 'u')

/** After these characters a line break may separate paragraphs. */
const SENTENCE_END = /[。！？：；]$/

/** Joins lines with a space, but without one next to a Chinese character or before a comma, unless a sentence ends. */
function joinLines(text: string): string {
  if (!/[\r\n]/.test(text)) return text
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line, i, all) => {
      const before = all[i - 1]
      const isSeamless = before === undefined || WIDE_END.test(before.slice(-2)) || SEAMLESS_START.test(line)
      return isSeamless && !SENTENCE_END.test(before ?? '') ? line : ` ${line}`
    })
    .join('')
}

/**
 * Returns a text on one line in NFC: without control characters, with white space collapsed, as well-formed Unicode.
 */
export function cleanText(text: string): string {
  const tidy = SUSPICIOUS_CHARACTER.test(text)
    ? joinLines(text.replace(MEANINGLESS_CHARACTER, ''))
        .replace(/[\s\x85]+/g, ' ')
        .toWellFormed()
    : text
  return /[^\0-\u02ff]/.test(tidy) ? tidy.trim().normalize('NFC') : tidy.trim()
}

/** Room that is left for the tags that are closed after a text was cut. */
const MAX_CLOSING_CHARS = 40

/** Returns clean text with no markup other than `<sub> <sup> <i>` and `$…$`, cut to at most `maxChars` characters. */
export function cleanMarkup(text: string, maxChars: number): string {
  // Markup and references make a text longer than what is left of it, rarely four times as long.
  let marked = text.length > maxChars * 4 ? text.slice(0, maxChars * 4) : text
  if (marked.includes('&')) {
    marked = decodeEntities(marked)
    // Registries often hold references that are escaped twice: `&amp;lt;sub&amp;gt;`.
    if (/&(?:amp|lt|gt|quot|nbsp|#\d+);/.test(marked)) marked = decodeEntities(marked)
  }
  const clean = cleanText(marked.includes('<') ? toLightMarkup(marked) : marked)
  if (clean.length <= maxChars) return clean
  const cut = clean.slice(0, maxChars - MAX_CLOSING_CHARS).replace(/<[^<>]{0,6}$/, '')
  return cleanText(toLightMarkup(cut))
}

/** Length to which names, places and journals with markup or references are cut. */
const MAX_PLAIN_CHARS = 2000

/** Returns clean text for names, places and journals: character references decoded, all tags removed. */
export function cleanPlainText(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return cleanText(text)
  return cleanMarkup(text, MAX_PLAIN_CHARS).replace(/<\/?(?:i|sub|sup)>/g, '')
}

/** Converts CNKI's superscripts, `Ca~(2+)`, and subscripts, `H_3PO_4`, to light markup. */
export function convertCnkiScripts(text: string): string {
  if (!/[~_]/.test(text)) return text
  // A subscript follows an element or a closing bracket: `H_3`, `Fe_2`, `(OH)_2`; `x_1` of a formula is kept.
  return text
    .replace(/~\(([^()]{1,12})\)/g, '<sup>$1</sup>')
    .replace(/(?<=(?<![A-Za-z])[A-Z]?[a-z]|[A-Z)\]])_(\d{1,3})(?![\d_])/g, '<sub>$1</sub>')
}
