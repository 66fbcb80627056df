// The closed lists of values in a work's record.

export const CREATOR_ROLES = [
  'author',
  'editor',
  'translator',
  'corresponding',
  'advisor',
  'publisher',
] as const
export const DEGREES = ['bachelor', 'master', 'doctor'] as const
export const WORK_STATUSES = ['normal', 'retracted', 'corrected', 'concern'] as const

/** The kinds of works by the numbers that the specification gives them in `resource_type`. */
export const RESOURCE_TYPE = {
  /** An article of a journal or magazine. */
  journalArticle: 1,
  /** A monograph or another book, a chapter, or an entry of a reference work. */
  book: 2,
  newspaperArticle: 3,
  thesis: 4,
  /** A paper in proceedings, or the proceedings. */
  conferencePaper: 5,
  standard: 6,
  patent: 7,
  report: 8,
  preprint: 9,
  /** A data set, software, a web page, and everything else. */
  other: 10,
} as const
