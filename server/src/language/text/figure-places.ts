import { wordSet } from '../phrases.ts'

/** The words next to a figure on both sides, the nearest first. */
export interface FigurePlace {
  before: string[]
  after: string[]
}

const MAX_NEIGHBOURS = 4
/** The length of text in which the neighbours are sought, in UTF-16 units. */
const MAX_NEIGHBOURHOOD_CHARS = 60
/** A Han character, a word, a number, or a sign that ends a clause. */
const PIECE = /\p{Script=Han}|[\p{L}\p{M}][\p{L}\p{M}-]*|\p{N}+|[.;:。；：!?！？]/gu
const CLAUSE_END = /^[.;:。；：!?！？]$/
const MIN_WORD_CHARS = 3

/** Returns the place of a figure that stands between two offsets of a text. */
export function figurePlace(text: string, start: number, end: number): FigurePlace {
  const left = piecesOf(text.slice(Math.max(0, start - MAX_NEIGHBOURHOOD_CHARS), start))
  const right = piecesOf(text.slice(end, end + MAX_NEIGHBOURHOOD_CHARS))
  return { before: nearest(left.reverse()), after: nearest(right) }
}

const piecesOf = (text: string): string[] =>
  Array.from(text.matchAll(PIECE), ([piece]) => (/^\p{N}/u.test(piece) ? '#' : stem(piece)))

/** Plural and singular are one word. */
const stem = (word: string): string => word.toLowerCase().replace(/(?:ies|y|s)$/, '')

/** Words that say little about where a figure stands. */
const JOINING = new Set([...wordSet('en', 'quantities/joining')].map(stem))
const WEIGHTS = { content: 1, han: 0.4, joining: 0.25, figure: 0 }

function nearest(pieces: string[]): string[] {
  const end = pieces.findIndex((piece) => CLAUSE_END.test(piece))
  return pieces.slice(0, end === -1 ? MAX_NEIGHBOURS : Math.min(end, MAX_NEIGHBOURS))
}

/** How much two places have in common on each side: the weights of the words next to both figures in a row. */
export interface PlaceLikeness {
  before: number
  after: number
}

/** Compares two places: words of content weigh most, other figures nothing. */
export const comparePlaces = (one: FigurePlace, other: FigurePlace): PlaceLikeness => ({
  before: commonWeight(one.before, other.before),
  after: commonWeight(one.after, other.after),
})

function commonWeight(one: string[], other: string[]): number {
  let weight = 0
  for (const [at, word] of one.entries()) {
    if (word !== other[at]) break
    weight += WEIGHTS[weightClass(word)]
  }
  return weight
}

function weightClass(word: string): keyof typeof WEIGHTS {
  if (word === '#') return 'figure'
  if (/^\p{Script=Han}$/u.test(word)) return 'han'
  return word.length < MIN_WORD_CHARS || JOINING.has(word) ? 'joining' : 'content'
}
