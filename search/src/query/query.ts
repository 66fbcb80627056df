/** What a word is looked for in. `any` is title, abstract and keywords. */
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
  | 'fund'
  | 'clc'
  | 'degree'
  | 'rank'
  | 'type'
  | 'language'
  | 'oa'
  | 'cited'

/** The place of a piece in the query as written, in UTF-16 units; a phrase's includes its quotes. */
export interface TextSpan {
  start: number
  end: number
}

/** One written word; it may analyse to several terms. */
export type WordQuery = {
  kind: 'word'
  field: SearchField
  text: string
  /** Stood in quotes in a sentence: it is meant as it is written, and beside its neighbours. */
  quoted?: true
  /** Is the beginning of words: whoever wrote it had not finished it. */
  begins?: true
} & TextSpan
/** Words in quotes, in this order and form. */
export type PhraseQuery = { kind: 'phrase'; field: SearchField; text: string } & TextSpan
/** All words that begin with the text: `word*`. */
export type PrefixQuery = { kind: 'prefix'; field: SearchField; text: string } & TextSpan
/** Each `?` of the pattern stands for one letter or digit. */
export type WildcardQuery = { kind: 'wildcard'; field: SearchField; pattern: string } & TextSpan
/** A number between two bounds, both included; null is open. `year` and `cited` alone. */
export type RangeQuery = { kind: 'range'; field: SearchField; from: number | null; to: number | null }

export type LeafQuery = WordQuery | PhraseQuery | PrefixQuery | WildcardQuery | RangeQuery

/**
 * What a query means. `and` and `or` have at least two parts, none of their own kind; `all` (an empty query)
 * stands alone.
 */
export type Query =
  | { kind: 'all' }
  | LeafQuery
  | { kind: 'near'; distance: number; left: Query; right: Query }
  | { kind: 'and' | 'or'; parts: Query[] }
  | { kind: 'not'; part: Query }

/** Something in the query that was not taken as written. */
export type QueryWarning = { message: string } & TextSpan

/** A paper's name in a registry: DOI in lower case, arXiv id without version, PMID. */
export interface PaperIdentifier {
  kind: 'doi' | 'arxiv' | 'pmid'
  value: string
}

export interface ParsedQuery {
  query: Query
  warnings: QueryWarning[]
  /** Operators, fields, quotes, wildcards or brackets were used: the query says itself how to join its words. */
  explicit: boolean
  /** The words and phrases that are looked for (not those excluded), for highlights and spelling. */
  words: string[]
  identifier: PaperIdentifier | null
}

/** Joins parts without nesting a kind in itself: no part is everything, one part is itself. */
export function joinQueries(kind: 'and' | 'or', parts: Query[]): Query {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]))
  const [first, second] = flat
  if (!first) return { kind: 'all' }
  return second ? { kind, parts: flat } : first
}
