/** Fields of a search. `any` is title, abstract and keywords. */
export type SearchField =
  | 'any'
  | 'title'
  | 'abstract'
  | 'keyword'
  | 'author'
  | 'first_author'
  | 'affiliation'
  | 'source'
  | 'year'
  | 'doi'
  | 'issn'
  | 'isbn'
  | 'subject'
  | 'corresponding'
  /** The funding body or grant. */
  | 'fund'
  /** Code of the Chinese Library Classification. */
  | 'clc'
  | 'degree'
  /** A list that ranks the journal, such as CSSCI. */
  | 'rank'
  | 'type'
  | 'language'
  /** Whether the paper is open access. */
  | 'oa'
  /** Number of citations. */
  | 'cited'

/** A span of the query as written, in UTF-16 offsets; a phrase's span includes its quotes. */
export interface TextSpan {
  start: number
  end: number
}

/** One written word, which may be analyzed into several terms. */
export type WordQuery = {
  kind: 'word'
  field: SearchField
  text: string
  /** Set for a word in quotes within a sentence: it is searched as written, next to its neighbors. */
  quoted?: true
  /** Set for the unfinished last word of a query, which is searched as a prefix. */
  begins?: true
} & TextSpan
/** Words in quotes, in this order and form. */
export type PhraseQuery = { kind: 'phrase'; field: SearchField; text: string } & TextSpan
/** All words that begin with the text: `word*`. */
export type PrefixQuery = { kind: 'prefix'; field: SearchField; text: string } & TextSpan
/** Words that match a pattern; each `?` is one letter or digit. */
export type WildcardQuery = { kind: 'wildcard'; field: SearchField; pattern: string } & TextSpan
/**
 * A number between two inclusive bounds; null means unbounded. Only for `year` and `cited`. It has no span, since
 * numbers are neither corrected nor highlighted.
 */
export type RangeQuery = { kind: 'range'; field: SearchField; from: number | null; to: number | null }

/** A part of a query without further parts. */
export type LeafQuery = WordQuery | PhraseQuery | PrefixQuery | WildcardQuery | RangeQuery

/**
 * The meaning of a query. `and` and `or` have at least two parts, none of their own kind; `all` (an empty query) occurs
 * only as the whole query.
 */
export type Query =
  | { kind: 'all' }
  | LeafQuery
  | { kind: 'near'; distance: number; left: Query; right: Query }
  | { kind: 'and' | 'or'; parts: Query[] }
  | { kind: 'not'; part: Query }

/** A part of the query that was not interpreted as written. */
export type QueryWarning = { message: string } & TextSpan

/** The identifier of a paper in a registry: DOI in lower case, arXiv id without version, or PMID. */
export interface PaperIdentifier {
  kind: 'doi' | 'arxiv' | 'pmid'
  value: string
}

/** Result of parsing a query. */
export interface ParsedQuery {
  query: Query
  warnings: QueryWarning[]
  /**
   * Whether operators, fields, quotes or wildcards were used, so that the query itself states how its words are joined.
   */
  explicit: boolean
  /** `positiveWords` of the query, for highlighting and spelling correction. */
  words: string[]
  identifier: PaperIdentifier | null
}

/**
 * Joins parts without nesting a kind in itself: no parts mean everything, and a single part is returned unchanged. None
 * of several parts may be `all`.
 */
export function joinQueries(kind: 'and' | 'or', parts: Query[]): Query {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]))
  const [first, second] = flat
  if (!first) return { kind: 'all' }
  return second ? { kind, parts: flat } : first
}

/** Fields that hold words or names; the others hold numbers and codes. */
export const TEXT_FIELDS: ReadonlySet<SearchField> = new Set<SearchField>([
  'any',
  'title',
  'abstract',
  'keyword',
  'author',
  'first_author',
  'corresponding',
  'affiliation',
  'source',
  'fund',
])

/**
 * Returns the texts of words, phrases and beginnings (`word*`, without the asterisk) that are searched in a paper's
 * text or names, each once. Left out are excluded ones and patterns with `?`, which have no text.
 */
export function positiveWords(query: Query): string[] {
  const words = positiveLeaves(query).flatMap((leaf) => {
    return 'text' in leaf && TEXT_FIELDS.has(leaf.field) ? [leaf.text] : []
  })
  return [...new Set(words)]
}

/** Returns the leaves of a query without excluded ones. */
function positiveLeaves(query: Query): LeafQuery[] {
  if (query.kind === 'all' || query.kind === 'not') return []
  if ('parts' in query) return query.parts.flatMap(positiveLeaves)
  if (query.kind === 'near') return [...positiveLeaves(query.left), ...positiveLeaves(query.right)]
  return [query]
}
