import { normalizeCharacters } from '@scinav/contract/written-form'

/** What a person does not see: controls, formats, fillers, selectors, tags, private and halved characters. */
const INVISIBLE_CHARACTER = /(?![\n\t])\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\p{Co}|\p{Cs}|\u2800/gu
/** Unseen, but part of how text is written: where a line may break, which way it goes, how signs join, how one is drawn. */
const HARMLESS_INVISIBLE =
  /^(?:[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\r]|\ufe0e|\ufe0f)$/u

export interface CleanedText {
  text: string
  /** Characters that were taken out and say something to a machine that nobody sees. */
  hidden: number
}

/** Text as it can be seen, in its written form. */
export function cleanText(text: string): CleanedText {
  let hidden = 0
  const shown = text.replace(/\r\n?/g, '\n').replace(INVISIBLE_CHARACTER, (sign) => {
    if (!HARMLESS_INVISIBLE.test(sign)) hidden += 1
    return ''
  })
  return { text: normalizeCharacters(shown), hidden }
}

/** The same in one line: white space is one space, and none where only Chinese stands on both sides of a line's end. */
export function cleanLine(text: string): string {
  return text
    .replace(
      /(?<=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])[ \t]*\n\s*(?=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])/gu,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
}
