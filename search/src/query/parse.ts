import { toHalfWidth } from './characters.ts'
import { joinTokens } from './grammar.ts'
import { readIdentifier } from './identifier.ts'
import { lex } from './lex.ts'
import {
  joinQueries,
  type PaperIdentifier,
  type ParsedQuery,
  positiveWords,
  type Query,
  type QueryWarning,
  type WordQuery,
} from './query.ts'
import { settleGluedSigns, settleWildcards } from './settle.ts'
import { settleBracketed, settleCapitals } from './settle-capitals.ts'
import { settleSentence } from './settle-sentence.ts'
import { operandText, type QueryToken } from './token.ts'

/** Length at which queries are truncated: nobody writes longer ones, and a pasted text must not occupy the engine. */
const MAX_QUERY_CHARS = 2000
/** Maximum number of operators and of nested brackets; a query with more is searched as plain words. */
const MAX_OPERATORS = 50
const MAX_DEPTH = 50

/**
 * Parses a query. It never fails: malformed parts are ignored or searched as plain words, and `warnings` reports them
 * in the order of the query, with their positions in `text`.
 */
export function parseQuery(text: string): ParsedQuery {
  const warnings: QueryWarning[] = []
  const written = truncateQuery(text, warnings)
  const identifier = readIdentifier(toHalfWidth(written))
  if (identifier) return identifierQuery(identifier, written)
  const lexed = lex({ written, text: toHalfWidth(written) })
  warnings.push(...lexed.warnings)
  const tokens = settleTokens(lexed.tokens, warnings)
  const plain = isBeyondLimits(tokens, warnings)
  const query = plain ? queryAsText(tokens) : joinTokens(tokens, warnings)
  const ordered = warnings.toSorted((a, b) => a.start - b.start)
  const explicit = !plain && tokens.some(isSyntaxToken)
  return { query, warnings: ordered, explicit, words: positiveWords(query), identifier: null }
}

/**
 * Settles what ambiguous operators and signs are: syntax, words or punctuation. Each step builds on those before,
 * because what has become a word or punctuation no longer counts as an operator.
 */
function settleTokens(lexed: QueryToken[], warnings: QueryWarning[]): QueryToken[] {
  let tokens = settleBracketed(lexed)
  tokens = settleCapitals(tokens, warnings)
  tokens = settleSentence(tokens, warnings)
  tokens = settleGluedSigns(tokens, warnings)
  return settleWildcards(tokens)
}

/** Cuts a query at `MAX_QUERY_CHARS`, with a warning. */
function truncateQuery(text: string, warnings: QueryWarning[]): string {
  if (text.length <= MAX_QUERY_CHARS) return text
  // A character of two UTF-16 units is not cut in half.
  const end = /[\ud800-\udbff]/.test(text.charAt(MAX_QUERY_CHARS - 1)) ? MAX_QUERY_CHARS - 1 : MAX_QUERY_CHARS
  warnings.push({
    message: `检索式超过 ${MAX_QUERY_CHARS} 个字符，后面的部分已略去`,
    start: end,
    end: text.length,
  })
  return text.slice(0, end)
}

/** Returns the parsed query of an identifier; its word is searched when no paper has the identifier. */
function identifierQuery(identifier: PaperIdentifier, written: string): ParsedQuery {
  const field = identifier.kind === 'doi' ? 'doi' : 'any'
  const query: WordQuery = { kind: 'word', field, text: identifier.value, start: 0, end: written.length }
  return { query, warnings: [], explicit: true, words: [identifier.value], identifier }
}

/** Returns whether a token is query syntax. Brackets alone are not: people write (ATP) after a name. */
function isSyntaxToken(token: QueryToken): boolean {
  if (token.kind === 'open') return token.field !== null
  if (token.kind === 'close') return false
  return token.kind !== 'operand' || token.fielded || token.query.kind !== 'word'
}

/** Returns whether a query has too many operators or nested brackets, and adds a warning if so. */
function isBeyondLimits(tokens: QueryToken[], warnings: QueryWarning[]): boolean {
  const operators = tokens.filter((token) => token.kind === 'operator')
  const excess = operators[MAX_OPERATORS]
  if (excess) {
    const message = `运算符超过 ${MAX_OPERATORS} 个，已按普通词检索`
    warnings.push({ message, start: excess.start, end: operators.at(-1)?.end ?? excess.end })
  }
  const bracket = excess ? null : findTooDeep(tokens)
  if (bracket) {
    warnings.push({
      message: `括号超过 ${MAX_DEPTH} 层，已按普通词检索`,
      start: bracket.start,
      end: bracket.end,
    })
  }
  return Boolean(excess ?? bracket)
}

/** Returns the first opening bracket beyond the maximum depth, undefined when there is none. */
function findTooDeep(tokens: QueryToken[]): QueryToken | undefined {
  let depth = 0
  return tokens.find((token) => {
    if (token.kind === 'open') depth++
    if (token.kind === 'close' && depth > 0) depth--
    return depth > MAX_DEPTH
  })
}

/** Returns all words without fields and operators, joined by AND; ranges are left out. */
function queryAsText(tokens: QueryToken[]): Query {
  const words = tokens.flatMap((token): WordQuery[] => {
    if (token.kind !== 'operand' || token.query.kind === 'range') return []
    const { start, end } = token
    const texts = operandText(token).split(/[\s?]+/)
    return texts.filter(Boolean).map((text) => ({ kind: 'word', field: 'any', text, start, end }))
  })
  return joinQueries('and', words)
}
