import { MASKS } from '../index/layout.ts'
import { TEXT_FIELD_NAMES, type TextField } from './mapping.ts'

/** A query in OpenSearch's query DSL. */
export type OpenSearchQuery = Record<string, unknown>

/** Matches no record. */
export const MATCH_NONE: OpenSearchQuery = { match_none: {} }
/** Matches every record. */
export const MATCH_ALL: OpenSearchQuery = { match_all: {} }

/** Matches records that at least one of the queries matches; none when there are no queries. */
export function anyOf(queries: OpenSearchQuery[]): OpenSearchQuery {
  const [first] = queries
  if (!first) return MATCH_NONE
  return queries.length === 1 ? first : { bool: { should: queries, minimum_should_match: 1 } }
}

/** Matches records that all queries match; every record when there are no queries. */
export function allOf(queries: OpenSearchQuery[]): OpenSearchQuery {
  const [first] = queries
  if (!first) return MATCH_ALL
  return queries.length === 1 ? first : { bool: { filter: queries } }
}

/** Returns the text fields that a mask contains, in their order. */
export const maskTexts = (mask: number): TextField[] =>
  TEXT_FIELD_NAMES.filter((name) => (mask & MASKS[name]) !== 0)
