import { BODY_END, type ReferenceFields } from '@scinav/formats'

/** The fewest words or Chinese characters of a text that was read as no field and is taken for a title. */
const MIN_UNREAD_TITLE = { words: 4, han: 6 }
/** An address or identifier, up to the next space. */
const ADDRESS_OR_IDENTIFIER = /(?:https?:|www\.|doi:|arxiv:|\b10\.)\S+/giu

/**
 * Returns the longest sentence of an entry outside of its fields and before its journal, if it has the length of a
 * title; else null. A title that is overlooked cannot be compared with that of the work to which an identifier leads.
 */
export function longestUnreadText(
  text: string,
  { author = [], editor = [], ...fields }: ReferenceFields,
): string | null {
  // Where no journal was read, the title may have been taken for a part of the names.
  const names = [...author, ...editor].filter((name) => fields.container || !hasTitleLength(name))
  // The longest first, because a shorter one may be a part of it.
  const values = [...names, ...Object.values(fields)].toSorted((a, b) => b.length - a.length)
  // Behind the journal stand notes.
  const end = fields.container ? text.indexOf(fields.container) : -1
  const unread = values.reduce(
    (remaining, value) => remaining.replace(value, () => '. '),
    end < 0 ? text : text.slice(0, end),
  )
  const sentences = splitAtFullStops(unread.replace(ADDRESS_OR_IDENTIFIER, '. '))
    // Without the signs at both ends.
    .map((sentence) => /[\p{L}\p{N}].*[\p{L}\p{N})]/u.exec(sentence)?.[0] ?? '')
    .filter(hasTitleLength)
  return sentences.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** Returns whether a text has the length of a title, and words that names do not have. */
function hasTitleLength(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/\p{L}{2,}/gu)?.length ?? 0
  return (
    (han >= MIN_UNREAD_TITLE.han && !BODY_END.test(text)) ||
    (words >= MIN_UNREAD_TITLE.words && /\s\p{Ll}{4,}/u.test(text))
  )
}

/** Yields the title that was read, the text before a type mark, and the sentences of the entry, longest first. */
export function* possibleTitles(text: string, { title }: ReferenceFields): Generator<string> {
  if (title) yield title
  const typeMark = TYPE_MARK.exec(text)
  // In GB/T 7714 the title stands between the authors and the mark: `Authors. Title[J].`
  if (typeMark) yield splitAtFullStops(text.slice(0, typeMark.index)).slice(1).join('. ')
  for (const sentence of splitAtFullStops(text).toSorted((a, b) => b.length - a.length)) {
    yield afterInitials(sentence)
    yield sentence
  }
}

/** Returns the text after initials, because the last name before a title may end with one: `Smith J. A title`. */
const afterInitials = (sentence: string): string =>
  sentence
    .split(/(?<=[\s.,]\p{Lu})\.\s+(?=\S{2,}|A\s\p{L}{2})/u)
    .at(-1)
    ?.trim() ?? sentence

/** Splits at full stops other than those of initials and abbreviations: `Smith J. vol. 3`. */
const splitAtFullStops = (text: string): string[] =>
  text
    .split(/(?<![\s.(]\p{Lu}|^\p{Lu}|\bvol|\bpp|\bno|\beds?|\bproc)[.。?!]\s*(?=\p{L}|\p{N}|$|["“(])/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The fewest letters and digits of a title: `han` of a Chinese one, `letters` of any other. */
const MIN_TITLE_LENGTH = { letters: 12, han: 4 }

/** Returns whether a text has as many letters and digits as a title. */
export function isPossibleTitle(text: string): boolean {
  const letters = text.match(LETTER_OR_DIGIT)?.length ?? 0
  return /\p{Script=Han}/u.test(text) ? letters >= MIN_TITLE_LENGTH.han : letters >= MIN_TITLE_LENGTH.letters
}

/** The GB/T 7714 mark of a document type: [J], [C]//, [EB/OL]. */
const TYPE_MARK = /\[[A-Z]{1,2}(?:\/[A-Z]{2})?\]/
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu
