import { type LeafQuery, type Query, type RangeQuery, type SearchField, TEXT_FIELDS } from '@scinav/search'
import type { OutsideRequest } from './port.ts'

/** A leaf that searches for words. */
export type TextLeaf = Exclude<LeafQuery, RangeQuery>

/** The syntax of an engine's boolean queries; operators include the spaces around them. */
export interface QueryDialect {
  /** Writes one leaf; null when the engine cannot search for it. */
  leaf: (leaf: TextLeaf, words: string) => string | null
  and: string
  or: string
  not: string
}

/** Characters that mean something in the queries of some engine. */
const OPERATOR_CHARACTER = /["()[\]{}<>:;,*?~^\\|&!=+]/g
/** Words that are operators when they are in upper case. */
const OPERATOR_WORD = /^(?:and|or|not|andnot)$/i

/** Returns the words of a leaf without characters that are operators of an engine. */
function leafWords(leaf: TextLeaf): string {
  const text = leaf.kind === 'wildcard' ? leaf.pattern.replaceAll('?', ' ') : leaf.text
  const words = text.normalize('NFKC').replace(OPERATOR_CHARACTER, ' ').replace(/\s+/g, ' ').trim()
  return OPERATOR_WORD.test(words) ? words.toLowerCase() : words
}

/**
 * Writes a query in an engine's syntax, omitting parts that the engine does not support; '' when nothing is left. An
 * exclusion is written only by the conjunction that it is a part of.
 */
export function writeQuery(query: Query, dialect: QueryDialect): string {
  switch (query.kind) {
    case 'and':
      return writeAnd(query.parts, dialect)
    case 'or': {
      const parts = query.parts.map((part) => writePart(part, dialect)).filter(Boolean)
      return [...new Set(parts)].join(dialect.or)
    }
    case 'near':
      return writeAnd([query.left, query.right], dialect)
    case 'not':
    case 'all':
    case 'range':
      return ''
    default: {
      const words = TEXT_FIELDS.has(query.field) ? leafWords(query) : ''
      return (words && dialect.leaf(query, words)) || ''
    }
  }
}

/** Writes a conjunction. An exclusion needs something to exclude from, so without positive parts the result is ''. */
function writeAnd(parts: Query[], dialect: QueryDialect): string {
  const included = parts.map((part) => writePart(part, dialect)).filter(Boolean)
  if (included.length === 0) return ''
  const excluded = parts.flatMap((part) => (part.kind === 'not' ? writePart(part.part, dialect) : []))
  return [included.join(dialect.and), ...excluded.filter(Boolean)].join(dialect.not)
}

/** Writes a part of a larger query, in parentheses when it consists of several. */
function writePart(query: Query, dialect: QueryDialect): string {
  const text = writeQuery(query, dialect)
  return query.kind === 'and' || query.kind === 'or' || query.kind === 'near' ? text && `(${text})` : text
}

/** Returns the leaves of the query that are not excluded, with their words, in the order of the query. */
export function positiveLeaves(query: Query): { field: SearchField; words: string }[] {
  if (query.kind === 'not' || query.kind === 'all' || query.kind === 'range') return []
  if (query.kind === 'near') return [query.left, query.right].flatMap(positiveLeaves)
  if ('parts' in query) return query.parts.flatMap(positiveLeaves)
  const words = TEXT_FIELDS.has(query.field) ? leafWords(query) : ''
  return words ? [{ field: query.field, words }] : []
}

/**
 * Returns the intersection of the year filters and the years that the query requires of every hit; null for an open
 * end.
 */
export function yearBounds({ parsed, year_from, year_to }: OutsideRequest): {
  from: number | null
  to: number | null
} {
  const parts = parsed.query.kind === 'and' ? parsed.query.parts : [parsed.query]
  const ranges = parts.filter((part) => part.kind === 'range' && part.field === 'year') as RangeQuery[]
  const froms = [year_from, ...ranges.map(({ from }) => from)].filter((year) => year != null)
  const tos = [year_to, ...ranges.map(({ to }) => to)].filter((year) => year != null)
  return {
    from: froms.length > 0 ? Math.max(...froms) : null,
    to: tos.length > 0 ? Math.min(...tos) : null,
  }
}
