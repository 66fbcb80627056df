import type { Operator, Piece } from './token.ts'

const kinds = new Map<string, Operator['operator']>(
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
const usualDistance = 15
const greatestDistance = 1000

/** Whether a word between spaces joins others. */
export function isOperator(word: string): boolean {
  return kinds.has(word) || /^NEAR(?:\/\d+)?$/.test(word)
}

/** The operator that a word is. `NEAR` without a number allows 15 words between. */
export function operatorOf({ text, start }: Piece): Operator {
  const distance = /^NEAR\/(\d+)$/.exec(text)?.[1]
  return {
    kind: 'operator',
    operator: kinds.get(text) ?? 'near',
    distance: distance ? Math.min(Math.max(Number(distance), 1), greatestDistance) : usualDistance,
    letters: /^[A-Z]+$/.test(text),
    sign: /^[-+|]$/.test(text),
    glued: false,
    start,
    end: start + text.length,
  }
}
