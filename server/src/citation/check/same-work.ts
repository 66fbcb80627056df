import { differingFields } from './compare-fields.ts'
import { agreesWithStatedReference } from './compare-journal-reference.ts'
import {
  type ComparableRecord,
  type DifferingField,
  hasTitleLength,
  plainTitles,
  type ReferenceEntry,
} from './entry.ts'
import { hasTitle, isSameWork, type MatchBasis, type ReferenceCandidate } from './find-references.ts'
import { matchedShare, normalizedWords } from './fuzzy-match.ts'

/** The least share of a title's words, 0–1, that an entry must contain to state the title. */
const MIN_TITLE_SHARE = 0.6

/** Returns whether an entry states the title of a record; true when no title was recognized in the entry. */
export const statesTitleOf = (record: ComparableRecord, { parsed, index }: ReferenceEntry): boolean =>
  parsed.title === null ||
  Math.max(...plainTitles(record).map((each) => matchedShare(normalizedWords(each), index))) >=
    MIN_TITLE_SHARE

/**
 * Returns the candidate with exactly the entry's title: of those that are the same work by an author or the year
 * (`isSameWork`), the one with the fewest differences, else one identified by its title (`isIdentifiedByTitle`);
 * undefined without one.
 */
export function findByTitle<Paper extends ComparableRecord>(
  entry: ReferenceEntry,
  candidates: readonly ReferenceCandidate<Paper>[],
): ReferenceCandidate<Paper> | undefined {
  const titled = candidates.filter(({ by, title, paper }) => by === 'title' && hasTitle(paper, title))
  const same = titled.filter(({ title, paper }) => isSameWork(paper, entry, title))
  const compared = same.map((candidate) => ({
    candidate,
    differences: differingFields(candidate.paper, entry).length,
  }))
  const [best] = compared.toSorted((a, b) => a.differences - b.differences)
  return best?.candidate ?? titled.find(({ title, paper }) => isIdentifiedByTitle(paper, entry, title))
}

/** A title of this length identifies a work if the year is stated and neither year nor journal differs. */
const MIN_IDENTIFYING_TITLE = { words: 4, han: 6 }
/** A title of this length identifies a work whatever else the entry states. */
const MIN_UNIQUE_TITLE = { words: 8, han: 14 }

/** Returns whether the title, with the journal or the year, identifies a work none of whose authors is named. */
function isIdentifiedByTitle(record: ComparableRecord, entry: ReferenceEntry, title: string): boolean {
  if (hasTitleLength(title, MIN_UNIQUE_TITLE) || agreesWithStatedReference(record, entry)) return true
  const differing = new Set(differingFields(record, entry).map(({ field }) => field))
  return (
    entry.parsed.year !== null &&
    !differing.has('year') &&
    !differing.has('journal') &&
    hasTitleLength(title, MIN_IDENTIFYING_TITLE)
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
