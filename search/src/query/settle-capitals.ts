// Decides whether AND, OR and NOT are words: in a query in capitals, and alone in brackets.
import type { QueryWarning, WordQuery } from './query.ts'
import { operandText, type QueryToken } from './token.ts'

/**
 * Treats AND, OR and NOT as words in a query that is entirely in capitals, with a warning: `SEARCH AND RESCUE`.
 */
export function settleCapitals(tokens: QueryToken[], warnings: QueryWarning[]): QueryToken[] {
  const first = tokens.find(isCapitalOperator)
  if (!first || !readsAsCapitals(tokens)) return tokens
  const message = '检索词全为大写时 AND、OR、NOT 按普通词检索；要作运算符请写成 +、|、-'
  warnings.push({ message, start: first.start, end: first.end })
  return tokens.map((token) => (isCapitalOperator(token) ? operatorAsWord(token) : token))
}

/** Returns whether a token is `AND`, `OR`, `NOT` or `NEAR`, which may be meant as a word. */
function isCapitalOperator(token: QueryToken): boolean {
  return token.kind === 'operator' && token.isCapitals
}

/** Returns whether AND, OR or NOT occurs among words that are all in capitals, without fields and quotes. */
export function readsAsCapitals(tokens: QueryToken[]): boolean {
  return tokens.some(isCapitalOperator) && areCapitals(tokens)
}

/** Returns whether all words are in capitals and there are neither fields nor quotes. */
export function areCapitals(tokens: QueryToken[]): boolean {
  const words = tokens.filter((token) => token.kind === 'operand')
  const syntax = words.some(({ query, fielded }) => fielded || query.kind === 'phrase')
  if (syntax || tokens.some((token) => token.kind === 'open' && token.field)) return false
  const letters = words.map(operandText).join('')
  return /\p{Lu}/u.test(letters) && !/[\p{Ll}\p{Lo}]/u.test(letters)
}

/** Names of the operators in messages. */
const OPERATOR_NAMES = { and: 'AND', or: 'OR', not: 'NOT', near: 'NEAR' }

/** Returns an operator as the word by which it is written; other tokens are returned unchanged. */
function operatorAsWord(token: QueryToken): QueryToken {
  if (token.kind !== 'operator') return token
  const { start, end } = token
  const query: WordQuery = { kind: 'word', field: 'any', text: OPERATOR_NAMES[token.operator], start, end }
  return { kind: 'operand', query, fielded: false, wildcard: null, start, end }
}

/**
 * Treats an operator alone in brackets as a word, or drops it when it is a sign: `odds ratio (OR)`, `alpha (+)
 * thalassemia`.
 */
export function settleBracketed(tokens: QueryToken[]): QueryToken[] {
  const isAlone = (at: number) =>
    tokens[at - 1]?.kind === 'open' && tokens[at]?.kind === 'operator' && tokens[at + 1]?.kind === 'close'
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'operator' || !isAlone(at)) return [token]
    return token.isCapitals ? [operatorAsWord(token)] : []
  })
}
