import { foldLookalikes, isFuzzyMatch, normalizedWords } from './fuzzy-match.ts'

/** Words that abbreviated names of journals omit. */
const ABBREVIATION_STOP_WORDS = new Set(
  'of and & the in for on de der die für et la das und a an le les des du zur'.split(' '),
)

/** Returns the significant words of a journal's name: without text in brackets and words that abbreviations omit. */
export const journalWords = (name: string): string[] =>
  normalizedWords(name.replace(/\([^)]{1,40}\)/g, ' ')).filter((word) => !ABBREVIATION_STOP_WORDS.has(word))

/**
 * Returns what precedes the name of a journal, in full or abbreviated, at the end of a text; null when the text does
 * not end with it. `Smith J, Phys Rev Lett` and `Physical Review Letters` give `Smith J,`.
 *
 * @param journal the text of an entry up to the end of the journal's name.
 * @param source the name of the journal in the record.
 */
export function textBeforeJournal(journal: string, source: string): string | null {
  const words = journalWords(source)
  if (words.length === 0) return null
  const pieces = journal.replace(/\([^)]{1,40}\)/g, ' ').split(/\s+/)
  for (let from = pieces.length - 1; from >= 0; from -= 1) {
    const tail = journalWords(pieces.slice(from).join(' '))
    if (tail.length > words.length) return null
    const isSame =
      tail.length === words.length && tail.every((each, at) => isAbbreviationOf(each, words[at] ?? ''))
    if (isSame) return pieces.slice(0, from).join(' ')
  }
  return null
}

const HAN_CHARACTER = /\p{Script=Han}/u
const SUBTITLE_COLON = /[:：]/u

/** Names that begin alike for fewer words may be of two journals: Nature and Nature Communications. */
const MIN_PREFIX_WORDS = 4
/** The same for Chinese names. */
const MIN_CHINESE_PREFIX_WORDS = 3

/**
 * Returns whether two names may be of one journal: equal, abbreviated (`Phys. Rev. Lett.`), an acronym (`PNAS`), or
 * equal without a subtitle after a colon or text in brackets. Names in different scripts cannot be compared and count
 * as equal.
 */
export function isSameJournal(one: string, other: string): boolean {
  const [a, b] = [journalWords(one), journalWords(other)]
  const isChinese = HAN_CHARACTER.test(one)
  if (a.length === 0 || b.length === 0 || isChinese !== HAN_CHARACTER.test(other)) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const isPrefix = short.every(
    (word, at) => isAbbreviationOf(word, long[at] ?? '') || isAbbreviationOf(long[at] ?? '', word),
  )
  if (isChinese) return isPrefix && (short.length === long.length || short.length >= MIN_CHINESE_PREFIX_WORDS)
  if (isPrefix && (short.length === long.length || short.length >= MIN_PREFIX_WORDS)) return true
  if (short.join('') === long.join('') || isAcronym(short, long)) return true
  if (SUBTITLE_COLON.test(one) === SUBTITLE_COLON.test(other)) return false
  // Only one of the names has a subtitle.
  return isSameJournal(withoutSubtitle(one), withoutSubtitle(other))
}

const withoutSubtitle = (name: string): string => name.split(SUBTITLE_COLON)[0] ?? ''

/** Returns whether a single word consists of the first letters of the other name's words. */
const isAcronym = ([short = '', ...more]: readonly string[], long: readonly string[]): boolean =>
  more.length === 0 && long.length > 1 && short === long.map(([first]) => first).join('')

/** Shorter words abbreviate only what begins with them. */
const MIN_ABBREVIATION_CHARS = 3

/**
 * Returns whether a word abbreviates another: its beginning (phys, physical), or some letters in order (natl,
 * national).
 */
function isAbbreviationOf(short: string, word: string): boolean {
  if (word.startsWith(short) || isFuzzyMatch(foldLookalikes(short), foldLookalikes(word))) return true
  if (short.length < MIN_ABBREVIATION_CHARS || short[0] !== word[0]) return false
  let matched = 0
  for (const letter of word) if (letter === short[matched]) matched += 1
  return matched === short.length
}
