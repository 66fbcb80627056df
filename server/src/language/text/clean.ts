import { plainText } from '@scinav/search'

/**
 * Characters that nobody sees and a model still reads: controls, soft hyphens, zero-width marks and joiners, direction
 * marks, fillers, variation selectors, the tag block, private and halved characters, the blank of Braille.
 */
const INVISIBLE = /(?![\t\n\r\x85])\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\p{Co}|\p{Cs}|\u2800/gu

/** A text without what cannot be seen. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** A text in which nothing looks like an id of evidence. */
export const withoutIdSigns = (text: string) =>
  text.replace(/[[【［]\s*(E\s*\d+(?:[\s,，;；–-]+(?:E\s*)?\d+)*)\s*[\]】］]/gi, '($1)')

const CJK = '[\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef]'
const BETWEEN_CJK = new RegExp(`(?<=${CJK})\\n(?=${CJK})`, 'gu')

/**
 * A text of a record as it is quoted: without mark-up and invisible characters, its paragraphs apart by one empty line,
 * lines that were only broken to fit joined again.
 */
export function canonical(text: string): string {
  return visible(plainText(text))
    .replace(/\r\n?|[\u2028\u2029\x85]/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) =>
      paragraph
        .trim()
        .replace(/(?:(?<![^\S\n])[^\S\n]+)?\n[^\S\n]*/g, '\n')
        .replace(BETWEEN_CJK, '')
        .replace(/\s+/g, ' '),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}
