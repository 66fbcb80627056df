import { decodeEntities } from '@scinav/contract/entities'
import { toLightMarkup } from './markup.ts'

/** Controls, odd spaces, invisible characters, runs of white space, halves of characters: a reason to look closer. */
const SUSPICIOUS_CHARACTER =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x1f\x7f-\xa0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff\ufff0-\uffff\ud800-\udfff]| {2}/
/** Without any meaning in a title: controls, direction and zero-width marks, soft hyphens, byte order marks. */
const MEANINGLESS_CHARACTER =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
  /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufff0-\ufffb\ufffe\uffff]/g

const WIDE_CHARACTERS = '\\p{Script=Han}\\u3001-\\u303f\\uff01-\\uff65'
const WIDE_END = new RegExp(`[${WIDE_CHARACTERS}]$`, 'u')
/** Chinese goes on without a blank, and so does a comma. */
const SEAMLESS_START = new RegExp(`^[${WIDE_CHARACTERS},;]`, 'u')

/** Behind these a line break may be one between paragraphs. */
const SENTENCE_END = /[。！？：；]$/

/** Lines as one: with a blank between words, without one beside a Chinese character and before a comma. */
function joinLines(text: string): string {
  if (!/[\r\n]/.test(text)) return text
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line, i, all) => {
      const before = all[i - 1]
      const isOne = before === undefined || WIDE_END.test(before.slice(-2)) || SEAMLESS_START.test(line)
      return isOne && !SENTENCE_END.test(before ?? '') ? line : ` ${line}`
    })
    .join('')
}

/** One line of clean text in NFC: no control characters, white space collapsed, well-formed Unicode. */
export function cleanText(text: string): string {
  const tidy = SUSPICIOUS_CHARACTER.test(text)
    ? joinLines(text.replace(MEANINGLESS_CHARACTER, ''))
        .replace(/[\s\x85]+/g, ' ')
        .toWellFormed()
    : text
  return /[^\0-\u02ff]/.test(tidy) ? tidy.trim().normalize('NFC') : tidy.trim()
}

/** Clean text with the light mark-up `<sub> <sup> <i>` and `$…$` and no other. */
export function cleanMarkup(text: string, longest: number): string {
  let marked = text.length > longest * 4 ? text.slice(0, longest * 4) : text
  if (marked.includes('&')) {
    marked = decodeEntities(marked)
    // Registries often hold references escaped twice: `&amp;lt;sub&amp;gt;`.
    if (/&(?:amp|lt|gt|quot|nbsp|#\d+);/.test(marked)) marked = decodeEntities(marked)
  }
  const clean = cleanText(marked.includes('<') ? toLightMarkup(marked) : marked)
  if (clean.length <= longest) return clean
  const cut = clean.slice(0, longest - 40).replace(/<[^<>]{0,6}$/, '')
  return cleanText(toLightMarkup(cut))
}

/** Clean text for names, places, journals: references decoded, every tag taken out. */
export function cleanPlainText(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return cleanText(text)
  return cleanMarkup(text, 2000).replace(/<\/?(?:i|sub|sup)>/g, '')
}

/** CNKI writes superscripts as `Ca~(2+)` and subscripts as `H_3PO_4`. */
export function convertCnkiScripts(text: string): string {
  if (!/[~_]/.test(text)) return text
  return text
    .replace(/~\(([^()]{1,12})\)/g, '<sup>$1</sup>')
    .replace(/(?<=(?<![A-Za-z])[A-Z]?[a-z]|[A-Z)\]])_(\d{1,3})(?![\d_])/g, '<sub>$1</sub>')
}
