import { halfWidth } from './characters.ts'
import { joinTokens } from './grammar.ts'
import { identifierIn } from './identifier.ts'
import { lex } from './lex.ts'
import { type Identifier, join, type ParsedQuery, type Query, type Warning, type WordQuery } from './query.ts'
import { settleCapitals, settleWildcards, textOf } from './settle.ts'
import { settleBracketed, settleSentence } from './settle-sentence.ts'
import { settleGluedSigns } from './settle-signs.ts'
import type { Token } from './token.ts'
import { positiveWords } from './words.ts'

const longestQuery = 2000
const mostOperators = 50
const deepest = 50

/**
 * Reads a query. Never fails: what is malformed is left out or searched as plain words, and `warnings` names it
 * with its place.
 */
export function parseQuery(text: string): ParsedQuery {
  const warnings: Warning[] = []
  const written = withinLimit(text, warnings)
  const identifier = identifierIn(halfWidth(written))
  if (identifier) return identified(identifier, written)
  const read = lex({ written, text: halfWidth(written) })
  warnings.push(...read.warnings)
  const settled = settleSentence(settleCapitals(settleBracketed(read.tokens), warnings), warnings)
  const tokens = settleWildcards(settleGluedSigns(settled, warnings))
  const plain = isBeyondLimits(tokens, warnings)
  const query = plain ? queryAsText(tokens) : joinTokens(tokens, warnings)
  const ordered = warnings.toSorted((a, b) => a.start - b.start)
  const explicit = !plain && tokens.some(isSyntax)
  return { query, warnings: ordered, explicit, words: positiveWords(query), identifier: null }
}

function withinLimit(text: string, warnings: Warning[]): string {
  if (text.length <= longestQuery) return text
  const end = /[\ud800-\udbff]/.test(text.charAt(longestQuery - 1)) ? longestQuery - 1 : longestQuery
  warnings.push({
    message: `检索式超过 ${longestQuery} 个字符，后面的部分已略去`,
    start: end,
    end: text.length,
  })
  return text.slice(0, end)
}

/** The identifier as the words to search for, should no paper have it. */
function identified(identifier: Identifier, written: string): ParsedQuery {
  const field = identifier.kind === 'doi' ? 'doi' : 'any'
  const query: WordQuery = { kind: 'word', field, text: identifier.value, start: 0, end: written.length }
  return { query, warnings: [], explicit: true, words: [identifier.value], identifier }
}

/** Brackets alone are none: people write (ATP) behind a name. */
function isSyntax(token: Token): boolean {
  if (token.kind === 'open') return token.field !== null
  if (token.kind === 'close') return false
  return token.kind !== 'operand' || token.fielded || token.query.kind !== 'word'
}

function isBeyondLimits(tokens: Token[], warnings: Warning[]): boolean {
  const operators = tokens.filter((token) => token.kind === 'operator')
  const excess = operators[mostOperators]
  if (excess) {
    const message = `运算符超过 ${mostOperators} 个，已按普通词检索`
    warnings.push({ message, start: excess.start, end: operators.at(-1)?.end ?? excess.end })
  }
  const bracket = excess ? null : tooDeep(tokens)
  if (bracket) {
    warnings.push({
      message: `括号超过 ${deepest} 层，已按普通词检索`,
      start: bracket.start,
      end: bracket.end,
    })
  }
  return Boolean(excess ?? bracket)
}

function tooDeep(tokens: Token[]): Token | undefined {
  let depth = 0
  return tokens.find((token) => {
    if (token.kind === 'open') depth++
    if (token.kind === 'close' && depth > 0) depth--
    return depth > deepest
  })
}

/** All words in no field, without operators. */
function queryAsText(tokens: Token[]): Query {
  const words = tokens.flatMap((token): WordQuery[] => {
    if (token.kind !== 'operand' || token.query.kind === 'range') return []
    const { start, end } = token
    const texts = textOf(token).split(/[\s?]+/)
    return texts.filter(Boolean).map((text) => ({ kind: 'word', field: 'any', text, start, end }))
  })
  return join('and', words)
}
