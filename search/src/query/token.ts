import type { LeafQuery, SearchField, TextSpan, WildcardQuery } from './query.ts'

/** A word, phrase or range. */
export type Operand = {
  kind: 'operand'
  query: LeafQuery
  /** Whether it was written with a field. */
  fielded: boolean
  /** What replaces `query` if the `?` after the word is a wildcard and no question mark; null without a `?`. */
  wildcard: WildcardQuery | null
} & TextSpan

/** An operator between operands, or before one. */
export type Operator = {
  kind: 'operator'
  operator: 'and' | 'or' | 'not' | 'near'
  /** Maximum distance of NEAR in words; without meaning for other operators. */
  distance: number
  /**
   * Whether it consists only of Latin capitals: `AND`, `NEAR`, but not `NEAR/5` or `与`. In a query entirely in capitals
   * it is then a word.
   */
  isCapitals: boolean
  /** Whether it is one of the signs `+`, `-` and `|`, which are punctuation in a sentence. */
  isSign: boolean
  /** Whether it is a sign directly before a word, as in `-system`. */
  isGlued: boolean
} & TextSpan

/** An opening bracket, with the field of everything in it. */
export type OpenBracket = { kind: 'open'; field: SearchField | null } & TextSpan
/** A closing bracket. */
export type CloseBracket = { kind: 'close' } & TextSpan
/** A token of a query. */
export type QueryToken = Operand | Operator | OpenBracket | CloseBracket

/** The input of the lexer. */
export interface QuerySource {
  /** The query as typed. */
  written: string
  /** The same text with half-width characters, of the same length. */
  text: string
}

/** A piece of a query, with the offset at which it begins. */
export interface QueryPiece {
  text: string
  start: number
}

/** Operators by the ways to write them. */
const OPERATOR_KINDS = new Map<string, Operator['operator']>(
  Object.entries({
    AND: 'and',
    '+': 'and',
    与: 'and',
    OR: 'or',
    '|': 'or',
    或: 'or',
    NOT: 'not',
    '-': 'not',
    非: 'not',
  }),
)
/** Distance of a `NEAR` without a number, in words. */
const DEFAULT_NEAR_DISTANCE = 15
/** Greatest distance of a `NEAR`, in words. */
const MAX_NEAR_DISTANCE = 1000

/** Returns whether a word between spaces is an operator: `AND`, `+`, `与`, `NEAR`, `NEAR/5`. */
export function isOperator(word: string): boolean {
  return OPERATOR_KINDS.has(word) || /^NEAR(?:\/\d+)?$/.test(word)
}

/**
 * Returns the operator that a word denotes, for which `isOperator` is true. The distance of a NEAR is at least 1;
 * `isGlued` is false, as the word alone does not show what follows.
 */
export function readOperator({ text, start }: QueryPiece): Operator {
  const distance = /^NEAR\/(\d+)$/.exec(text)?.[1]
  return {
    kind: 'operator',
    operator: OPERATOR_KINDS.get(text) ?? 'near',
    distance: distance ? Math.min(Math.max(Number(distance), 1), MAX_NEAR_DISTANCE) : DEFAULT_NEAR_DISTANCE,
    isCapitals: /^[A-Z]+$/.test(text),
    isSign: /^[-+|]$/.test(text),
    isGlued: false,
    start,
    end: start + text.length,
  }
}

/** Returns the text of an operand, without quotes and asterisk; '' for a range. */
export function operandText({ query }: Operand): string {
  if (query.kind === 'range') return ''
  return query.kind === 'wildcard' ? query.pattern : query.text
}
