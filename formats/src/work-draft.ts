// The fields of a work before they are checked and normalized.
import type { Creator, Work } from '@scinav/contract'
import type { WorkKind } from './fields/work-kinds.ts'

/** Fields under their CSL-JSON names; absent ones may be null or undefined. */
export type CslFields = Readonly<Record<string, Work['csl'][string] | undefined>>

/** A text that a source may lack. */
export type OptionalText = string | null | undefined

/** The fields of a record as the source has them; `finishWork` (finish.ts) converts them to a `Work`. */
export interface WorkDraft {
  kind: WorkKind
  title: OptionalText
  title_zh?: OptionalText
  /** Words of the title whose capitals the source fixes. */
  protected_words?: readonly string[]
  abstract?: OptionalText
  abstract_zh?: OptionalText
  keywords?: readonly string[]
  creators?: readonly Creator[]
  /** The journal, newspaper, proceedings or book that contains the work. */
  source?: OptionalText
  volume?: OptionalText
  issue?: OptionalText
  pages?: OptionalText
  date?: OptionalText
  isbn?: OptionalText
  issn?: OptionalText
  /** The number of a standard, patent or report. */
  number?: OptionalText
  doi?: OptionalText
  url?: OptionalText
  pdf_url?: OptionalText
  is_oa?: boolean
  language?: OptionalText
  citation_count?: number
  publisher?: OptionalText
  place?: OptionalText
  degree?: Work['degree']
  funds?: readonly string[]
  clc_codes?: readonly string[]
  subject_codes?: readonly string[]
  status?: Work['status']
  external_ids?: Readonly<Record<string, OptionalText>>
  reference_ids?: readonly string[]
  csl?: CslFields
}
