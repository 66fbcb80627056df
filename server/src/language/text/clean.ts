import { textWithoutMarkup } from '@scinav/search'

/**
 * Characters that nobody sees and a model still reads: controls, soft hyphens, zero-width marks and joiners, direction
 * marks, fillers, variation selectors, the tag block, private and halved characters, the blank of Braille.
 */
const INVISIBLE_CHARACTERS =
  /(?![\t\n\r\x85])\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\p{Co}|\p{Cs}|\u2800/gu

/** A text without what cannot be seen. */
export function stripInvisible(text: string): string {
  return text.replace(INVISIBLE_CHARACTERS, '')
}

/** A text in which nothing looks like an id of evidence. */
export const escapeEvidenceIds = (text: string) =>
  text.replace(/[[【［]\s*(E\s*\d+(?:[\s,，;；–-]+(?:E\s*)?\d+)*)\s*[\]】］]/gi, '($1)')

const CJK_CHARACTER = '[\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef]'
const CJK_LINE_BREAK = new RegExp(`(?<=${CJK_CHARACTER})\\n(?=${CJK_CHARACTER})`, 'gu')

/**
 * A text of a record as it is quoted: without mark-up and invisible characters, its paragraphs apart by one empty line,
 * lines that were only broken to fit joined again.
 */
export function quotableText(text: string): string {
  return stripInvisible(textWithoutMarkup(text))
    .replace(/\r\n?|[\u2028\u2029\x85]/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) =>
      paragraph
        .trim()
        .replace(/(?:(?<![^\S\n])[^\S\n]+)?\n[^\S\n]*/g, '\n')
        .replace(CJK_LINE_BREAK, '')
        .replace(/\s+/g, ' '),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}
