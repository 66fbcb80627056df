/** Bounds the beginning of an entry in which its authors stand, in UTF-16 units. */
const MAX_AUTHORS_CHARS = 300
const HAN = /\p{Script=Han}/u

/** Returns the words of the beginning of a text, in lower case and without diacritics. */
const wordsOf = (text: string): string[] =>
  text
    .slice(0, MAX_AUTHORS_CHARS)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')

/** Returns whether words are initials of given names or the names themselves: `j`, `js`, `jane`, `jane s`. */
const areGiven = (word: string | undefined, given: readonly string[]): boolean =>
  word !== undefined &&
  (word === given[0] ||
    (word.length <= given.length + 1 &&
      word ===
        given
          .map((each) => each[0])
          .join('')
          .slice(0, word.length)))

/**
 * Returns a test for entries that name one of some people as author: a Chinese name in whole, another by the family name
 * with given names or initials beside it.
 */
export function createAuthorTest(authors: readonly string[]): (entry: string) => boolean {
  const chinese = authors
    .map((name) => name.replace(/\s+/g, ''))
    .filter((name) => HAN.test(name) && name.length >= 2)
  const others = authors.filter((name) => !HAN.test(name)).map(nameParts)
  return (entry) => {
    const [before = ''] = entry.slice(0, MAX_AUTHORS_CHARS).split(/[.．。]/u)
    const names = before.split(/[,，、;；\s]+/u)
    if (chinese.some((name) => names.includes(name))) return true
    const words = wordsOf(entry)
    return others.some(({ family, given }) =>
      words.some(
        (word, at) =>
          word === family &&
          (areGiven(words[at + 1], given) || areGiven(words[at - 1], given.toReversed().slice(-1))),
      ),
    )
  }
}

/** Splits a name into family and given names: `Jane S. Doe`, `Doe, Jane S.`. */
function nameParts(name: string): { family: string; given: string[] } {
  const [before = '', after] = name.split(',')
  const words = wordsOf(before)
  return after === undefined
    ? { family: words.at(-1) ?? '', given: words.slice(0, -1) }
    : { family: words.at(-1) ?? '', given: wordsOf(after) }
}
