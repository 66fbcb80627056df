import { RESOURCE_TYPE } from '@scinav/contract/stored-works'
import type { CslType } from './csl.ts'

const {
  journalArticle,
  book,
  newspaperArticle,
  thesis,
  conferencePaper,
  standard,
  patent,
  report,
  preprint,
  other,
} = RESOURCE_TYPE
/** The value of `resource_type` for types that the product does not distinguish. */
const NONE = 0

const CSL_TYPE_BY_RESOURCE: Record<number, CslType> = {
  [journalArticle]: 'article-journal',
  [book]: 'book',
  [newspaperArticle]: 'article-newspaper',
  [thesis]: 'thesis',
  [conferencePaper]: 'paper-conference',
  [standard]: 'standard',
  [patent]: 'patent',
  [report]: 'report',
  [preprint]: 'article',
  [other]: 'dataset',
}

const RESOURCE_TYPE_BY_CSL: Partial<Record<CslType, number>> = {
  article: preprint,
  'article-journal': journalArticle,
  'article-magazine': journalArticle,
  'article-newspaper': newspaperArticle,
  book,
  chapter: book,
  dataset: other,
  'entry-dictionary': book,
  'entry-encyclopedia': book,
  map: book,
  'paper-conference': conferencePaper,
  patent,
  periodical: journalArticle,
  post: other,
  'post-weblog': other,
  report,
  software: other,
  standard,
  thesis,
  webpage: other,
}

/** Returns the product's `resource_type` of a CSL type; 0 where there is none. */
export function resourceTypeOf(type: CslType): number {
  return RESOURCE_TYPE_BY_CSL[type] ?? NONE
}

/**
 * Returns the CSL type of a `resource_type`; the more specific `known` type is kept where it has that resource type, or
 * the work is of no type that the product distinguishes.
 */
export function cslTypeOf(resourceType: number, known: CslType): CslType {
  if (known === 'document') return CSL_TYPE_BY_RESOURCE[resourceType] ?? known
  if (resourceTypeOf(known) === resourceType || [NONE, other].includes(resourceType)) return known
  return CSL_TYPE_BY_RESOURCE[resourceType] ?? known
}
