/**
 * A record in the form in which it is indexed in OpenSearch; mapping.ts describes its fields. Lists of terms are texts,
 * joined by `TOKEN_SEPARATOR`; what a record does not have is missing.
 */
export interface StoredRecord {
  /** Number of the paper in the library. */
  seq: number
  /** Every term with its impact, see `impactFrequency`. */
  terms: string
  title?: string
  title_lengths: number[]
  abstract?: string
  keyword?: string
  names?: string
  first_author?: string
  corresponding?: string
  author?: string[]
  keywords?: string[]
  source?: string
  subject?: string[]
  language?: string
  year?: number
  /** Kind of resource, and degree of a thesis (0 for none), by their numbers in the contract. */
  type: number
  degree: number
  oa: boolean
  /** Date of publication as a number, see the column `date` of a segment. */
  date: number
  /** Number of citations. */
  cited: number
  words?: string[]
  /** JSON of `ValueLabels`. */
  labels?: string
}

/** Display labels of values, by table: pairs of key and label. */
export type ValueLabels = Partial<Record<'author' | 'keyword' | 'source', [key: string, label: string][]>>
