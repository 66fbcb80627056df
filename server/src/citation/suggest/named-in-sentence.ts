/** Returns the words of a text in lower case, with one space between them. */
export const plainWords = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

/** The least length at which a title in a sentence counts, in words or, of a Chinese one, characters. */
const SHORT_TITLE_LIMITS = { words: 3, han: 6 }
/** The least length at which a title does not occur by chance. */
export const LONG_TITLE_LIMITS = { words: 5, han: 10 }
/** The least length of a name before the colon of a title. */
const MIN_NAME_CHARS = 3
const HAN_CHARACTER = /\p{Script=Han}/u

/** Returns whether a title, given as `plainWords`, has the length of a limit: in Han characters if it has any, else in words. */
export const reachesLength = (title: string, { words, han }: typeof LONG_TITLE_LIMITS): boolean =>
  HAN_CHARACTER.test(title) ? title.length >= han : title.split(' ').length >= words

/** Returns whether the words of a sentence, enclosed in spaces, have those of a title in a row. */
export const hasWords = (words: string, title: string): boolean =>
  words.includes(HAN_CHARACTER.test(title) ? title : ` ${title} `)

/** Returns whether a sentence has a title as a whole, or the name before its colon in the same spelling. */
export function hasTitleOrName(
  { sentence, words }: { sentence: string; words: string },
  title: string,
): boolean {
  const titleWords = plainWords(title)
  if (reachesLength(titleWords, SHORT_TITLE_LIMITS) && hasWords(words, titleWords)) return true
  const [name = '', rest] = title.split(/[:：]|——| - /)
  return rest !== undefined && name.trim().length >= MIN_NAME_CHARS && hasWholeName(sentence, name.trim())
}

/** Returns whether a text has a name as a whole word. */
function hasWholeName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + name.length)]
    if (!NAME_CHARACTER.test(before) && !NAME_CHARACTER.test(after)) return true
  }
  return false
}

/** A character that continues a name. */
const NAME_CHARACTER = /[\p{Script=Latin}\p{N}-]/u
