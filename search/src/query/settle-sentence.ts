import { hasLetter, toHalfWidth } from './characters.ts'
import { readOperands } from './lex-word.ts'
import type { QueryWarning, WordQuery } from './query.ts'
import { areCapitals, operandText, operatorAsWord } from './settle.ts'
import type { Operand, Operator, QueryToken } from './token.ts'

/**
 * From this many words on a query with signs is pasted text, provided it has at least `MIN_WORDS_PER_SIGN` words per
 * sign.
 */
const MIN_SENTENCE_WORDS = 9
const MIN_WORDS_PER_SIGN = 4
/**
 * Minimum number of words of a pasted title, which contains words such as `a` and `of`: `BERT - a survey of its uses`.
 */
const MIN_TITLE_WORDS = 4
/** Minimum number of words of a sentence whose quotes need not match word for word. */
const MIN_QUOTING_WORDS = 6
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
    return token.letters ? [operatorAsWord(token)] : []
  })
}

/**
 * Treats `-`, `+` and `|` between spaces as punctuation in a sentence: someone who pastes a title or a claim with a
 * dash excludes nothing. From four words on this applies to dashes in any case. Quotes in a sentence need not match
 * word for word. Operators in letters, fields and wildcards show that a query is not a sentence.
 */
export function settleSentence(tokens: QueryToken[], warnings: QueryWarning[]): QueryToken[] {
  const reading = readAsSentence(tokens)
  if (!reading) return tokens
  const { signs, quotes } = reading
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
export const readsAsSentence = (tokens: QueryToken[]): boolean => readAsSentence(tokens) !== null

function readAsSentence(tokens: QueryToken[]): { signs: Operator[]; quotes: Operand[] } | null {
  const signs = tokens.filter((token) => token.kind === 'operator')
  const operands = tokens.filter((token) => token.kind === 'operand')
  const quotes = operands.filter(({ query }) => query.kind === 'phrase')
  if (signs.length + quotes.length === 0 || !tokens.every(isSentenceToken) || areCapitals(tokens)) return null
  const quoted = quotes.reduce((sum, phrase) => sum + phraseWords(phrase).length, 0)
  const words = operands.length - quotes.length + quoted
  if (words < MIN_TITLE_WORDS || words < signs.length * MIN_WORDS_PER_SIGN) return null
  const glued = signs.some((sign) => sign.glued)
  const isJoined = !glued && operands.some((word) => JOINING_WORDS.has(operandText(word).toLowerCase()))
  const isSentence = words >= MIN_SENTENCE_WORDS || isJoined
  if (!isSentence) return signs.length > 0 && signs.every(isDash) ? { signs, quotes: [] } : null
  return { signs, quotes: words >= MIN_QUOTING_WORDS && quoted * 2 <= words ? quotes : [] }
}

const isDash = ({ operator, glued }: Operator) => operator === 'not' && !glued

function isSentenceToken(token: QueryToken): boolean {
  if (token.kind === 'operand')
    return !token.fielded && (token.query.kind === 'word' || token.query.kind === 'phrase')
  return token.kind === 'operator' ? token.sign : token.kind === 'close' || token.field === null
}

const phraseWords = (phrase: Operand) =>
  operandText(phrase)
    .split(' ')
    .flatMap((text) => readOperands({ text: toHalfWidth(text), start: phrase.start }, null, []))
    .flatMap((word) => operandText(word).split('?'))
    .filter(hasLetter)

/** Returns the words of a phrase, each with the span of the phrase. */
function quotedWords(token: QueryToken): QueryToken[] {
  if (token.kind !== 'operand') return [token]
  const { start, end } = token
  return phraseWords(token).map((text): Operand => {
    const query: WordQuery = { kind: 'word', field: 'any', text, quoted: true, start, end }
    return { kind: 'operand', query, fielded: false, wildcard: null, start, end }
  })
}
