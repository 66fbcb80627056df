import type { QueryWarning, WordQuery } from './query.ts'
import type { Operand, QueryToken } from './token.ts'

/** Treats AND, OR and NOT as words in a query that is entirely in capitals. */
export function settleCapitals(tokens: QueryToken[], warnings: QueryWarning[]): QueryToken[] {
  const first = tokens.find(isWrittenOperator)
  if (!first || !readsAsCapitals(tokens)) return tokens
  const message = '检索词全为大写时 AND、OR、NOT 按普通词检索；要作运算符请写成 +、|、-'
  warnings.push({ message, start: first.start, end: first.end })
  return tokens.map((token) => (isWrittenOperator(token) ? operatorAsWord(token) : token))
}

/** Returns whether AND, OR or NOT occurs among words that are all in capitals, without fields and quotes. */
export function readsAsCapitals(tokens: QueryToken[]): boolean {
  return tokens.some(isWrittenOperator) && areCapitals(tokens)
}

function isWrittenOperator(token: QueryToken): boolean {
  return token.kind === 'operator' && token.letters
}

/** Returns whether all words are in capitals and there are neither fields nor quotes. */
export function areCapitals(tokens: QueryToken[]): boolean {
  const words = tokens.filter((token) => token.kind === 'operand')
  const syntax = words.some(({ query, fielded }) => fielded || query.kind === 'phrase')
  if (syntax || tokens.some((token) => token.kind === 'open' && token.field)) return false
  const letters = words.map(operandText).join('')
  return /\p{Lu}/u.test(letters) && !/[\p{Ll}\p{Lo}]/u.test(letters)
}

/** Returns the text of an operand as written. */
export function operandText({ query }: Operand): string {
  if (query.kind === 'range') return ''
  return query.kind === 'wildcard' ? query.pattern : query.text
}

const OPERATOR_NAMES = { and: 'AND', or: 'OR', not: 'NOT', near: 'NEAR' }

/** Returns an operator as the word by which it is written; other tokens are returned unchanged. */
export function operatorAsWord(token: QueryToken): QueryToken {
  if (token.kind !== 'operator') return token
  const { start, end } = token
  const query: WordQuery = { kind: 'word', field: 'any', text: OPERATOR_NAMES[token.operator], start, end }
  return { kind: 'operand', query, fielded: false, wildcard: null, start, end }
}

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

function isBesideOperator(tokens: QueryToken[], index: number): boolean {
  let before = index - 1
  while (tokens[before]?.kind === 'open') before--
  let after = index + 1
  while (tokens[after]?.kind === 'close') after++
  return tokens[before]?.kind === 'operator' || tokens[after]?.kind === 'operator'
}
