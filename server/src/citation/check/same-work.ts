import type { ComparableRecord, DifferingField } from './comparable.ts'
import { differingFields, differingNames } from './compare-fields.ts'
import { agreesWithStatedReference } from './compare-journal-reference.ts'
import { plainTitles, type ReferenceEntry } from './entry.ts'
import { hasTitle, isSameWork, type MatchBasis, type ReferenceCandidate } from './find-references.ts'
import { indexText, matchedShare, normalizedWords } from './fuzzy-match.ts'

/** An entry says enough of a title where no more than this is missing. */
const MIN_TITLE_SHARE = 0.6

/** Whether an entry says what a record is called; one without a title says nothing else. */
export const statesTitleOf = (record: ComparableRecord, { parsed, said }: ReferenceEntry): boolean =>
  parsed.title === null ||
  Math.max(...plainTitles(record).map((each) => matchedShare(normalizedWords(each), said))) >= MIN_TITLE_SHARE

/** By its whole title: a record whose author or year is named, else one that more than a title says it is. */
export function findByTitle<Record extends ComparableRecord>(
  entry: ReferenceEntry,
  candidates: readonly ReferenceCandidate<Record>[],
): ReferenceCandidate<Record> | undefined {
  const titled = candidates.filter(({ by, title, paper }) => by === 'title' && hasTitle(paper, title))
  const same = titled.filter(({ title, paper }) => isSameWork(paper, entry, title))
  const differences = new Map(same.map((each) => [each, differingFields(each.paper, entry).length]))
  const [best] = same.toSorted((a, b) => (differences.get(a) ?? 0) - (differences.get(b) ?? 0))
  return best ?? titled.find(({ title, paper }) => isIdentifiedByTitle(paper, entry, title))
}

/** Shorter titles, in words or Chinese characters, name many works: they tell one only beside its journal or its pages. */
const MIN_TELLING_TITLE = { words: 4, han: 6 }
/** Longer ones tell a work whatever else is said of it. */
const MIN_UNIQUE_TITLE = { words: 8, han: 14 }

const hasLength = (title: string, { words, han }: typeof MIN_TELLING_TITLE): boolean =>
  normalizedWords(title).length >= (/\p{Script=Han}/u.test(title) ? han : words)

/** Whether a title, with what stands behind it, tells a work none of whose authors is named. */
function isIdentifiedByTitle(record: ComparableRecord, entry: ReferenceEntry, title: string): boolean {
  if (hasLength(title, MIN_UNIQUE_TITLE) || agreesWithStatedReference(record, entry)) return true
  const differing = new Set(differingFields(record, entry).map(({ field }) => field))
  return (
    entry.parsed.year !== null &&
    !differing.has('year') &&
    !differing.has('journal') &&
    hasLength(title, MIN_TELLING_TITLE)
  )
}

/** What an entry that is a record says otherwise. */
export function judgeEntry(
  entry: ReferenceEntry,
  { by, title, paper }: ReferenceCandidate<ComparableRecord>,
): { status: 'found' | 'differs'; by: MatchBasis; fields: DifferingField[] } {
  const fields = differingFields(paper, by === 'title' ? withMatchedTitle(entry, title) : entry)
  return { status: fields.length > 0 ? 'differs' : 'found', by, fields }
}

/** What was taken for the name of a journal is the title by which a record was found: who wrote it is compared. */
const withMatchedTitle = (entry: ReferenceEntry, title: string): ReferenceEntry => ({
  ...entry,
  parsed: { ...entry.parsed, title: entry.parsed.title ?? title },
})

/** Of a title with other words in it so much has to agree, and an author or the year; less where both do. */
const MIN_SIMILAR_TITLE_SHARE = 0.7
const MIN_SIMILAR_TITLE_SHARE_BOTH = 0.6
/** Shorter titles of other people have words in common by chance. */
const MIN_SIMILAR_TITLE = { words: 6, han: 10 }

/** A record that has much of a title, 0–1. */
export interface NearestRecord<Record> {
  paper: Record
  share: number
}

/** The record whose title an entry says but for some words, where `title` is what it may be called there. */
export function findNearest<Record extends ComparableRecord>(
  entry: ReferenceEntry,
  title: string,
  records: readonly Record[],
): NearestRecord<Record> | undefined {
  const given = [...new Set(normalizedWords(title))]
  let best: NearestRecord<Record> | undefined
  for (const paper of records) {
    const share = Math.max(
      ...plainTitles(paper)
        .map(normalizedWords)
        .map((words) => Math.min(matchedShare(words, entry.said), matchedShare(given, indexText(words)))),
    )
    if (share > (best?.share ?? 0) && share >= minSimilarShare(paper, entry)) best = { paper, share }
  }
  return best
}

/** How much of a title has to agree, by how many of authors and year do. */
function minSimilarShare(record: ComparableRecord, entry: ReferenceEntry): number {
  const { authors, year } = differingNames(record, entry)
  const isUntold = authors && !hasLength(record.title, MIN_SIMILAR_TITLE)
  if (isUntold || (authors && year)) return Number.POSITIVE_INFINITY
  return authors || year || record.creators.length === 0
    ? MIN_SIMILAR_TITLE_SHARE
    : MIN_SIMILAR_TITLE_SHARE_BOTH
}

/** Words alone, as an entry has them: nothing in it is an operator. */
export const plainWords = (text: string): string => text.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? ''
