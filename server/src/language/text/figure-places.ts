import { wordSet } from '../phrases.ts'

/** The words next to a figure on both sides, the nearest first. */
export interface FigurePlace {
  before: string[]
  after: string[]
}

/** The most words that are compared on each side. */
const MAX_NEIGHBOURS = 4
/** The length of text in which the neighbours are sought, in UTF-16 units. */
const MAX_NEIGHBOURHOOD_CHARS = 60
/** A Han character, a word, a number, or a sign that ends a clause. */
const PIECE = /\p{Script=Han}|[\p{L}\p{M}][\p{L}\p{M}-]*|\p{N}+|[.;:。；：!?！？]/gu
const CLAUSE_END = /^[.;:。；：!?！？]$/
/** A shorter word says as little as a joining word. */
const MIN_WORD_CHARS = 3

/** Returns the place of a figure that stands between two offsets of a text. */
export function figurePlace(text: string, start: number, end: number): FigurePlace {
  const before = piecesOf(text.slice(Math.max(0, start - MAX_NEIGHBOURHOOD_CHARS), start))
  const after = piecesOf(text.slice(end, end + MAX_NEIGHBOURHOOD_CHARS))
  return { before: nearest(before.reverse()), after: nearest(after) }
}

/** Returns the words and signs of a text in their order, words as stems and every number as `#`. */
const piecesOf = (text: string): string[] =>
  Array.from(text.matchAll(PIECE), ([piece]) => (/^\p{N}/u.test(piece) ? '#' : stem(piece)))

/** Plural and singular are one word. */
const stem = (word: string): string => word.toLowerCase().replace(/(?:ies|y|s)$/, '')

/** Words that say little about where a figure stands. */
const JOINING = new Set([...wordSet('en', 'sentences/function-words')].map(stem))
/** What a common neighbour adds to the likeness of two places, by its class; a Han character is only part of a word. */
const WEIGHTS = { content: 1, han: 0.4, joining: 0.25, figure: 0 }

/** Returns the first `MAX_NEIGHBOURS` pieces, up to the end of the clause. */
function nearest(pieces: string[]): string[] {
  const end = pieces.findIndex((piece) => CLAUSE_END.test(piece))
  return pieces.slice(0, end === -1 ? MAX_NEIGHBOURS : Math.min(end, MAX_NEIGHBOURS))
}

/** The total weight, on each side, of the words that both figures have next to them, up to the first difference. */
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
