// Reads the entries of a printed list of references in the style of GB/T 7714.
import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { toCslDate } from '../fields/dates.ts'
import { normalizeArxiv, normalizeDoi } from '../fields/identifiers.ts'
import { markOthers } from '../fields/name-lists.ts'
import { cleanText } from '../fields/text.ts'
import type { WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import { RecordFault } from '../format.ts'
import type { EntryStart } from '../input/entries.ts'
import { parseHead, parsePerson } from './gb-head.ts'

/** Longest entry that is read; the time that the patterns below take is bounded by it. */
const MAX_ENTRY_CHARS = 5_000
/**
 * The mark of the kind: `[J]`, `[M/CD]`, `[EB/OL]`, with full-width brackets too. Punctuation or the end follows it, so
 * that `[C]` inside a title is none.
 */
const KIND_MARK =
  /[[［] ?(J|M|D|C|N|S|P|R|G|A|K|Z|DB|DS|CP|EB|PP|CM) ?(?:\/ ?(?:OL|CD|DK|MT) ?)?[\]］](?= ?(?:[.．。,，:：/;；]|$))/

const KIND_BY_MARK: Readonly<Record<string, WorkKind>> = {
  J: { type: RESOURCE_TYPE.journalArticle },
  M: { type: RESOURCE_TYPE.book },
  K: { type: RESOURCE_TYPE.book },
  G: { type: RESOURCE_TYPE.book },
  A: { type: RESOURCE_TYPE.book, csl: 'chapter' },
  D: { type: RESOURCE_TYPE.thesis },
  C: { type: RESOURCE_TYPE.conferencePaper },
  N: { type: RESOURCE_TYPE.newspaperArticle },
  S: { type: RESOURCE_TYPE.standard },
  P: { type: RESOURCE_TYPE.patent },
  R: { type: RESOURCE_TYPE.report },
  PP: { type: RESOURCE_TYPE.preprint },
  DB: { type: RESOURCE_TYPE.other, csl: 'dataset' },
  DS: { type: RESOURCE_TYPE.other, csl: 'dataset' },
  CP: { type: RESOURCE_TYPE.other, csl: 'software' },
  CM: { type: RESOURCE_TYPE.other, csl: 'map' },
  EB: { type: RESOURCE_TYPE.other, csl: 'webpage' },
}

/** Matches the number at the beginning of an entry: `[1]`, `（1）`, `1.`, `1、`, but not `1.5`. */
const ENTRY_NUMBER = /^(?:[[［【(（] ?\d{1,4} ?[\]］】)）]|\d{1,4}[.、．)）](?!\d))/
/** Kinds, by their marks, whose title may contain the number of the work: standards, patents, reports. */
const NUMBERED_MARKS = ['S', 'P', 'R']

/**
 * Reads an entry of a list of references with its mark of the kind: names, title, publication.
 *
 * @throws RecordFault when the entry has no such mark or more than 5,000 characters.
 */
export function gbListWork(text: string): Work {
  if (text.length > MAX_ENTRY_CHARS) throw new RecordFault('一条参考文献超过 5000 个字符')
  const entry = normalizeEntry(cleanText(text).replace(ENTRY_NUMBER, ''))
  const marked = KIND_MARK.exec(entry)
  if (!marked) throw new RecordFault('没有文献类型标识（如 [J]、[M]），无法按 GB/T 7714 读取')
  const mark = marked[1] ?? ''
  const head = parseHead(entry.slice(0, marked.index).trim())
  const { doi, url, accessed, rest } = readIdentifiers(
    entry.slice(marked.index + marked[0].length).replace(/^[ .,]+/, ''),
  )
  const { others = [], edition, ...tail } = parseTail(mark, rest)
  // `//` precedes the book that contains a chapter.
  const isPart = mark === 'M' && rest.includes('//')
  const titled = NUMBERED_MARKS.includes(mark) ? splitNumberedTitle(head.title) : { title: head.title }
  return finishWork({
    kind: isPart
      ? { type: RESOURCE_TYPE.book, csl: 'chapter' }
      : (KIND_BY_MARK[mark] ?? { type: RESOURCE_TYPE.other }),
    ...titled,
    creators: markOthers([...head.names.map(parsePerson), ...others]),
    ...tail,
    date: tail.date ?? head.year ?? yearOfStandard(mark, titled.number),
    external_ids: { arxiv: findArxivId(rest) },
    // A whole book or a thesis is in no other work.
    source: (mark === 'M' && !isPart) || mark === 'D' ? null : tail.source,
    doi,
    url,
    csl: { accessed: toCslDate(accessed), edition },
  })
}

const HALF_WIDTH_MARKS: Readonly<Record<string, string>> = {
  '．': '. ',
  '。': '. ',
  '，': ', ',
  '：': ':',
  '（': '(',
  '）': ')',
  '［': '[',
  '］': ']',
  '－': '-',
  '–': '-',
  '～': '-',
}

/** Returns an entry with half-width marks, single spaces, and spaces after commas. */
function normalizeEntry(text: string): string {
  const halfWidth = text
    .replace(/[．。，：（）［］－–～]/g, (mark) => HALF_WIDTH_MARKS[mark] ?? mark)
    .replace(/,(?=[^\s\d])/g, ', ')
    .replace(/[.;](?=\p{Script=Han})/gu, '$& ')
  return halfWidth.replace(/\s+/g, ' ').trim()
}

/** The identifiers in the part of an entry after its mark; the date of the visit is as printed, `2020-01-02`. */
interface EntryIdentifiers {
  doi: string | null
  url: string | undefined
  accessed: string | undefined
  /** The text without them, with single spaces. */
  rest: string
}

/** Takes address, DOI and date of the visit out of a text. */
function readIdentifiers(text: string): EntryIdentifiers {
  const url = /https?:\/\/[^\s\p{Script=Han}]+/u.exec(text)?.[0]
  const doi = /10\.\d{4,9}\/[^\s\p{Script=Han}]+/u.exec(text)?.[0]
  const accessed = /\[((?:19|20)\d{2}-\d{1,2}-\d{1,2})\]/.exec(text)?.[1]
  const rest = text
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/10\.\d{4,9}\/\S+/g, ' ')
    .replace(/\bDOI\b ?:?/gi, ' ')
    .replace(/\[(?:19|20)\d{2}-\d{1,2}-\d{1,2}\]/g, ' ')
  return {
    doi: normalizeDoi(doi),
    url: url && trimPunctuation(url),
    accessed,
    rest: rest.replace(/\s+/g, ' ').trim(),
  }
}

/**
 * Removes commas, full stops, semicolons and spaces from the end of a text. The lookbehind lets a match begin only
 * where a run of these does, so that matching takes linear time.
 */
const trimPunctuation = (text: string): string => text.replace(/(?<![.,;\s])[.,;\s]+$/, '')

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
function parseTail(mark: string, rest: string): EntryTail {
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
const findArxivId = (rest: string): string | null =>
  normalizeArxiv(/\barXiv ?: ?(\d{4}\.\d{4,5}|[a-z-]{2,20}\/\d{7})/i.exec(rest)?.[1])

/** Matches a title that starts with the number of a standard: `GB/T 7714—2015, 参考文献著录规则`. */
const STANDARD_NUMBER_FIRST = /^([A-Z]{1,6}(?:\/[A-Z]{1,3})? ?[\d.]{1,12}[—–-](?:19|20)\d{2}),? (\S.*)$/
/** A text of this length or more after a colon is a part of the title, not a number. */
const NUMBER_CHARS_LIMIT = 40

/**
 * Splits `一种量雪装置:CN100000009A` or `参考文献著录规则:GB/T 7714—2015`, or a title that starts with the number of a
 * standard. The text after the last colon is a number only if it is short and has three digits in a row.
 */
function splitNumberedTitle(title: string): { title: string; number?: string | undefined } {
  const [, first, rest] = STANDARD_NUMBER_FIRST.exec(title) ?? []
  if (rest) return { title: rest, number: first }
  const at = title.lastIndexOf(':')
  const number = title.slice(at + 1).trim()
  const isNumber = at > 0 && number.length < NUMBER_CHARS_LIMIT && /\d{3}/.test(number)
  return isNumber
    ? { title: title.slice(0, at).trim(), number: number.replace(/^[^\d]{1,10}, /, '') }
    : { title }
}

/** Returns the year in the number of a standard: `GB/T 16159—1996`. */
const yearOfStandard = (mark: string, number = ''): string | undefined =>
  mark === 'S' ? /[—–-]((?:19|20)\d{2})$/.exec(number)?.[1] : undefined

/**
 * Returns a test for the start of an entry, which must be given the lines of one list in order. An entry starts at its
 * number; in a list without numbers, it starts after an entry with a mark whose last line may be its end. The first
 * line with text decides whether the list has numbers.
 */
export function gbListStart(): EntryStart {
  let isNumbered: boolean | undefined
  // State of the current entry: whether its mark has occurred, and whether its last line may be its end.
  let isOver = true
  let isMarked = false
  return (line) => {
    if (line.trim() === '' || isListHeading(line)) return false
    isNumbered ??= isNumberedLine(line)
    const begins = isNumbered ? isNumberedLine(line) : isOver
    isMarked = (isMarked && !begins) || KIND_MARK.test(line)
    isOver = isMarked && /[.。．\d/]\s?$/.test(line)
    return begins
  }
}

/** Returns whether a line is the heading of a list: `参 考 文 献`, `References:`. */
const isListHeading = (line: string): boolean =>
  /^(?:参考文献|引用文献|references|bibliography)[:：]?$/i.test(line.replace(/\s/g, ''))

/** Returns whether a line begins with the number of an entry. */
const isNumberedLine = (line: string): boolean => ENTRY_NUMBER.test(line.trimStart())

/** Number of lines by which a list is recognized. */
const MAX_TESTED_LINES = 60
/** Smallest share of lines with a mark, 0–1; low, because entries are often wrapped over several lines. */
const MIN_MARKED_SHARE = 0.3
/** The certainty of a recognized list, from 0 (no) to 1. */
const LIST_CERTAINTY = 0.7

/**
 * Returns how likely a text is such a list: `LIST_CERTAINTY` if enough of its first lines have a mark and it starts
 * like a list, else 0.
 */
export function looksLikeGbList(head: string): number {
  const textLines = head.split(/\r\n|\n|\r/, MAX_TESTED_LINES).filter((line) => line.trim() !== '')
  const lines = textLines.filter((line) => !isListHeading(line))
  const marked = lines.filter((line) => KIND_MARK.test(line)).length
  const [first = ''] = lines
  const startsLikeList = textLines.length > lines.length || isNumberedLine(first) || KIND_MARK.test(first)
  if (marked === 0 || !startsLikeList) return 0
  return marked / lines.length >= MIN_MARKED_SHARE ? LIST_CERTAINTY : 0
}
