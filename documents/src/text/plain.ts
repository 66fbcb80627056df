import { decodeText } from '../charset.ts'
import type { ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import { emptyDraft, pagelessBlock } from '../structure/draft.ts'
import { finishDocument } from '../structure/finish-document.ts'

/**
 * Decodes a text file, removes NUL characters and normalizes its line ends to `\n`.
 *
 * @throws UnreadableDocument `unknown-charset` when no encoding fits.
 */
export function decodeTextFile(bytes: Uint8Array): string {
  const text = decodeText(bytes)?.text
  if (text === undefined) throw documentFault('unknown-charset')
  return text.replaceAll('\0', '').replace(/\r\n?/g, '\n')
}

/** Parses plain text into paragraphs and numbered headings; throws as `decodeTextFile` and `finishDocument` do. */
export function parsePlain(bytes: Uint8Array): ParsedDocument {
  const draft = emptyDraft()
  for (const paragraph of splitParagraphs(decodeTextFile(bytes))) {
    const level = headingLevel(paragraph.trim())
    draft.blocks.push(
      level ? { ...pagelessBlock('heading', paragraph), level } : pagelessBlock('paragraph', paragraph),
    )
  }
  return finishDocument(draft, 'text')
}

/** Yields the paragraphs of a text: parts between empty lines, or the lines of a part that is not wrapped. */
function* splitParagraphs(text: string): Generator<string> {
  const parts = text.split(/\n[ \t]*\n/)
  for (const part of parts) {
    const lines = part.split('\n')
    if (areWrapped(lines)) yield part
    else yield* lines
  }
}

/** Minimum length of most lines, and maximum of all, in a text broken to fit a width, in UTF-16 units. */
const MIN_WRAPPED_LINE_CHARS = 50
const MAX_WRAPPED_LINE_CHARS = 120

/** Returns whether the lines of a text were broken to fit a width and continue on the next line. */
function areWrapped(lines: string[]): boolean {
  const longCount = lines.filter((line) => line.length >= MIN_WRAPPED_LINE_CHARS).length
  const maxLength = lines.reduce((max, line) => Math.max(max, line.length), 0)
  return maxLength <= MAX_WRAPPED_LINE_CHARS && longCount * 2 > lines.length
}

/**
 * Numbered headings of Chinese and English texts with their levels: 第一章, 第一节, 一、, （一）, 1.1, 1.1.1. `1.` and `I.` are
 * not among them, because items of lists begin like that and plain text has no styles to tell them apart.
 */
const NUMBERED_HEADINGS: [RegExp, number][] = [
  [/^第[一二三四五六七八九十百零\d]{1,5}[章篇部]\s?\S/u, 1],
  [/^第[一二三四五六七八九十百零\d]{1,5}节\s?\S/u, 2],
  [/^[一二三四五六七八九十]{1,3}、\S/u, 1],
  [/^（[一二三四五六七八九十]{1,3}）\S/u, 2],
  [/^\d{1,2}\.\d{1,2}\.\d{1,2}\s\S/, 3],
  [/^\d{1,2}\.\d{1,2}\s\S/, 2],
]

/** Bounds the length of a heading, in UTF-16 units. */
const MAX_HEADING_CHARS = 40
/** Matches the end of a sentence or of a clause. */
const SENTENCE_END = /[。．.!?！？;；,，:：]$/

/** Returns the level of a numbered heading, or undefined for any other line. */
function headingLevel(line: string): number | undefined {
  if (line.length > MAX_HEADING_CHARS || SENTENCE_END.test(line)) return undefined
  return NUMBERED_HEADINGS.find(([pattern]) => pattern.test(line))?.[1]
}
