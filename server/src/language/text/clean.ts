import { textWithoutMarkup } from '@scinav/search'

/**
 * Characters that readers cannot see but a model still reads: controls, soft hyphens, zero-width marks and joiners,
 * direction marks, fillers, variation selectors, the tag block, private-use characters, lone surrogates, blank Braille.
 */
const INVISIBLE_CHARACTERS =
  /(?![\t\n\r\x85])\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\p{Co}|\p{Cs}|\u2800/gu

/** Removes invisible characters. */
export function stripInvisible(text: string): string {
  return text.replace(INVISIBLE_CHARACTERS, '')
}

/** Rewrites `[E1]`-like text to `(E1)` so that nothing in it can pass for an evidence id. */
export const escapeEvidenceIds = (text: string) =>
  text.replace(/[[【［]\s*(E\s*\d+(?:\.\d+)?(?:[\s,，;；–-]+(?:E\s*)?\d+(?:\.\d+)?)*)\s*[\]】］]/gi, '($1)')

/**
 * Prepares text of documents and tools for a prompt: without invisible characters, tags or text that looks like an
 * evidence id.
 *
 * @param nonce the random part of the tags that enclose such text in the prompt; it is removed from the text.
 */
export function escapeData(text: string, nonce: string): string {
  return escapeEvidenceIds(
    stripInvisible(text)
      .replaceAll(nonce, '')
      .replace(/<(?=\s*(?:\/\s*)?[a-z])/gi, '‹'),
  )
}

/** A Han character or punctuation mark, next to which a wrapped line needs no space. */
const CJK_CHARACTER = '[\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef]'
const CJK_LINE_BREAK = new RegExp(`(?<=${CJK_CHARACTER})\\n(?=${CJK_CHARACTER})`, 'gu')

/**
 * Prepares the text of a record for quoting: strips mark-up and invisible characters, separates paragraphs by one empty
 * line and joins lines that were only wrapped.
 */
export function quotableText(text: string): string {
  return stripInvisible(textWithoutMarkup(text))
    .replace(/\r\n?|[\u2028\u2029\x85]/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) =>
      paragraph
        .trim()
        // The space around a line break; the lookbehind keeps the search linear.
        .replace(/(?:(?<![^\S\n])[^\S\n]+)?\n[^\S\n]*/g, '\n')
        .replace(CJK_LINE_BREAK, '')
        .replace(/\s+/g, ' '),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}
