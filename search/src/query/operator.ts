import type { Operator, QueryPiece } from './token.ts'

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
const DEFAULT_NEAR_DISTANCE = 15
const MAX_NEAR_DISTANCE = 1000

/** Returns whether a word between spaces is an operator. */
export function isOperator(word: string): boolean {
  return OPERATOR_KINDS.has(word) || /^NEAR(?:\/\d+)?$/.test(word)
}

/** Returns the operator that a word denotes. `NEAR` without a number has a distance of 15 words. */
export function readOperator({ text, start }: QueryPiece): Operator {
  const distance = /^NEAR\/(\d+)$/.exec(text)?.[1]
  return {
    kind: 'operator',
    operator: OPERATOR_KINDS.get(text) ?? 'near',
    distance: distance ? Math.min(Math.max(Number(distance), 1), MAX_NEAR_DISTANCE) : DEFAULT_NEAR_DISTANCE,
    letters: /^[A-Z]+$/.test(text),
    sign: /^[-+|]$/.test(text),
    glued: false,
    start,
    end: start + text.length,
  }
}
