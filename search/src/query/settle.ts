import type { Warning, WordQuery } from './query.ts'
import type { Operand, Token } from './token.ts'

/** In a query that is in capitals throughout AND, OR and NOT are words. */
export function settleCapitals(tokens: Token[], warnings: Warning[]): Token[] {
  const first = tokens.find(isWrittenOperator)
  if (!first || !readsAsCapitals(tokens)) return tokens
  const message = '检索词全为大写时 AND、OR、NOT 按普通词检索；要作运算符请写成 +、|、-'
  warnings.push({ message, start: first.start, end: first.end })
  return tokens.map((token) => (isWrittenOperator(token) ? asWord(token) : token))
}

/** Whether AND, OR or NOT stands between words that are all in capitals, without fields and quotes. */
export function readsAsCapitals(tokens: Token[]): boolean {
  return tokens.some(isWrittenOperator) && inCapitals(tokens)
}

function isWrittenOperator(token: Token): boolean {
  return token.kind === 'operator' && token.letters
}

function inCapitals(tokens: Token[]): boolean {
  const words = tokens.filter((token) => token.kind === 'operand')
  const syntax = words.some(({ query, fielded }) => fielded || query.kind === 'phrase')
  if (syntax || tokens.some((token) => token.kind === 'open' && token.field)) return false
  const letters = words.map(textOf).join('')
  return /\p{Lu}/u.test(letters) && !/[\p{Ll}\p{Lo}]/u.test(letters)
}

/** The letters of an operand as written. */
export function textOf({ query }: Operand): string {
  if (query.kind === 'range') return ''
  return query.kind === 'wildcard' ? query.pattern : query.text
}

const names = { and: 'AND', or: 'OR', not: 'NOT', near: 'NEAR' }

function asWord(token: Token): Token {
  if (token.kind !== 'operator') return token
  const { start, end } = token
  const query: WordQuery = { kind: 'word', field: 'any', text: names[token.operator], start, end }
  return { kind: 'operand', query, fielded: false, wildcard: null, start, end }
}

/** From this many words on a query is text that somebody pasted, if it has signs for operators at all seldom. */
const SENTENCE = 9
const WORDS_A_SIGN = 4
/** As few are one if words that only sentences and titles have stand among them: `BERT - a survey of its uses`. */
const TITLE = 4
const JOINING = new Set(
  'a an the of for and or in on at to from by with as is are was were be do does how what why which via using its their'.split(
    ' ',
  ),
)

/**
 * In a sentence `-`, `+` and `|` between spaces are punctuation: who pastes a title or a claim with a dash in it excludes
 * nothing. Operators in letters, fields, quotes and wildcards say that it is no sentence.
 */
export function settleSentence(tokens: Token[], warnings: Warning[]): Token[] {
  const signs = tokens.filter(({ kind }) => kind === 'operator')
  const [first] = signs
  if (!first || !readsAsSentence(tokens, signs.length)) return tokens
  const message = '较长的句子中 +、|、- 按标点处理；要作运算符请写成 AND、OR、NOT'
  warnings.push({ message, start: first.start, end: first.end })
  return tokens.filter(({ kind }) => kind !== 'operator')
}

function readsAsSentence(tokens: Token[], signs: number): boolean {
  const words = tokens.filter((token) => token.kind === 'operand')
  const enough = words.length >= SENTENCE || (words.length >= TITLE && readsAsTitle(tokens, words))
  if (!enough || words.length < signs * WORDS_A_SIGN || inCapitals(tokens)) return false
  return tokens.every((token) => {
    if (token.kind === 'operand') return !token.fielded && token.query.kind === 'word'
    return token.kind === 'operator' ? token.sign : token.kind === 'close' || token.field === null
  })
}

/** Signs between spaces among words that join others; who writes `-word` means it. */
function readsAsTitle(tokens: Token[], words: Operand[]): boolean {
  const glued = tokens.some((token) => token.kind === 'operator' && token.glued)
  return !glued && words.some((word) => JOINING.has(textOf(word).toLowerCase()))
}

/** A `?` behind a word stands for a letter if every word carries a field or an operator: else it ends a sentence. */
export function settleWildcards(tokens: Token[]): Token[] {
  if (!tokens.some((token) => token.kind === 'operand' && token.wildcard)) return tokens
  if (!everyWordHasSyntax(tokens)) return tokens
  return tokens.map((token) =>
    token.kind === 'operand' && token.wildcard
      ? { ...token, query: token.wildcard, end: token.wildcard.end }
      : token,
  )
}

function everyWordHasSyntax(tokens: Token[]): boolean {
  const fielded: boolean[] = []
  return tokens.every((token, index) => {
    if (token.kind === 'open') fielded.push(token.field !== null)
    if (token.kind === 'close') fielded.pop()
    return (
      token.kind !== 'operand' || token.fielded || fielded.includes(true) || isBesideOperator(tokens, index)
    )
  })
}

function isBesideOperator(tokens: Token[], index: number): boolean {
  let before = index - 1
  while (tokens[before]?.kind === 'open') before--
  let after = index + 1
  while (tokens[after]?.kind === 'close') after++
  return tokens[before]?.kind === 'operator' || tokens[after]?.kind === 'operator'
}
