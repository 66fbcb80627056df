import { anyOf } from '../../../language/phrases.ts'
import { findInlineNumbers, joinEntryLines, readEntryNumber } from '../../reference-text/index.ts'
import { MAX_ENTRIES, type ManuscriptBlock, type ManuscriptEntry, type ReferenceList } from './manuscript.ts'

/** The number of a heading: `6.`, `VI.`, `六、`, `第六章`. */
const HEADING_NUMBER =
  /^(?:第[一二三四五六七八九十\d]{1,4}[章节部]|\d{1,2}(?:\.\d{1,2}){0,2}[.、]?|[IVX]{1,5}\.|[一二三四五六七八九十]{1,3}、)\s{0,4}/u
/** The title of a reference list, after the number of the heading. */
const LIST_TITLE = new RegExp(`^${anyOf('citations/list-titles')}\\s{0,3}[:：]?$`, 'iu')
/** Titles of the parts of a list by kind of source or language. */
const PART_TITLE = new RegExp(
  `^(?:(?:[（(]?[一二三四五六七八九十\\dA-Ha-h]{1,2}[）).、]\\s{0,3})?${anyOf('citations/part-kinds')}{1,4}${anyOf('citations/part-nouns')}?|${anyOf('citations/part-titles')})\\s{0,3}[:：]?$`,
  'iu',
)
/** Titles of what may follow a reference list. */
const BACK_MATTER = new RegExp(`^${anyOf('citations/back-matter')}[:：]?$`, 'iu')

/** A line of a reference list. */
interface ListLine {
  text: string
  block: number
  start: number
  /** Whether it begins a block or a row of a table. */
  isFirst: boolean
}

/** Blocks in which references do not stand. */
const SKIPPED_KINDS = new Set<ManuscriptBlock['kind']>([
  'footnote',
  'figure',
  'caption',
  'other',
  'formula',
  'code',
])
/** Length of the longest text that may be a title, in UTF-16 units. */
const MAX_TITLE_CHARS = 80

/** Returns whether a block is the title of a reference list. */
function isListTitle({ kind, text }: ManuscriptBlock): boolean {
  if (text.length > MAX_TITLE_CHARS || SKIPPED_KINDS.has(kind)) return false
  const title = text.trim()
  return LIST_TITLE.test(title) || LIST_TITLE.test(title.replace(HEADING_NUMBER, ''))
}

/** Returns whether a block is the title of a part of a list, by kind of source or language. */
export const isPartTitle = ({ text }: ManuscriptBlock): boolean =>
  text.length <= MAX_TITLE_CHARS && PART_TITLE.test(text.trim())

const isBackMatter = ({ text }: ManuscriptBlock): boolean =>
  text.length <= MAX_TITLE_CHARS && BACK_MATTER.test(text.trim().replace(HEADING_NUMBER, ''))

/** Lists with their entries. */
export interface FoundLists {
  lists: ReferenceList[]
  entries: ManuscriptEntry[]
  /** Whether there were more entries than `MAX_ENTRIES`. */
  isCut: boolean
}

/**
 * Finds the reference lists of a manuscript, in their order: under their titles, else where the parser or the numbers
 * show one. No more than `MAX_ENTRIES` entries are read.
 */
export function findLists(blocks: readonly ManuscriptBlock[]): FoundLists {
  const found: FoundLists = { lists: [], entries: [], isCut: false }
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at]
    if (!block || !isListTitle(block)) continue
    // Goes on behind the list.
    at = addList(found, blocks, { title: at, from: at + 1, to: endOfList(blocks, at + 1) }) - 1
  }
  if (found.lists.length === 0) {
    const span = untitledList(blocks)
    if (span) addList(found, blocks, { title: null, ...span })
  }
  setScopes(found, blocks)
  return found
}

/** Returns the index of the first block after a list that begins at `from`. */
function endOfList(blocks: readonly ManuscriptBlock[], from: number): number {
  for (let at = from; at < blocks.length; at += 1) {
    const block = blocks[at]
    if (!block || isPartTitle(block)) continue
    if (block.kind === 'heading' || isListTitle(block) || isBackMatter(block)) return at
  }
  return blocks.length
}

/** A year or an address, which nearly every reference has. */
const YEAR_OR_SOURCE =
  /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|arxiv|doi|https?:|\[[A-Z](?:\/[A-Z]{2})?\]|in press|forthcoming|\bn\.\s?d\./i

/** A line with nothing but an address, such as the one of an author. */
const ADDRESS_LINE = /^\s{0,8}(?:[\p{L}-]{1,12}\s?[:：]\s?)?(?:https?:\S+|[^\s@]+@\S+)\s{0,8}$/iu

/** Returns whether an entry has a year, an address or another mark of a reference. */
const isSourced = (lines: readonly ListLine[]): boolean =>
  lines.some(({ text }) => YEAR_OR_SOURCE.test(text) && !ADDRESS_LINE.test(text))

/** Blocks that may be a list. */
interface ListSpan {
  /** The block of the title; null without one. */
  title: number | null
  from: number
  /** Exclusive. */
  to: number
}

/** Adds the list in a span of blocks if it has entries, and returns the index of the block after it. */
function addList(
  found: FoundLists,
  blocks: readonly ManuscriptBlock[],
  { title, from, to }: ListSpan,
): number {
  const grouped = groupLines(listLines(blocks, from, to))
  const entries = grouped.entries.filter((lines) => lines.length > 0)
  const first = entries[0]?.[0]
  const last = entries.at(-1)?.at(-1)
  if (!first || !last) return Math.max(from, (title ?? from) + 1)
  const index = found.lists.length
  found.lists.push({
    index,
    title,
    first: first.block,
    last: last.block,
    numbered: grouped.numbered,
    place: blocks[first.block]?.kind === 'table' ? 'table' : 'text',
    scope: { from: 0, to: blocks.length - 1 },
  })
  for (const lines of entries) {
    if (found.entries.length === MAX_ENTRIES) {
      found.isCut = true
      break
    }
    found.entries.push(createEntry(found.entries.length, index, lines, grouped.numbered))
  }
  return last.block + 1
}

/** Returns the lines of the blocks of a list. */
function listLines(blocks: readonly ManuscriptBlock[], from: number, to: number): ListLine[] {
  const listed = blocks
    .slice(from, to)
    .flatMap((block, at) => (isPartOfList(block) ? [{ block, index: from + at }] : []))
  const numbers = listed.map(({ block }) => numberOf(block.text))
  let before: number | undefined
  return listed.flatMap(({ block, index }, at) => {
    const lines = blockLines(block, index, { before, after: numbers[at + 1] })
    before = lines.reduce((last: number | undefined, { text }) => numberOf(text) ?? last, before)
    return lines
  })
}

/** Returns the number with which a line begins; undefined without one. */
const numberOf = (line: string): number | undefined => {
  const found = readEntryNumber(line)
  return found ? Number(found.number) : undefined
}

const isPartOfList = (block: ManuscriptBlock): boolean =>
  !SKIPPED_KINDS.has(block.kind) && !isPartTitle(block)

/** Returns the lines of a block; entries that follow each other within a line are lines of their own. */
function blockLines(
  { text, kind }: ManuscriptBlock,
  block: number,
  neighbors: { before?: number | undefined; after?: number | undefined },
): ListLine[] {
  const cuts = [0, ...findInlineNumbers(text, neighbors)]
  return cuts.flatMap((cut, at) => {
    let start = cut
    return text
      .slice(cut, cuts[at + 1])
      .split('\n')
      .flatMap((line) => {
        const listLine = { text: line, block, start, isFirst: start === 0 || kind === 'table' }
        start += line.length + 1
        return line.trim() === '' ? [] : [listLine]
      })
  })
}

/** The label of an entry in alphabetic styles: `[KLM19]`. */
const ENTRY_LABEL = /^\s{0,8}\[([\p{L}+]{1,12}\d{2,4}[a-z]?)\]/u

/** Returns the number or label with which a line begins, and where the text begins after it; null without one. */
function readNumber(line: string): { number: string; end: number } | null {
  const label = ENTRY_LABEL.exec(line)
  return label?.[1] ? { number: label[1], end: label[0].length } : readEntryNumber(line)
}

/** Share of the entries of a list that have a year or a source, below which the text is no list. */
const MIN_SOURCED_SHARE = 0.4
/** The fewest entries before text that was cut off as following a list, and the least share of them with a source. */
const MIN_CUT_ENTRIES = 3
const MIN_CUT_SHARE = 0.8
/** Share of the blocks of a list that begin with a number, from which it is numbered. */
const MIN_NUMBERED_SHARE = 0.5
/** Share of the numbers of a list that are distinct, above which they are its own. */
const MIN_DISTINCT_SHARE = 0.5

/** The most entries without a year or a source at the end of a list, and the length of each in UTF-16 units. */
const MAX_TAIL_ENTRIES = 3
const MAX_TAIL_ENTRY_CHARS = 200

/** Returns whether entries without a year or a source may belong to the list before them: each has parts, and is short. */
const isTail = (entries: readonly ListLine[][]): boolean =>
  entries.length <= MAX_TAIL_ENTRIES &&
  entries.every((lines) => {
    const text = lines.map((line) => line.text).join(' ')
    return text.length <= MAX_TAIL_ENTRY_CHARS && /[.。．][^.。．]{2,100}[.。．]/u.test(text)
  })

/** What an entry without a year or a source counts against one that has it. */
const UNSOURCED_WEIGHT = 0.5

/**
 * Returns how many entries are those of the list: up to the last one with a year or a source, without what follows, in
 * which few have one, such as the addresses of authors or an appendix whose title was not recognized.
 */
function countListed(entries: readonly ListLine[][]): number {
  let [weight, most, count] = [0, 0, 0]
  for (const [at, entry] of entries.entries()) {
    const isEnd = isSourced(entry)
    weight += isEnd ? 1 : -UNSOURCED_WEIGHT
    if (!isEnd || weight < most) continue
    most = weight
    count = at + 1
  }
  return count
}

/** Returns entries if enough of them have a year or a source, else none. */
const sourcedEntries = (entries: ListLine[][], minShare: number): ListLine[][] =>
  entries.filter(isSourced).length >= entries.length * minShare ? entries : []

/** Returns the entries of a list without numbers, without what follows it; none where few have a year or a source. */
function listedEntries(entries: ListLine[][]): ListLine[][] {
  const count = countListed(entries)
  if (isTail(entries.slice(count))) return sourcedEntries(entries, MIN_SOURCED_SHARE)
  return count < MIN_CUT_ENTRIES ? [] : sourcedEntries(entries.slice(0, count), MIN_CUT_SHARE)
}

/** What stands within an entry, even at the beginning of a block. */
const CONTINUATION = /^\s{0,8}(?:in\s?:|(?:isbn|issn|doi)\b|https?:\/\/|\/\/)/iu

/** A number that may be a year in brackets at the beginning of a line. */
const YEAR_NUMBER = /^(?:1[5-9]|20)\d\d$/
/** The largest step from the number of an entry to one that may be a year. */
const MAX_STEP_TO_YEAR = 100

/** Returns whether a number begins an entry after the one whose first line is given. */
function isNextNumber(number: string | undefined, before: ListLine | undefined): boolean {
  if (number === undefined || !YEAR_NUMBER.test(number)) return number !== undefined
  const last = before && readNumber(before.text)
  return !last || Number(number) - Number(last.number) <= MAX_STEP_TO_YEAR
}

/** Groups the lines of a list into entries: at numbers, else at blocks and ends of sentences. */
function groupLines(lines: ListLine[]): { entries: ListLine[][]; numbered: boolean } {
  const firsts = lines.filter(({ isFirst }) => isFirst)
  const numberedFirsts = firsts.filter(({ text }) => readNumber(text) !== null)
  const numbers = new Set(numberedFirsts.map(({ text }) => readNumber(text)?.number))
  const numbered =
    numberedFirsts.length > 0 &&
    numberedFirsts.length >= firsts.length * MIN_NUMBERED_SHARE &&
    // Addresses that go over the end of a line begin the next one with the same number.
    numbers.size > numberedFirsts.length * MIN_DISTINCT_SHARE
  const entries: ListLine[][] = []
  for (const line of lines) {
    const last = entries.at(-1)
    const begins = numbered
      ? isNextNumber(readNumber(line.text)?.number, last?.[0])
      : line.isFirst && !CONTINUATION.test(line.text)
    if (begins) entries.push([line])
    else if (last) last.push(line)
  }
  return { entries: numbered ? sourcedEntries(entries, MIN_SOURCED_SHARE) : listedEntries(entries), numbered }
}

/** Creates an entry from its lines; its span ends with its first block, though its text may go on in the next. */
function createEntry(index: number, list: number, lines: ListLine[], numbered: boolean): ManuscriptEntry {
  const [first = { text: '', block: 0, start: 0 }] = lines
  const number = numbered ? readNumber(first.text) : null
  const last = lines.filter(({ block }) => block === first.block).at(-1) ?? first
  const texts = lines.map(({ text }, at) => (at === 0 ? text.slice(number?.end ?? 0) : text).trim())
  return {
    index,
    list,
    number: number?.number ?? null,
    text: joinEntryLines(texts),
    block: first.block,
    start: first.start,
    end: last.start + last.text.length,
  }
}

/** A list without a title has at least this many entries, and this share of them has a year or a source. */
const MIN_UNTITLED_ENTRIES = 5
const MIN_UNTITLED_SHARE = 0.8

/**
 * Returns the span of a list without a title: the references of the parser, else the last numbered paragraphs;
 * null without either.
 */
function untitledList(blocks: readonly ManuscriptBlock[]): { from: number; to: number } | null {
  const parsed = blocks.findIndex(({ kind }) => kind === 'reference')
  const end = blocks.findLastIndex(({ kind }) => kind === 'reference') + 1
  if (parsed >= 0 && groupLines(listLines(blocks, parsed, end)).entries.length > 0)
    return { from: parsed, to: end }
  const first = blocks.findLastIndex(({ text }) => /^\s{0,8}(?:[[［【〔]\s?)?1\s?[\]］】〕.．、]/.test(text))
  if (first < 0) return null
  const next = blocks.findIndex(({ kind }, at) => at > first && kind === 'heading')
  const to = next < 0 ? blocks.length : next
  const { entries } = groupLines(listLines(blocks, first, to))
  const sourced = entries.filter(isSourced)
  const isList =
    entries.length >= MIN_UNTITLED_ENTRIES && sourced.length >= entries.length * MIN_UNTITLED_SHARE
  return isList ? { from: first, to } : null
}

/** Returns whether a list goes on from the one before it: no text between them, or the next number. */
function continuesList(
  before: ReferenceList,
  list: ReferenceList,
  { entries }: FoundLists,
  blocks: readonly ManuscriptBlock[],
): boolean {
  const between = blocks.slice(before.last + 1, list.first)
  const hasText = between.some(
    (block) => (block.kind === 'paragraph' || block.kind === 'list') && !isListTitle(block),
  )
  if (!hasText) return true
  const first = entries.find((entry) => entry.list === list.index)
  const last = entries.findLast((entry) => entry.list === before.index)
  return list.numbered && before.numbered && Number(first?.number) === Number(last?.number) + 1
}

/** Sets which blocks refer to each list: those of its chapter where lists stand at the ends of chapters. */
function setScopes(found: FoundLists, blocks: readonly ManuscriptBlock[]): void {
  const groups: ReferenceList[][] = []
  for (const list of found.lists) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && continuesList(before, list, found, blocks)) last.push(list)
    else groups.push([list])
  }
  let from = 0
  for (const [at, group] of groups.entries()) {
    const to = at === groups.length - 1 ? blocks.length - 1 : (group.at(-1)?.last ?? from)
    for (const list of group) list.scope = { from, to }
    from = to + 1
  }
}
