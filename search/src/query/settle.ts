// Decides for the tokens of a query whether ambiguous operators and signs are syntax, words or punctuation. Each
// function returns the changed tokens and adds to `warnings` what the user should know.
import { hasLetter, toHalfWidth } from './characters.ts'
import { readOperands } from './lex-word.ts'
import type { QueryWarning, WordQuery } from './query.ts'
import type { Operand, Operator, QueryToken } from './token.ts'

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

/** Returns whether AND, OR or NOT occurs among words that are all in capitals, without fields and quotes. */
export function readsAsCapitals(tokens: QueryToken[]): boolean {
  return tokens.some(isCapitalOperator) && areCapitals(tokens)
}

/** Returns whether a token is `AND`, `OR`, `NOT` or `NEAR`, which may be meant as a word. */
function isCapitalOperator(token: QueryToken): boolean {
  return token.kind === 'operator' && token.isCapitals
}

/** Returns whether all words are in capitals and there are neither fields nor quotes. */
function areCapitals(tokens: QueryToken[]): boolean {
  const words = tokens.filter((token) => token.kind === 'operand')
  const syntax = words.some(({ query, fielded }) => fielded || query.kind === 'phrase')
  if (syntax || tokens.some((token) => token.kind === 'open' && token.field)) return false
  const letters = words.map(operandText).join('')
  return /\p{Lu}/u.test(letters) && !/[\p{Ll}\p{Lo}]/u.test(letters)
}

/** Returns the text of an operand, without quotes and asterisk; '' for a range. */
export function operandText({ query }: Operand): string {
  if (query.kind === 'range') return ''
  return query.kind === 'wildcard' ? query.pattern : query.text
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

/** Minimum number of words of a query with signs or quotes that is a pasted text whatever its words are. */
const MIN_SENTENCE_WORDS = 9
/** Minimum number of words per sign of a pasted text. */
const MIN_WORDS_PER_SIGN = 4
/**
 * Minimum number of words of a pasted title, which contains words such as `a` and `of`: `BERT - a survey of its uses`.
 */
const MIN_TITLE_WORDS = 4
/** Minimum number of words of a sentence whose quotes need not match word for word. */
const MIN_QUOTING_WORDS = 6
/** Maximum share of the words of a sentence that stand in quotes, which then need not match word for word. */
const MAX_QUOTED_SHARE = 0.5
/** Function words, one of which a pasted title contains. */
const JOINING_WORDS = new Set(
  'a an the of for and or in on at to from by with as is are was were be do does how what why which via using its their'.split(
    ' ',
  ),
)

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

/**
 * Treats `-`, `+` and `|` between spaces as punctuation in a sentence: someone who pastes a title or a claim with a
 * dash excludes nothing. With at least `MIN_TITLE_WORDS` words this applies to dashes in any case. Quotes in a sentence
 * need not match word for word. Operators in letters, fields and wildcards show that a query is not a sentence.
 */
export function settleSentence(tokens: QueryToken[], warnings: QueryWarning[]): QueryToken[] {
  const punctuation = findPunctuation(tokens)
  if (!punctuation) return tokens
  const { signs, quotes } = punctuation
  const [first] = signs
  if (first) {
    const message = '较长的句子中 +、|、- 按标点处理；要作运算符请写成 AND、OR、NOT'
    warnings.push({ message, start: first.start, end: first.end })
  }
  const [phrase] = quotes
  if (phrase) {
    const message = '较长的句子中引号里的词不必连在一起出现；连在一起的文献排在前面'
    warnings.push({ message, start: phrase.start, end: phrase.end })
  }
  return tokens.flatMap((token) => {
    if (signs.some((sign) => sign === token)) return []
    return quotes.some((quote) => quote === token) ? quotedWords(token) : [token]
  })
}

/** Returns whether signs or quotes of a text are punctuation. */
export const readsAsSentence = (tokens: QueryToken[]): boolean => findPunctuation(tokens) !== null

/**
 * Returns the signs of a sentence, which are punctuation, and its phrases that are read as plain words; null when the
 * query is no sentence or has neither.
 */
function findPunctuation(tokens: QueryToken[]): { signs: Operator[]; quotes: Operand[] } | null {
  const signs = tokens.filter((token) => token.kind === 'operator')
  const operands = tokens.filter((token) => token.kind === 'operand')
  const quotes = operands.filter(({ query }) => query.kind === 'phrase')
  if (signs.length + quotes.length === 0 || !tokens.every(isSentenceToken) || areCapitals(tokens)) return null
  const quotedCount = quotes.reduce((sum, phrase) => sum + phraseWords(phrase).length, 0)
  const wordCount = operands.length - quotes.length + quotedCount
  if (wordCount < MIN_TITLE_WORDS || wordCount < signs.length * MIN_WORDS_PER_SIGN) return null
  const hasJoiningWord = operands.some((word) => JOINING_WORDS.has(operandText(word).toLowerCase()))
  const isTitle = hasJoiningWord && !signs.some((sign) => sign.isGlued)
  if (wordCount < MIN_SENTENCE_WORDS && !isTitle)
    return signs.length > 0 && signs.every(isDash) ? { signs, quotes: [] } : null
  const areQuotesLoose = wordCount >= MIN_QUOTING_WORDS && quotedCount <= wordCount * MAX_QUOTED_SHARE
  return { signs, quotes: areQuotesLoose ? quotes : [] }
}

/** Returns whether an operator is a dash between spaces. */
const isDash = ({ operator, isGlued }: Operator) => operator === 'not' && !isGlued

/** Returns whether a token may occur in a sentence: no field, wildcard or operator in letters. */
function isSentenceToken(token: QueryToken): boolean {
  if (token.kind === 'operand')
    return !token.fielded && (token.query.kind === 'word' || token.query.kind === 'phrase')
  return token.kind === 'operator' ? token.isSign : token.kind === 'close' || token.field === null
}

/** Returns the words of a phrase as if it were written without quotes; a `?` separates two of them. */
const phraseWords = (phrase: Operand) =>
  operandText(phrase)
    .split(' ')
    .flatMap((text) => readOperands({ text: toHalfWidth(text), start: phrase.start }, null, []))
    .flatMap((word) => operandText(word).split('?'))
    .filter(hasLetter)

/** Returns the words of a phrase as operands, each with the span of the phrase. */
function quotedWords(token: QueryToken): QueryToken[] {
  if (token.kind !== 'operand') return [token]
  const { start, end } = token
  return phraseWords(token).map((text): Operand => {
    const query: WordQuery = { kind: 'word', field: 'any', text, quoted: true, start, end }
    return { kind: 'operand', query, fielded: false, wildcard: null, start, end }
  })
}

/** Prefixes written before a hyphen: `pre -training` results from a broken line. */
const WORD_PREFIXES = new Set(
  'anti auto bi co cross de inter intra mid multi non over post pre pseudo quasi re self semi sub super tri un under'.split(
    ' ',
  ),
)

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

/** Returns the warning that a sign directly before a word is read as punctuation. */
function punctuationMessage({ operator }: Operator, word: string): string {
  return operator === 'not'
    ? `“-${word}” 中的 - 按标点处理；要排除请写 NOT ${word}`
    : `“|${word}” 中的 | 按标点处理；要任选其一请写 OR ${word}`
}

/** Returns whether a token is a sign directly before a word. */
function isGluedSign(token: QueryToken): token is Operator {
  return token.kind === 'operator' && token.isGlued
}

/** Returns whether a sign between two tokens may be a part of the text, such as the hyphen of `re -use` or `-80`. */
function isDoubtful(before: QueryToken | undefined, next: Operand, { start }: Operator): boolean {
  if (next.fielded) return false
  if (before === undefined) return true
  // The prefix is one space before the sign.
  const followsPrefix =
    before.kind === 'operand' && before.end === start - 1 && WORD_PREFIXES.has(lowerCaseText(before))
  return followsPrefix || NUMBER_OR_LETTER.test(operandText(next))
}

/** Matches what begins with a digit, and a single letter other than a Chinese character: `80`, `α`. */
const NUMBER_OR_LETTER = /^(?:\p{N}.*|[^\p{Lo}])$/u

/** Returns the text of an operand in lower case. */
const lowerCaseText = (operand: Operand) => operandText(operand).toLowerCase()
