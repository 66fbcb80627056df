import { analyze, type Token, textStems } from '@scinav/search'
import { phrasePattern, wordPattern, wordSet } from '../../language/phrases.ts'
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

/** How many tokens after a negation a direction is reversed, in English and in Chinese. */
const NEGATION_WINDOW = 3
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

/** Returns 0 for a stem that is no direction. */
function directionSign(term: string): 1 | -1 | 0 {
  if (DIRECTION_STEMS.up.has(term)) return 1
  return DIRECTION_STEMS.down.has(term) ? -1 : 0
}

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

/** How many tokens a word may be from a direction that is attached to it. */
const DIRECTION_WINDOW = 6

/** The weights with which a source agrees with the directions of a claim and opposes them. */
interface Agreement {
  agreeing: number
  opposing: number
}

/**
 * Compares the directions that claim and source attach to the same words. A shared word within `DIRECTION_WINDOW`
 * tokens of a direction in both texts votes with weight 1 / (distance in the claim + distance in the source), a word
 * that is the direction itself like its neighbor.
 */
function agreement(claim: PolarityReading, source: PolarityReading): Agreement {
  const votes: Agreement = { agreeing: 0, opposing: 0 }
  for (const direction of claim.directions) {
    const found = [...claim.content].flatMap(([stem, positions]) => {
      const distance = Math.min(...positions.map((at) => Math.abs(at - direction.position)))
      const nearest =
        distance <= DIRECTION_WINDOW ? nearestDirection(source, source.content.get(stem) ?? []) : null
      return nearest ? [{ sign: nearest.sign, weight: 1 / Math.max(1, distance + nearest.distance) }] : []
    })
    for (const { sign, weight } of found) votes[sign === direction.sign ? 'agreeing' : 'opposing'] += weight
  }
  return votes
}

/** Returns the direction of a text nearest to any of the positions, within `DIRECTION_WINDOW` tokens; null without one. */
function nearestDirection(
  { directions }: PolarityReading,
  positions: number[],
): { sign: number; distance: number } | null {
  let best: { sign: number; distance: number } | null = null
  for (const at of positions)
    for (const { sign, position } of directions) {
      const distance = Math.abs(at - position)
      if (distance <= DIRECTION_WINDOW && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
        best = { sign, distance }
    }
  return best
}

/** Phrases that deny an effect. */
const DENIAL = phrasePattern('negation/denies-effect')

/** Returns whether one of two sentences denies what the other states about the same things. */
export function contradicts(one: string, other: string): boolean {
  if (DENIAL.test(one) === DENIAL.test(other)) return false
  const { agreeing, opposing } = agreement(readPolarity(one), readPolarity(other))
  return opposing > agreeing
}
