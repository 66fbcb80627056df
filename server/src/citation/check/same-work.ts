import { saidText, shareSaid, wordsOf } from './alike.ts'
import type { Comparable, Field } from './comparable.ts'
import { differingFields, differingNames } from './compare-fields.ts'
import { isAtStatedPlace } from './compare-place.ts'
import { type Entry, titlesOf } from './entry.ts'
import { type Candidate, type FoundBy, isSame, isTitleOf } from './find-references.ts'

/** An entry says enough of a title where no more than this is missing. */
const SAME_TITLE = 0.6

/** Whether an entry says what a record is called; one without a title says nothing else. */
export const saysTitleOf = (record: Comparable, { parsed, said }: Entry): boolean =>
  parsed.title === null ||
  Math.max(...titlesOf(record).map((each) => shareSaid(wordsOf(each), said))) >= SAME_TITLE

/** By its whole title: a record whose author or year is named, else one that more than a title says it is. */
export function byTitle<Record extends Comparable>(
  entry: Entry,
  candidates: readonly Candidate<Record>[],
): Candidate<Record> | undefined {
  const titled = candidates.filter(({ by, title, paper }) => by === 'title' && isTitleOf(paper, title))
  const same = titled.filter(({ title, paper }) => isSame(paper, entry, title))
  const differences = new Map(same.map((each) => [each, differingFields(each.paper, entry).length]))
  const [best] = same.toSorted((a, b) => (differences.get(a) ?? 0) - (differences.get(b) ?? 0))
  return best ?? titled.find(({ title, paper }) => isToldBy(paper, entry, title))
}

/** Shorter titles, in words or Chinese characters, name many works: they tell one only beside its journal or its pages. */
const TELLING = { words: 4, han: 6 }
/** Longer ones tell a work whatever else is said of it. */
const UNMISTAKABLE = { words: 8, han: 14 }

const isOfLength = (title: string, { words, han }: typeof TELLING): boolean =>
  wordsOf(title).length >= (/\p{Script=Han}/u.test(title) ? han : words)

/** Whether a title, with what stands behind it, tells a work none of whose authors is named. */
function isToldBy(record: Comparable, entry: Entry, title: string): boolean {
  if (isOfLength(title, UNMISTAKABLE) || isAtStatedPlace(record, entry)) return true
  const differing = new Set(differingFields(record, entry).map(({ field }) => field))
  return (
    entry.parsed.year !== null &&
    !differing.has('year') &&
    !differing.has('journal') &&
    isOfLength(title, TELLING)
  )
}

/** What an entry that is a record says otherwise. */
export function judged(
  entry: Entry,
  { by, title, paper }: Candidate<Comparable>,
): { status: 'found' | 'differs'; by: FoundBy; fields: Field[] } {
  const fields = differingFields(paper, by === 'title' ? withTitle(entry, title) : entry)
  return { status: fields.length > 0 ? 'differs' : 'found', by, fields }
}

/** What was taken for the name of a journal is the title by which a record was found: who wrote it is compared. */
const withTitle = (entry: Entry, title: string): Entry => ({
  ...entry,
  parsed: { ...entry.parsed, title: entry.parsed.title ?? title },
})

/** Of a title with other words in it so much has to agree, and an author or the year; less where both do. */
const LIKE_TITLE = 0.7
const LIKE_TITLE_OF_ALL = 0.6
/** Shorter titles of other people have words in common by chance. */
const NEARLY_TELLING = { words: 6, han: 10 }

/** A record that has much of a title, 0–1. */
export interface Nearest<Record> {
  paper: Record
  share: number
}

/** The record whose title an entry says but for some words, where `title` is what it may be called there. */
export function nearest<Record extends Comparable>(
  entry: Entry,
  title: string,
  records: readonly Record[],
): Nearest<Record> | undefined {
  const given = [...new Set(wordsOf(title))]
  let best: Nearest<Record> | undefined
  for (const paper of records) {
    const share = Math.max(
      ...titlesOf(paper)
        .map(wordsOf)
        .map((words) => Math.min(shareSaid(words, entry.said), shareSaid(given, saidText(words)))),
    )
    if (share > (best?.share ?? 0) && share >= leastShare(paper, entry)) best = { paper, share }
  }
  return best
}

/** How much of a title has to agree, by how many of authors and year do. */
function leastShare(record: Comparable, entry: Entry): number {
  const { authors, year } = differingNames(record, entry)
  const isUntold = authors && !isOfLength(record.title, NEARLY_TELLING)
  if (isUntold || (authors && year)) return Number.POSITIVE_INFINITY
  return authors || year || record.creators.length === 0 ? LIKE_TITLE : LIKE_TITLE_OF_ALL
}

/** Words alone, as an entry has them: nothing in it is an operator. */
export const wordsIn = (text: string): string => text.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? ''
