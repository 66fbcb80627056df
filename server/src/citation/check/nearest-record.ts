import { differingNames } from './compare-fields.ts'
import { type ComparableRecord, hasTitleLength, plainTitles, type ReferenceEntry } from './entry.ts'
import { indexText, matchedShare, normalizedWords } from './fuzzy-match.ts'

/** A record with the share, 0–1, of the words of a title that it has in common with an entry. */
export interface NearestRecord<Paper> {
  paper: Paper
  share: number
}

/**
 * Returns the record whose title an entry states with some words missing or different: of those that agree well enough
 * (`minTitleShare`), the one with the most words in common; undefined without one.
 *
 * @param title the possible title in the entry.
 */
export function findNearest<Paper extends ComparableRecord>(
  entry: ReferenceEntry,
  title: string,
  records: readonly Paper[],
): NearestRecord<Paper> | undefined {
  let best: NearestRecord<Paper> | undefined
  for (const paper of records) {
    const share = Math.max(...plainTitles(paper).map((each) => commonShare(each, title, entry)))
    if (share > (best?.share ?? 0) && share >= minTitleShare(paper, entry)) best = { paper, share }
  }
  return best
}

/** Returns the share of common words of a record's title and a title in an entry: the smaller of those of the two. */
function commonShare(recordTitle: string, entryTitle: string, entry: ReferenceEntry): number {
  const recordWords = normalizedWords(recordTitle)
  const entryWords = [...new Set(normalizedWords(entryTitle))]
  return Math.min(matchedShare(recordWords, entry.index), matchedShare(entryWords, indexText(recordWords)))
}

/** The least share of common words when authors and year both agree. */
const MIN_SHARE = 0.6
/** The least share when only the authors or only the year agrees. */
const MIN_SHARE_OF_ONE = 0.7
/** Shorter titles by other authors share words by chance. */
const MIN_LENGTH_OF_OTHER_AUTHORS = { words: 6, han: 10 }

/** Returns the least share of common words with which a title is that of a record; infinite when none suffices. */
function minTitleShare(record: ComparableRecord, entry: ReferenceEntry): number {
  const { authors: authorsDiffer, year: yearDiffers } = differingNames(record, entry)
  if (authorsDiffer && (yearDiffers || !hasTitleLength(record.title, MIN_LENGTH_OF_OTHER_AUTHORS)))
    return Number.POSITIVE_INFINITY
  // Without creators, the authors do not differ, but do not agree either.
  const bothAgree = !authorsDiffer && !yearDiffers && record.creators.length > 0
  return bothAgree ? MIN_SHARE : MIN_SHARE_OF_ONE
}
