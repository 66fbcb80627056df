import { analyze, type Token, textStems } from '@scinav/search'
import { wordPattern, wordSet } from '../../language/phrases.ts'
import { ENGLISH_STOP_WORDS } from '../../language/question/stop-words.ts'

/** Stems of increase, decrease and negation, as `analyze` returns them. */
const DIRECTION_STEMS = {
  up: wordSet('en', 'direction/up'),
  down: wordSet('en', 'direction/down'),
  not: wordSet('en', 'direction/not'),
}

/** Their Chinese counterparts. */
const CHINESE_DIRECTION = {
  up: wordPattern('zh', 'direction/up', 'g'),
  down: wordPattern('zh', 'direction/down', 'g'),
  not: wordPattern('zh', 'direction/not', 'g'),
}

/** Stems that any claim may contain, so that sharing them with a source means nothing. */
const STOP_WORDS = new Set(textStems([...ENGLISH_STOP_WORDS].join(' ')))

/** A word of increase (1) or decrease (−1); a negation before it reverses the sign. */
interface Direction {
  sign: 1 | -1
  position: number
}

/** A text prepared for comparing a claim with its source; positions count tokens. */
export interface PolarityReading {
  /** Positions of its content words by stem. */
  content: Map<string, number[]>
  directions: Direction[]
  /** Positions of negations. */
  negations: number[]
}

/** How many tokens after an English negation a direction is reversed. */
const NEGATION_WINDOW = 3
/** The same after a Chinese negation. */
const CHINESE_NEGATION_WINDOW = 2

/** Reads the content words, directions and negations of a text. */
export function readPolarity(text: string): PolarityReading {
  const tokens = analyze(text)
  const content: PolarityReading['content'] = new Map()
  /** Directions as if nothing were negated. */
  const signs: Direction[] = []
  const negations: number[] = []
  for (const token of tokens) {
    // A term that begins with "=" is a word as it is written, next to its stem.
    if (DIRECTION_STEMS.not.has(token.term.replace('=', ''))) negations.push(token.position)
    else if (!token.term.startsWith('=')) readEnglishWord(token, content, signs)
  }
  readChinese(text, tokens, signs, negations)
  const isNegated = (position: number) =>
    negations.some((at) => at < position && position - at <= NEGATION_WINDOW)
  const directions = signs.map(({ sign, position }): Direction => {
    const reversed = sign === 1 ? -1 : 1
    return { sign: isNegated(position) ? reversed : sign, position }
  })
  return { content, directions, negations }
}

/** Adds a stem to the directions or to the content words. */
function readEnglishWord(
  { term, position }: Token,
  content: PolarityReading['content'],
  signs: Direction[],
): void {
  const sign = directionSign(term)
  if (sign) signs.push({ sign, position })
  else if (!STOP_WORDS.has(term)) appendPosition(content, term, position)
}

/** Returns 1 for a stem of increase, −1 for one of decrease, 0 for any other. */
function directionSign(term: string): 1 | -1 | 0 {
  if (DIRECTION_STEMS.up.has(term)) return 1
  return DIRECTION_STEMS.down.has(term) ? -1 : 0
}

/** Adds a position of a stem to a map. */
function appendPosition(map: Map<string, number[]>, term: string, position: number): void {
  const positions = map.get(term)
  if (positions) positions.push(position)
  else map.set(term, [position])
}

/**
 * Adds the Chinese directions and negations of a text. They are matched in the text as it is, and take the
 * position of the token that begins there or next.
 */
function readChinese(text: string, tokens: Token[], signs: Direction[], negations: number[]): void {
  if (!/\p{Script=Han}/u.test(text)) return
  const positionAt = (at: number) => tokens.find(({ start }) => start >= at)?.position ?? 0
  for (const { index } of text.matchAll(CHINESE_DIRECTION.up))
    signs.push({ sign: 1, position: positionAt(index) })
  for (const { index } of text.matchAll(CHINESE_DIRECTION.down))
    signs.push({ sign: -1, position: positionAt(index) })
  // Moved forward, so that the English window ends where the Chinese one does.
  for (const { index } of text.matchAll(CHINESE_DIRECTION.not))
    negations.push(positionAt(index) + NEGATION_WINDOW - CHINESE_NEGATION_WINDOW)
}
