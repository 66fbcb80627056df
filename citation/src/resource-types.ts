import type { CslType } from './csl.ts'

const CSL_TYPE_BY_RESOURCE: Record<number, CslType> = {
  1: 'article-journal',
  2: 'book',
  3: 'article-newspaper',
  4: 'thesis',
  5: 'paper-conference',
  6: 'standard',
  7: 'patent',
  8: 'report',
  9: 'article',
  10: 'dataset',
}

const RESOURCE_TYPE_BY_CSL: Record<CslType, number> = {
  article: 9,
  'article-journal': 1,
  'article-magazine': 1,
  'article-newspaper': 3,
  book: 2,
  chapter: 2,
  dataset: 10,
  document: 0,
  'entry-dictionary': 2,
  'entry-encyclopedia': 2,
  manuscript: 0,
  map: 2,
  'paper-conference': 5,
  patent: 7,
  periodical: 1,
  personal_communication: 0,
  post: 10,
  'post-weblog': 10,
  report: 8,
  software: 10,
  standard: 6,
  thesis: 4,
  webpage: 10,
}

/** Returns the product's `resource_type` of a CSL type; 0 where there is none. */
export function resourceTypeOf(type: CslType): number {
  return RESOURCE_TYPE_BY_CSL[type]
}

/**
 * Returns the CSL type of a `resource_type`; the more specific `known` type is kept where it has that resource type.
 */
export function cslTypeOf(resourceType: number, known: CslType): CslType {
  if (known !== 'document' && RESOURCE_TYPE_BY_CSL[known] === resourceType) return known
  return CSL_TYPE_BY_RESOURCE[resourceType] ?? known
}
