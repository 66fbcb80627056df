// The forms of a text: cleaned for display, joined into a line, and folded for comparison.

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

/** Removes invisible characters from a text and normalizes the rest to its written form. */
export function cleanText(text: string): CleanedText {
  let hidden = 0
  const visible = text.replace(/\r\n?/g, '\n').replace(INVISIBLE_CHARACTER, (sign) => {
    if (!HARMLESS_INVISIBLE.test(sign)) hidden += 1
    return ''
  })
  return { text: normalizeCharacters(visible), hidden }
}

/** Matches a line end between two Chinese characters or punctuation marks, with the white space around it. */
const LINE_END_IN_HAN =
  /(?<=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])[ \t]*\n\s*(?=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])/gu

/**
 * Joins a text into one line: white space becomes one space, or nothing at a line end between two Chinese characters.
 */
export function cleanLine(text: string): string {
  return text.replace(LINE_END_IN_HAN, '').replace(/\s+/g, ' ').trim()
}

/** Matches text that `comparableForm` does not change, which is most text. */
const COMPARABLE_TEXT = /^[\t\n\x20-\x7e\u3001\u3002\u4e00-\u9fff]*$/

/**
 * Returns a text as the patterns of this library compare it: NFKC applied character by character wherever that keeps
 * the length, so that offsets remain valid. Full-width letters and punctuation become ASCII; ligatures stay.
 */
export function comparableForm(text: string): string {
  if (COMPARABLE_TEXT.test(text)) return text
  let folded = ''
  for (const sign of text) {
    const form = sign.normalize('NFKC')
    folded += form.length === sign.length ? form : sign
  }
  return folded
}

/**
 * Reduces a text to its letters and digits in lower case (NFKC), which two extractions of one text have in common
 * whatever their spaces and punctuation.
 */
export const letterKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
