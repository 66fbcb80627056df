import { type JsonFields, toList } from './json-values.ts'

/**
 * Returns whether a value is a string. The functions of this module return how likely a first record, or the head of a
 * text, has a format: 0 no … 1 certainly.
 */

const isString = (value: unknown): boolean => typeof value === 'string'

const CSL_TYPE =
  /^(?:article|article-\w+|book|chapter|paper-conference|thesis|report|webpage|entry.*|dataset|patent|standard|manuscript|document|periodical|post.*|review.*|software|speech|legislation|bill|legal_case|map|motion_picture|graphic|song|broadcast|interview|pamphlet|figure|treaty|collection|classic|event|hearing|regulation|performance|personal_communication|musical_score)$/

/** Returns how likely a record comes from Crossref. */
export function looksLikeCrossref(first: JsonFields): number {
  if (Array.isArray(first.title) && 'DOI' in first) return 0.95
  return 'DOI' in first && ('indexed' in first || 'is-referenced-by-count' in first) ? 0.9 : 0
}

/** Returns how likely a record is CSL-JSON. */
export function looksLikeCsl(first: JsonFields): number {
  const typed = isString(first.type) && CSL_TYPE.test(String(first.type))
  if (!typed || !isString(first.title)) return typed && 'id' in first ? 0.4 : 0
  return ['issued', 'container-title', 'DOI', 'citation-key', 'id', 'author'].some((name) => name in first)
    ? 0.85
    : 0.5
}

/** Returns how likely a record comes from OpenAlex. */
export function looksLikeOpenAlex(first: JsonFields): number {
  if (isString(first.id) && String(first.id).includes('openalex.org/W')) return 0.98
  return 'authorships' in first || 'abstract_inverted_index' in first ? 0.8 : 0
}

/** Returns how likely a text is BibTeX. */
export function looksLikeBibtex(head: string): number {
  const entries = head.match(/^[ \t\ufeff]*@\s*[A-Za-z]+\s*[{(]/gm)?.length ?? 0
  if (entries === 0) return 0
  return /^[ \t\ufeff]*@\s*(?:article|book|in\w+|misc|phdthesis|mastersthesis|techreport|proceedings|online|thesis|report|string|comment|preamble|unpublished)\s*[{(]/im.test(
    head,
  )
    ? 0.9
    : 0.6
}

/** Returns how likely a record is a paper of the ACL Anthology, whose authors are plain names and which has a venue. */
export function looksLikeAcl(first: JsonFields): number {
  const named = 'authors' in first && toList(first.authors).every(isString)
  return isString(first.id) && 'venue' in first && named ? 0.8 : 0
}
