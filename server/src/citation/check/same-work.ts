import { differingFields, differingNames } from './compare-fields.ts'
import { agreesWithStatedReference } from './compare-journal-reference.ts'
import { type ComparableRecord, type DifferingField, plainTitles, type ReferenceEntry } from './entry.ts'
import { hasTitle, isSameWork, type MatchBasis, type ReferenceCandidate } from './find-references.ts'
import { indexText, matchedShare, normalizedWords } from './fuzzy-match.ts'

/** The least share of a title's words, 0–1, that an entry must have to state the title. */
const MIN_TITLE_SHARE = 0.6

/** Returns whether an entry states the title of a record; true for an entry without a title. */
export const statesTitleOf = (record: ComparableRecord, { parsed, index }: ReferenceEntry): boolean =>
  parsed.title === null ||
  Math.max(...plainTitles(record).map((each) => matchedShare(normalizedWords(each), index))) >=
    MIN_TITLE_SHARE

/**
 * Returns the candidate with the entry's title: one with a named author or the year, with the fewest differences, else
 * one that its title and further details identify. Returns undefined without one.
 */
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

/** Shorter titles are shared by many works and identify one only with its journal or pages. */
const MIN_IDENTIFYING_TITLE = { words: 4, han: 6 }
/** Titles of this length identify a work whatever else the entry states. */
const MIN_UNIQUE_TITLE = { words: 8, han: 14 }

const hasLength = (title: string, { words, han }: typeof MIN_IDENTIFYING_TITLE): boolean =>
  normalizedWords(title).length >= (/\p{Script=Han}/u.test(title) ? han : words)

/** Returns whether a title and the details after it identify a work none of whose authors is named. */
function isIdentifiedByTitle(record: ComparableRecord, entry: ReferenceEntry, title: string): boolean {
  if (hasLength(title, MIN_UNIQUE_TITLE) || agreesWithStatedReference(record, entry)) return true
  const differing = new Set(differingFields(record, entry).map(({ field }) => field))
  return (
    entry.parsed.year !== null &&
    !differing.has('year') &&
    !differing.has('journal') &&
    hasLength(title, MIN_IDENTIFYING_TITLE)
  )
}

/** Returns the fields in which an entry differs from the record that it refers to. */
export function judgeEntry(
  entry: ReferenceEntry,
  { by, title, paper }: ReferenceCandidate<ComparableRecord>,
): { status: 'found' | 'differs'; by: MatchBasis; fields: DifferingField[] } {
  const fields = differingFields(paper, by === 'title' ? withMatchedTitle(entry, title) : entry)
  return { status: fields.length > 0 ? 'differs' : 'found', by, fields }
}

/** Uses the matched title when none was recognized, so that the authors before it are compared. */
const withMatchedTitle = (entry: ReferenceEntry, title: string): ReferenceEntry => ({
  ...entry,
  parsed: { ...entry.parsed, title: entry.parsed.title ?? title },
})

/** The least share of a title with differing words when an author or the year agrees, and (`_BOTH`) when both do. */
const MIN_SIMILAR_TITLE_SHARE = 0.7
const MIN_SIMILAR_TITLE_SHARE_BOTH = 0.6
/** Shorter titles by other authors share words by chance. */
const MIN_SIMILAR_TITLE = { words: 6, han: 10 }

/** A record with the share of a title that it has, 0–1. */
export interface NearestRecord<Record> {
  paper: Record
  share: number
}

/**
 * Returns the record whose title an entry has except for some words: that with the largest share of words in common;
 * undefined when no title agrees well enough.
 *
 * @param title the possible title in the entry.
 */
export function findNearest<Record extends ComparableRecord>(
  entry: ReferenceEntry,
  title: string,
  records: readonly Record[],
): NearestRecord<Record> | undefined {
  const titleWords = [...new Set(normalizedWords(title))]
  let best: NearestRecord<Record> | undefined
  for (const paper of records) {
    const share = Math.max(
      ...plainTitles(paper)
        .map(normalizedWords)
        .map((words) =>
          Math.min(matchedShare(words, entry.index), matchedShare(titleWords, indexText(words))),
        ),
    )
    if (share > (best?.share ?? 0) && share >= minSimilarShare(paper, entry)) best = { paper, share }
  }
  return best
}

/**
 * Returns the share of a title that must agree, by which of authors and year do; infinite when a match is ruled out.
 */
function minSimilarShare(record: ComparableRecord, entry: ReferenceEntry): number {
  const { authors, year } = differingNames(record, entry)
  const isCommonTitle = authors && !hasLength(record.title, MIN_SIMILAR_TITLE)
  if (isCommonTitle || (authors && year)) return Number.POSITIVE_INFINITY
  return authors || year || record.creators.length === 0
    ? MIN_SIMILAR_TITLE_SHARE
    : MIN_SIMILAR_TITLE_SHARE_BOTH
}

/** Returns the words of a text only, so that nothing in it is a search operator. */
export const plainWords = (text: string): string => text.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? ''
