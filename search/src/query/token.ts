import type { LeafQuery, SearchField, TextSpan, WildcardQuery } from './query.ts'

/** A word, phrase or range. */
export type Operand = {
  kind: 'operand'
  query: LeafQuery
  /** Written with a field. */
  fielded: boolean
  /** The same word if the `?` behind it stands for a letter; null without one. */
  wildcard: WildcardQuery | null
} & TextSpan

export type Operator = {
  kind: 'operator'
  operator: 'and' | 'or' | 'not' | 'near'
  /** The most words between two that are near. */
  distance: number
  /** Written as a Latin word, which it is if the whole query is in capitals. */
  letters: boolean
  /** Written as a sign, which is punctuation in a sentence. */
  sign: boolean
  /** Written right before a word, as `-system`. */
  glued: boolean
} & TextSpan

/** An opening bracket, with the field that goes for everything in it. */
export type OpenBracket = { kind: 'open'; field: SearchField | null } & TextSpan
export type CloseBracket = { kind: 'close' } & TextSpan
export type QueryToken = Operand | Operator | OpenBracket | CloseBracket

/** What a query is read from: as written and with half-width signs, both of the same length. */
export interface QuerySource {
  written: string
  text: string
}

/** A piece of a query, with the index at which it begins. */
export interface QueryPiece {
  text: string
  start: number
}
