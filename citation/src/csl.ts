/** Text fields of CSL-JSON that the product uses. */
export const TEXT_FIELDS = [
  'title',
  'title-short',
  'container-title',
  'container-title-short',
  'collection-title',
  'publisher',
  'publisher-place',
  'event-title',
  'event-place',
  'volume',
  'volume-title',
  'issue',
  'page',
  'number',
  'edition',
  'version',
  'genre',
  'medium',
  'DOI',
  'URL',
  'ISBN',
  'ISSN',
  'PMID',
  'PMCID',
  'language',
  'abstract',
  'keyword',
  'note',
  'archive',
  'archive-place',
  'archive_location',
  'authority',
  'call-number',
  'scale',
  'dimensions',
  'source',
] as const
/** Name fields of CSL-JSON that the product uses. */
export const NAME_FIELDS = [
  'author',
  'editor',
  'translator',
  'container-author',
  'contributor',
  'director',
] as const
/** Date fields of CSL-JSON that the product uses. */
export const DATE_FIELDS = ['issued', 'accessed', 'submitted'] as const

/** The item types of CSL-JSON 1.0.2. */
export const CSL_TYPES = [
  'article',
  'article-journal',
  'article-magazine',
  'article-newspaper',
  'bill',
  'book',
  'broadcast',
  'chapter',
  'classic',
  'collection',
  'dataset',
  'document',
  'entry',
  'entry-dictionary',
  'entry-encyclopedia',
  'event',
  'figure',
  'graphic',
  'hearing',
  'interview',
  'legal_case',
  'legislation',
  'manuscript',
  'map',
  'motion_picture',
  'musical_score',
  'pamphlet',
  'paper-conference',
  'patent',
  'performance',
  'periodical',
  'personal_communication',
  'post',
  'post-weblog',
  'regulation',
  'report',
  'review',
  'review-book',
  'software',
  'song',
  'speech',
  'standard',
  'thesis',
  'treaty',
  'webpage',
] as const
/** An item type of CSL-JSON. */
export type CslType = (typeof CSL_TYPES)[number]

/** A person (`family`, `given`), or a body or undivided name (`literal`). */
export interface CslName {
  family?: string
  given?: string
  literal?: string
  suffix?: string
  'non-dropping-particle'?: string
  'dropping-particle'?: string
}

/**
 * One date or the two ends of a range, each `[year, month, day]` (month and day may be absent), or text where the date
 * has another form.
 */
export interface CslDate {
  'date-parts'?: number[][]
  literal?: string
}

/**
 * A reference in CSL-JSON, as far as the product uses it. Fields without a CSL name are in `custom`: `cstr`,
 * `title_zh`, `affiliations`, `protected_words` (one phrase per line, whose capitals must not be changed), `standing`
 * (that the work was retracted or questioned, for the note of exported records).
 *
 * Source: CSL-JSON schema 1.0.2.
 */
export type CslItem = { id: string; type: CslType; custom?: Record<string, string> } & {
  [field in (typeof TEXT_FIELDS)[number]]?: string
} & { [field in (typeof NAME_FIELDS)[number]]?: CslName[] } & {
  [field in (typeof DATE_FIELDS)[number]]?: CslDate
}

/** Returns the phrases of a title whose letter case must be kept. */
export const protectedWords = ({ custom }: CslItem): string[] =>
  (custom?.protected_words ?? '').split('\n').filter((words) => words !== '')
