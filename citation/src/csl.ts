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
export const NAME_FIELDS = ['author', 'editor', 'translator', 'container-author', 'contributor'] as const
export const DATE_FIELDS = ['issued', 'accessed', 'submitted'] as const

export const CSL_TYPES = [
  'article',
  'article-journal',
  'article-magazine',
  'article-newspaper',
  'book',
  'chapter',
  'dataset',
  'entry-dictionary',
  'entry-encyclopedia',
  'document',
  'manuscript',
  'map',
  'paper-conference',
  'patent',
  'periodical',
  'personal_communication',
  'post',
  'post-weblog',
  'report',
  'software',
  'standard',
  'thesis',
  'webpage',
] as const
export type CslType = (typeof CSL_TYPES)[number]

/** A person (`family`, `given`) or a body or undivided name (`literal`). */
export interface CslName {
  family?: string
  given?: string
  literal?: string
  suffix?: string
  'non-dropping-particle'?: string
  'dropping-particle'?: string
}

/** One or two `[year, month, day]`, or text where the date is no plain one. */
export interface CslDate {
  'date-parts'?: number[][]
  literal?: string
}

/**
 * One reference in CSL-JSON, as far as the product uses it. What CSL has no name for stands in `custom`:
 * `cstr`, `title_zh`, `affiliations`, `protected_words` (line by line: words whose capitals nothing may change).
 *
 * Source: CSL-JSON schema 1.0.2.
 */
export type CslItem = { id: string; type: CslType; custom?: Record<string, string> } & {
  [field in (typeof TEXT_FIELDS)[number]]?: string
} & { [field in (typeof NAME_FIELDS)[number]]?: CslName[] } & {
  [field in (typeof DATE_FIELDS)[number]]?: CslDate
}

/** Returns the words of a title whose letters stay as they are. */
export const protectedWords = ({ custom }: CslItem): string[] =>
  (custom?.protected_words ?? '').split('\n').filter((words) => words !== '')
