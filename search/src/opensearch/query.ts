import { MASKS } from '../index/layout.ts'
import { TEXTS, type TextField } from './mapping.ts'

/** A query in OpenSearch's language. */
export type Query = Record<string, unknown>

export const NOTHING: Query = { match_none: {} }
export const EVERYTHING: Query = { match_all: {} }

export function anyOf(queries: Query[]): Query {
  const [first] = queries
  if (!first) return NOTHING
  return queries.length === 1 ? first : { bool: { should: queries, minimum_should_match: 1 } }
}

export function allOf(queries: Query[]): Query {
  const [first] = queries
  if (!first) return EVERYTHING
  return queries.length === 1 ? first : { bool: { filter: queries } }
}

/** The texts that a mask names, in their order. */
export const textsOf = (mask: number): TextField[] => TEXTS.filter((name) => (mask & MASKS[name]) !== 0)
