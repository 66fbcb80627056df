// Decides whether signs and quotes of a query are the punctuation of a sentence.
import { hasLetter, toHalfWidth } from './characters.ts'
import { readOperands } from './lex-word.ts'
import type { QueryWarning, WordQuery } from './query.ts'
import { areCapitals } from './settle-capitals.ts'
import { type Operand, type Operator, operandText, type QueryToken } from './token.ts'

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

/** Returns whether an operator is a dash between spaces. */
const isDash = ({ operator, isGlued }: Operator) => operator === 'not' && !isGlued

/** Returns the words of a phrase as operands, each with the span of the phrase. */
function quotedWords(token: QueryToken): QueryToken[] {
  if (token.kind !== 'operand') return [token]
  const { start, end } = token
  return phraseWords(token).map((text): Operand => {
    const query: WordQuery = { kind: 'word', field: 'any', text, quoted: true, start, end }
    return { kind: 'operand', query, fielded: false, wildcard: null, start, end }
  })
}

/** Returns whether signs or quotes of a text are punctuation. */
export const readsAsSentence = (tokens: QueryToken[]): boolean => findPunctuation(tokens) !== null
