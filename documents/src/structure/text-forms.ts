import { normalizeCharacters } from '@scinav/contract/written-form'

/**
 * Matches characters that are not visible: controls, formats, fillers, variation selectors, tags, private-use
 * characters and lone surrogates.
 */
const INVISIBLE_CHARACTER = /(?![\n\t])\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\p{Co}|\p{Cs}|\u2800/gu
/**
 * Invisible characters that belong to ordinary writing: permitted line breaks, writing direction, joiners, text or
 * emoji presentation.
 */
const HARMLESS_INVISIBLE =
  /^(?:[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\r]|\ufe0e|\ufe0f)$/u

/** Text without invisible characters. */
export interface CleanedText {
  text: string
  /** Number of removed characters that could carry text which only a machine sees. */
  hidden: number
}

/** Removes invisible characters from a text and normalises the rest to its written form. */
export function cleanText(text: string): CleanedText {
  let hidden = 0
  const shown = text.replace(/\r\n?/g, '\n').replace(INVISIBLE_CHARACTER, (sign) => {
    if (!HARMLESS_INVISIBLE.test(sign)) hidden += 1
    return ''
  })
  return { text: normalizeCharacters(shown), hidden }
}

/**
 * Joins a text into one line: white space becomes one space, or nothing at a line end between two Chinese characters.
 */
export function cleanLine(text: string): string {
  return text
    .replace(
      /(?<=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])[ \t]*\n\s*(?=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])/gu,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
}
