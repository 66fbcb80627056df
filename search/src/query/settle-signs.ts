import type { QueryWarning } from './query.ts'
import { operandText } from './settle.ts'
import type { Operand, Operator, QueryToken } from './token.ts'

/** Prefixes written in front of a hyphen: `pre -training` results from a broken line. */
const WORD_PREFIXES = new Set(
  'anti auto bi co cross de inter intra mid multi non over post pre pseudo quasi re self semi sub super tri un under'.split(
    ' ',
  ),
)

/**
 * Keeps a sign in front of a word as an operator where its meaning is certain: `networks -system`, `+bert gpt`. Where
 * the dash may be part of a term (`-ing forms`, `TNF -α`, `-80 °C`, `self -attention`) the word is searched, with a
 * warning that explains how to exclude it.
 */
export function settleGluedSigns(tokens: QueryToken[], warnings: QueryWarning[]): QueryToken[] {
  if (!tokens.some(isGlued)) return tokens
  return tokens.filter((token, at) => {
    if (!isGlued(token)) return true
    const before = tokens[at - 1]
    if (token.operator === 'and') return before?.kind === 'operand' || before?.kind === 'close'
    const next = tokens[at + 1]
    if (next?.kind !== 'operand' || !isDoubtful(before, next, token)) return true
    warnings.push({
      message: punctuationMessage(token, operandText(next)),
      start: token.start,
      end: next.end,
    })
    return false
  })
}

function punctuationMessage({ operator }: Operator, word: string): string {
  return operator === 'not'
    ? `“-${word}” 中的 - 按标点处理；要排除请写 NOT ${word}`
    : `“|${word}” 中的 | 按标点处理；要任选其一请写 OR ${word}`
}

function isGlued(token: QueryToken): token is Operator {
  return token.kind === 'operator' && token.glued
}

function isDoubtful(before: QueryToken | undefined, next: Operand, { start }: Operator): boolean {
  if (next.fielded) return false
  if (before === undefined) return true
  const followsPrefix =
    before.kind === 'operand' && before.end === start - 1 && WORD_PREFIXES.has(lowerCaseText(before))
  return followsPrefix || /^(?:\p{N}.*|[^\p{Lo}])$/u.test(operandText(next))
}

const lowerCaseText = (operand: Operand) => operandText(operand).toLowerCase()
