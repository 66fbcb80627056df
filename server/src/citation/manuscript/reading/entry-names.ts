import { fold } from '@scinav/search'
import { anyOf } from '../../../language/phrases.ts'

/** The names and the year by which a text may cite an entry. */
export interface EntryNames {
  /** The first author as printed. */
  first: string
  /** Forms of the first author under which it may be cited, folded. */
  firsts: Set<string>
  /** The text that holds the names, folded; it may reach into the title. */
  names: string
  /** How many authors the entry has, 3 for more; null when that is unclear. */
  authors: 1 | 2 | 3 | null
  /** The year of publication, or null. */
  year: string | null
  /** The letter after the year, or ''. */
  suffix: string
  /** Other years in the entry. */
  otherYears: string[]
}

/** Stands for the year of works that have none, or not yet. */
export const UNDATED = 'n.d.'
const UNDATED_ENTRY = new RegExp(`[(（[［]\\s?${anyOf('citations/undated')}\\s?[)）\\]］]|无日期`, 'iu')

/** Bounds the part of an entry in which names and years are looked for, in UTF-16 units. */
const MAX_NAMES_CHARS = 300
const MAX_ENTRY_CHARS = 1_500
/** A year from 1500 to 2099 with its letter: `2020a`; no part of an identifier or a date. */
const YEAR = /(?<![\p{Script=Latin}\d./-])((?:1[5-9]|20)\d\d)([a-z])?(?![\d/])/gu
/** A year in brackets: `(2020a)`, `（2020年`. */
const YEAR_IN_BRACKETS = /[(（]((?:1[5-9]|20)\d\d)([a-z])?(?:[)）]|[,，年])/
/** The type of a document as GB/T 7714 marks it, behind the title: `[J]`, `[EB/OL]`. */
const TYPE_MARK = /\[[A-Z]{1,2}(?:\/[A-Z]{2})?\]/

/** Folds a name for comparison: case, diacritics, width, and white space. */
export const foldName = (name: string): string =>
  fold(name.normalize('NFKC'), false).text.replace(/[.’']/g, '').replace(/\s+/g, ' ').trim()

/**
 * Reads the names and years of an entry without its number. The year of publication is the one in brackets near the
 * beginning, else the first behind the type mark, else the first behind the first author.
 */
export function readEntryNames(entry: string): EntryNames {
  const text = entry
    .slice(0, MAX_ENTRY_CHARS)
    .replace(/(?:https?:|doi:|arxiv:|\b10\.)\S+/gi, ' ')
    .trim()
  const area = text.slice(0, endOfNames(text))
  const first = firstAuthor(area)
  const years = [...text.matchAll(YEAR)]
  const mark = TYPE_MARK.exec(text)
  const main =
    YEAR_IN_BRACKETS.exec(text.slice(0, MAX_NAMES_CHARS)) ??
    (mark && years.find(({ index }) => index > mark.index)) ??
    years.find(({ index }) => index > first.length) ??
    null
  return {
    first,
    firsts: nameForms(first),
    names: foldName(area),
    authors: countAuthors(first, area.slice(first.length)),
    year: UNDATED_ENTRY.test(text) ? UNDATED : (main?.[1] ?? null),
    suffix: main?.[2] ?? '',
    otherYears: [...new Set(years.map(([, year = '']) => year))].filter((year) => year !== main?.[1]),
  }
}

/** What ends the names of an entry: a year, a quotation mark, a title mark, or a full stop after a whole word. */
const NAMES_END =
  /(?:[(（]|(?<![\p{Script=Latin}\d]))(?:1[5-9]|20)\d\d[a-z]?[)）.,，]|[“"]|(?<=^|[\s.．。:：,，])《|(?<![\s.,，]\p{L}|^\p{L}|\bet al|\beds?|-\p{Lu})[.．。](?=\s|\p{L}|$)|[:：]/u

/** Returns where the names of an entry end. */
function endOfNames(text: string): number {
  const found = NAMES_END.exec(text.slice(0, MAX_NAMES_CHARS))
  return found && found.index > 0 ? found.index : Math.min(text.length, MAX_NAMES_CHARS)
}

/** What ends the first of several names. */
const FIRST_END = /[,，;；、]|\s(?:and|&|et al|(?:y|und|et)\s)|&|等|\s和\s/u

/** Returns the first author with what stands before it, such as `[美]`. */
function firstAuthor(area: string): string {
  const bare = /^\s{0,4}(?:[[［(（【〔][^\])］）】〕]{1,8}[\])］）】〕]\s{0,2})?/u.exec(area)?.[0].length ?? 0
  const end = area.slice(bare).search(FIRST_END)
  return end < 0 ? area : area.slice(0, bare + end)
}

/** Bounds the words of a name that is cited in part. */
const MAX_NAME_WORDS = 8

/** Returns the folded forms by which an author may be cited: whole, the words from its beginning or end, an acronym. */
export function nameForms(name: string): Set<string> {
  const whole = foldName(name.replace(/^\s{0,4}[[［(（【〔][^\])］）】〕]{1,8}[\])］）】〕]/u, ''))
  const forms = new Set<string>()
  if (whole === '') return forms
  forms.add(whole)
  const words = whole
    .split(/[\s·・]/)
    .filter((word) => word !== '')
    .slice(0, MAX_NAME_WORDS)
  for (let at = 1; at < words.length; at += 1) {
    for (const part of [words.slice(0, at), words.slice(at)]) {
      // An initial alone names nobody.
      if (part.join('').length > 1) forms.add(part.join(' '))
    }
  }
  const capitals = name.match(/\b\p{Lu}/gu)?.join('') ?? ''
  if (capitals.length >= 3) forms.add(capitals.toLowerCase())
  for (const [, acronym = ''] of name.matchAll(/[([（［](\p{Lu}{2,8})[)\]）］]/gu))
    forms.add(acronym.toLowerCase())
  return forms
}

/** A name whose given names are initials behind the family name: `Ness A`, `VAN DER MEER L. K.` */
const ENDS_WITH_INITIALS = /\s(?:\p{Lu}[.-]{0,2}){1,4}$/u
/** Names of several words of letters. */
const SEVERAL_WORDS = /^[^\p{Script=Han}]{1,80}\s[^\p{Script=Han}]{1,80}$/u

/** Returns whether the names of a list have the given names in front, which most of those of several words show. */
export function haveGivenNamesFirst(names: readonly string[]): boolean {
  const long = names.filter((name) => SEVERAL_WORDS.test(name))
  return long.filter((name) => ENDS_WITH_INITIALS.test(name)).length * 2 < long.length
}

/** Returns the forms of a name that are its family name, by the order of its words. */
export function familyForms(name: string, hasGivenFirst: boolean): Set<string> {
  const words = foldName(name).split(' ').slice(0, MAX_NAME_WORDS)
  const parts = words.map((_, at) => (hasGivenFirst ? words.slice(at) : words.slice(0, at + 1)))
  return new Set(parts.map((part) => part.join(' ')))
}

/** Fewer entries have no order that could be told from another. */
const MIN_SORTED_ENTRIES = 5
/** Share of neighbors in the order of names, from which entries are sorted by them. */
const MIN_SORTED_SHARE = 0.9
const byName = new Intl.Collator('zh-u-co-pinyin')

/** Returns whether entries are sorted by the family names of their first authors. */
export function areSortedByName(entries: readonly string[]): boolean {
  if (entries.length < MIN_SORTED_ENTRIES) return false
  const firsts = entries.map((entry) => readEntryNames(entry).first)
  const hasGivenFirst = haveGivenNamesFirst(firsts)
  const names = firsts.map((first) => {
    const words = foldName(first).split(' ')
    return (hasGivenFirst ? words.at(-1) : words[0]) ?? ''
  })
  const sorted = names.slice(1).filter((name, at) => byName.compare(names[at] ?? '', name) <= 0)
  return sorted.length >= (entries.length - 1) * MIN_SORTED_SHARE
}

/** An initial of a given name, and one behind a name before the first word of a title: `Doe A. Rain`. */
const INITIAL = /(?<!\p{L})\p{Lu}(?!\p{L})/u
const NAME_BEFORE_TITLE = /\p{L}{2}[\s,.-]{1,3}(?:\p{Lu}[\s.-]{1,2}){1,4}\p{Lu}?\p{L}{2}/u
const NAME_SEPARATOR = /[,，;；、&]|(?<!\p{L})(?:and|und|et|y)(?!\p{L})|和/iu
const MORE_AUTHORS = /\bet al|\bu\. ?a\.|\band others|等/iu

/** Counts the authors from the first one and the text after it; null when that is unclear. */
function countAuthors(first: string, rest: string): EntryNames['authors'] {
  if (MORE_AUTHORS.test(rest)) return 3
  const pieces = rest.split(NAME_SEPARATOR)
  const last = pieces.findIndex((piece) => NAME_BEFORE_TITLE.test(piece))
  const names = pieces
    .slice(0, last < 0 ? pieces.length : last + 1)
    .filter((piece) => /\p{Script=Han}|\p{L}{2}/u.test(piece))
  if (names.length === 0) return 1
  // Without initials, a given name may stand between commas: `Doe, Ada, and Bob Roe` or `Doe, Ada, and Roe, Bob`.
  const areWhole = INITIAL.test(first + rest) || /\p{Script=Han}|\s/u.test(first)
  if (areWhole) return names.length === 1 ? 2 : 3
  if (names.length === 1 || names.length === 3) return null
  return names.length === 2 ? 2 : 3
}
