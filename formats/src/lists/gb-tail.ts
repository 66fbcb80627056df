// Reads the publication of a work: the part of an entry after its mark, in the style of GB/T 7714.
import type { Creator } from '@scinav/contract'
import { normalizeArxiv } from '../fields/identifiers.ts'
import { parseHead, parsePerson } from './gb-head.ts'

/**
 * Removes commas, full stops, semicolons and spaces from the end of a text. The lookbehind lets a match begin only
 * where a run of these does, so that matching takes linear time.
 */
export const trimPunctuation = (text: string): string => text.replace(/(?<![.,;\s])[.,;\s]+$/, '')

/** The publication of a work: the part of an entry after the mark. */
interface EntryTail {
  source?: string | undefined
  edition?: string | undefined
  /** Translators of the work, or editors of the book that contains it. */
  others?: Creator[]
  date?: string | undefined
  volume?: string | undefined
  issue?: string | undefined
  pages?: string | undefined
  place?: string | undefined
  publisher?: string | undefined
}

/** Parses the part of an entry after its mark, by the kind that the mark names. */
export function parseTail(mark: string, rest: string): EntryTail {
  if (mark === 'J' || mark === 'N') return parsePeriodicalTail(rest)
  return ['EB', 'PP', 'DB', 'DS', 'CP'].includes(mark) ? parseWebTail(rest) : parsePublisherTail(rest)
}

/** Matches a year with optional month and day that is not part of a longer number: `2013`, `2020-01-02`. */
const DATE_PATTERN = /(?<![\d.-])(?:1[89]|20)\d{2}(?:-\d{1,2}){0,2}(?!\d)/

/** Parses `水利学报, 2013, 44(3): 5-9` or `人民日报, 2020-01-02(5)`; also without the year, which may follow the names. */
function parsePeriodicalTail(rest: string): EntryTail {
  const date = DATE_PATTERN.exec(rest)
  // Without a date, the source ends at a comma, a bracket or the volume.
  const end = date?.index ?? rest.search(/[,(]|(?<=[^\d])\d/)
  const source = end < 0 ? rest : rest.slice(0, end)
  const afterDate = end < 0 ? '' : rest.slice(end + (date?.[0].length ?? 0)).replace(/^[, ]+/, '')
  const [numbers = '', ...paged] = afterDate.split(':')
  return {
    source: trimPunctuation(source.replace(/^\/\/ ?/, '')),
    date: date?.[0],
    volume: /^[\w-]{1,12}/.exec(numbers)?.[0],
    issue: /\(([^()]{1,20})\)/.exec(numbers)?.[1],
    pages: parsePages(paged.join(':')),
  }
}

/** Returns the pages, `5-9` or `e123`, at the start of the text after a colon. */
const parsePages = (text: string): string | undefined => /^ ?([\w+-]{1,30})/.exec(text)?.[1]

/** Parses the dates of publication and visit of an online source: `(2016-03-04)[2020-01-02]`. */
function parseWebTail(rest: string): EntryTail {
  const publicationDate = /\(((?:1[89]|20)\d{2}(?:-\d{1,2}){0,2})\)/.exec(rest)?.[1]
  const tail = parsePublisherTail(rest)
  // `arXiv: 1810.04805` is not a place with a publisher.
  const withoutPublisher = findArxivId(rest) ? { place: undefined, publisher: undefined } : {}
  return {
    ...tail,
    ...withoutPublisher,
    source: undefined,
    pages: undefined,
    date: publicationDate ?? tail.date,
  }
}

/** Matches place and publisher before a year: `北京: 水利出版社, 2014`. */
const PLACE_AND_PUBLISHER = /(?:^|[.,] )([^.,:/]{1,60}): ?([^:]{2,120}?), ?c?(?=[[(]?(?:1[89]|20)\d{2})/g
/** Matches place and publisher without a year after them, `北京: 水利出版社`, as the year may follow the names. */
const UNDATED_PLACE_AND_PUBLISHER = /(?:^|[.,] )([^.,:/]{1,60}): ?([^:.,[]{2,120})(?=[:.,[]|$)/g

/** Parses `北京: 水利出版社, 2014: 20-25`, preceded by the book of a chapter or the proceedings of a paper. */
function parsePublisherTail(rest: string): EntryTail {
  // The book of a chapter may have a colon of its own, so the last match is the imprint.
  const imprint =
    [...rest.matchAll(PLACE_AND_PUBLISHER)].at(-1) ?? [...rest.matchAll(UNDATED_PLACE_AND_PUBLISHER)].at(-1)
  const afterPublisher = imprint ? rest.slice(imprint.index + imprint[0].length) : rest
  const date = DATE_PATTERN.exec(afterPublisher)
  const before = imprint ? rest.slice(0, imprint.index) : rest.slice(0, date?.index ?? 0)
  const colon = afterPublisher.indexOf(':', date?.index ?? 0)
  return {
    ...findBookTitle(before),
    date: date?.[0],
    pages: colon < 0 ? undefined : parsePages(afterPublisher.slice(colon + 1)),
    place: imprint?.[1]?.trim(),
    publisher: imprint?.[2]?.trim(),
  }
}

/** Matches the edition of a book: `. 2 版`, `. 3rd ed`. */
const EDITION_MARK = /(?:^|\. ?)(\d{1,2}) ?(?:版|(?:st|nd|rd|th) ed\b)/
/** Matches translators with their role behind them: `陈生铮, 译`. */
const TRANSLATORS = /^(.{2,200}?), ?(?:译|trans)(?=[./ ]|$)/

/**
 * Returns the book of a chapter or the proceedings of a paper with its editors, as well as translators and edition.
 *
 * @param before the text after the mark, up to place and publisher
 */
function findBookTitle(before: string): Pick<EntryTail, 'source' | 'edition' | 'others'> {
  const [whole, names = ''] = TRANSLATORS.exec(before) ?? []
  const rest = whole === undefined ? before : before.slice(whole.length)
  const [book = ''] = rest.split(EDITION_MARK, 1)
  const head = parseHead(trimPunctuation(book.replace(/^[./ ]+/, '')))
  return {
    source: trimPunctuation(head.title) || undefined,
    edition: EDITION_MARK.exec(rest)?.[1],
    others: [
      ...(names === ''
        ? []
        : names.split(/, ?/).map((name) => ({ ...parsePerson(name), role: 'translator' as const }))),
      ...head.names.map((name) => ({ ...parsePerson(name), role: 'editor' as const })),
    ],
  }
}

/** Returns the arXiv identifier in a text: `arXiv: 1810.04805`; null where there is none. */
export const findArxivId = (rest: string): string | null =>
  normalizeArxiv(/\barXiv ?: ?(\d{4}\.\d{4,5}|[a-z-]{2,20}\/\d{7})/i.exec(rest)?.[1])
