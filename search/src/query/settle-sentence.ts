import { halfWidth, hasLetter } from './characters.ts'
import { operandsOf } from './lex-word.ts'
import type { Warning, WordQuery } from './query.ts'
import { asWord, inCapitals, textOf } from './settle.ts'
import type { Operand, Operator, Token } from './token.ts'

/** From this many words on a query is text that somebody pasted, if it has signs for operators at all seldom. */
const SENTENCE = 9
const WORDS_A_SIGN = 4
/** As few are one if words that only sentences and titles have stand among them: `BERT - a survey of its uses`. */
const TITLE = 4
/** As few are one with quotes in it. */
const QUOTING = 6
const JOINING = new Set(
  'a an the of for and or in on at to from by with as is are was were be do does how what why which via using its their'.split(
    ' ',
  ),
)

/** An operator alone in brackets is none: `odds ratio (OR)`, `alpha (+) thalassemia`. */
export function settleBracketed(tokens: Token[]): Token[] {
  const isAlone = (at: number) =>
    tokens[at - 1]?.kind === 'open' && tokens[at]?.kind === 'operator' && tokens[at + 1]?.kind === 'close'
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'operator' || !isAlone(at)) return [token]
    return token.letters ? [asWord(token)] : []
  })
}

/**
 * In a sentence `-`, `+` and `|` between spaces are punctuation: who pastes a title or a claim with a dash in it excludes
 * nothing. From four words on that goes for a dash in any case. What stands in quotes in a sentence need not be there
 * word for word. Operators in letters, fields and wildcards say that it is no sentence.
 */
export function settleSentence(tokens: Token[], warnings: Warning[]): Token[] {
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

/** Whether signs or quotes in a text are not meant as such. */
export const readsAsSentence = (tokens: Token[]): boolean => readAsSentence(tokens) !== null

function readAsSentence(tokens: Token[]): { signs: Operator[]; quotes: Operand[] } | null {
  const signs = tokens.filter((token) => token.kind === 'operator')
  const operands = tokens.filter((token) => token.kind === 'operand')
  const quotes = operands.filter(({ query }) => query.kind === 'phrase')
  if (signs.length + quotes.length === 0 || !tokens.every(isOfSentence) || inCapitals(tokens)) return null
  const quoted = quotes.reduce((sum, phrase) => sum + wordsIn(phrase).length, 0)
  const words = operands.length - quotes.length + quoted
  if (words < TITLE || words < signs.length * WORDS_A_SIGN) return null
  const glued = signs.some((sign) => sign.glued)
  const isJoined = !glued && operands.some((word) => JOINING.has(textOf(word).toLowerCase()))
  const isSentence = words >= SENTENCE || isJoined
  if (!isSentence) return signs.length > 0 && signs.every(isDash) ? { signs, quotes: [] } : null
  return { signs, quotes: words >= QUOTING && quoted * 2 <= words ? quotes : [] }
}

const isDash = ({ operator, glued }: Operator) => operator === 'not' && !glued

function isOfSentence(token: Token): boolean {
  if (token.kind === 'operand')
    return !token.fielded && (token.query.kind === 'word' || token.query.kind === 'phrase')
  return token.kind === 'operator' ? token.sign : token.kind === 'close' || token.field === null
}

const wordsIn = (phrase: Operand) =>
  textOf(phrase)
    .split(' ')
    .flatMap((text) => operandsOf({ text: halfWidth(text), start: phrase.start }, null, []))
    .flatMap((word) => textOf(word).split('?'))
    .filter(hasLetter)

/** The words of a phrase, each with the phrase's place. */
function quotedWords(token: Token): Token[] {
  if (token.kind !== 'operand') return [token]
  const { start, end } = token
  return wordsIn(token).map((text): Operand => {
    const query: WordQuery = { kind: 'word', field: 'any', text, quoted: true, start, end }
    return { kind: 'operand', query, fielded: false, wildcard: null, start, end }
  })
}
