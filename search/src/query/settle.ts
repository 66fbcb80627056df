// Decides whether a `?` after a word and a sign before one are syntax or punctuation; each function returns the changed
// tokens.
import type { QueryWarning } from './query.ts'
import { type Operand, type Operator, operandText, type QueryToken } from './token.ts'

/**
 * Makes a `?` at the end of a word a wildcard if every word has a field or an operator; otherwise it ends a sentence.
 */
export function settleWildcards(tokens: QueryToken[]): QueryToken[] {
  if (!tokens.some((token) => token.kind === 'operand' && token.wildcard)) return tokens
  if (!everyWordHasSyntax(tokens)) return tokens
  return tokens.map((token) =>
    token.kind === 'operand' && token.wildcard
      ? { ...token, query: token.wildcard, end: token.wildcard.end }
      : token,
  )
}

/** Returns whether every word has a field or stands next to an operator. */
function everyWordHasSyntax(tokens: QueryToken[]): boolean {
  const fielded: boolean[] = []
  return tokens.every((token, index) => {
    if (token.kind === 'open') fielded.push(token.field !== null)
    if (token.kind === 'close') fielded.pop()
    return (
      token.kind !== 'operand' || token.fielded || fielded.includes(true) || isBesideOperator(tokens, index)
    )
  })
}

/** Returns whether an operator stands before or after a token, brackets aside. */
function isBesideOperator(tokens: QueryToken[], index: number): boolean {
  let before = index - 1
  while (tokens[before]?.kind === 'open') before--
  let after = index + 1
  while (tokens[after]?.kind === 'close') after++
  return tokens[before]?.kind === 'operator' || tokens[after]?.kind === 'operator'
}

/**
 * Keeps a sign before a word as an operator where its meaning is certain: `networks -system`, `+bert gpt`. Where
 * the dash may be part of a term (`-ing forms`, `TNF -α`, `-80 °C`, `self -attention`) the word is searched, with a
 * warning that explains how to exclude it.
 */
export function settleGluedSigns(tokens: QueryToken[], warnings: QueryWarning[]): QueryToken[] {
  if (!tokens.some(isGluedSign)) return tokens
  return tokens.filter((token, at) => {
    if (!isGluedSign(token)) return true
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

/** Returns whether a token is a sign directly before a word. */
function isGluedSign(token: QueryToken): token is Operator {
  return token.kind === 'operator' && token.isGlued
}

/** Prefixes written before a hyphen: `pre -training` results from a broken line. */
const WORD_PREFIXES = new Set(
  'anti auto bi co cross de inter intra mid multi non over post pre pseudo quasi re self semi sub super tri un under'.split(
    ' ',
  ),
)
/** Matches what begins with a digit, and a single letter other than a Chinese character: `80`, `α`. */
const NUMBER_OR_LETTER = /^(?:\p{N}.*|[^\p{Lo}])$/u

/** Returns whether a sign between two tokens may be a part of the text, such as the hyphen of `re -use` or `-80`. */
function isDoubtful(before: QueryToken | undefined, next: Operand, { start }: Operator): boolean {
  if (next.fielded) return false
  if (before === undefined) return true
  // The prefix is one space before the sign.
  const followsPrefix =
    before.kind === 'operand' && before.end === start - 1 && WORD_PREFIXES.has(lowerCaseText(before))
  return followsPrefix || NUMBER_OR_LETTER.test(operandText(next))
}

/** Returns the text of an operand in lower case. */
const lowerCaseText = (operand: Operand) => operandText(operand).toLowerCase()

/** Returns the warning that a sign directly before a word is read as punctuation. */
function punctuationMessage({ operator }: Operator, word: string): string {
  return operator === 'not'
    ? `“-${word}” 中的 - 按标点处理；要排除请写 NOT ${word}`
    : `“|${word}” 中的 | 按标点处理；要任选其一请写 OR ${word}`
}
