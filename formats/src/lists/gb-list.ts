// Reads the entries of a printed list of references in the style of GB/T 7714.
import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import { toCslDate } from '../fields/dates.ts'
import { normalizeDoi } from '../fields/identifiers.ts'
import { markOthers } from '../fields/name-lists.ts'
import { cleanText } from '../fields/text.ts'
import type { WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import { RecordFault } from '../format.ts'
import type { EntryStart } from '../input/entries.ts'
import { parseHead, parsePerson } from './gb-head.ts'
import { findArxivId, parseTail, trimPunctuation } from './gb-tail.ts'

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
