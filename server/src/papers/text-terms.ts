import { analyse, type Token } from '../search/analyse/analyse.ts'

/** Latin text without mark-up. What stands between two spaces of it is read alone as it is within the text. */
const PLAIN = /^[\0-\x7f\xa0-\u02af\u2010-\u2027]*$/
const MARKED_UP = /[<&$\\]|[_^]\{/

/** Shorter strings are copies; longer ones that were cut out would keep their whole text in memory. */
const LONGEST = 12
const MOST_KEPT = 50_000
const kept = new Map<string, Token[]>()

/** The terms of a piece of text with their places in it; those of short pieces are kept, for most words come again. */
function termsOf(piece: string): Token[] {
  if (piece.length > LONGEST) return analyse(piece)
  const known = kept.get(piece)
  if (known) return known
  const terms = analyse(piece)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(piece, terms)
  return terms
}

/** Tells a term's places in texts. */
export type FindPlaces = (text: string) => { start: number; end: number }[]

/**
 * Finds the places of wanted terms in text after text, as `analyse` reads it; places that touch become one. Texts of
 * one search share most of their words, so a word is compared once.
 */
export function placesOf(isWanted: (term: string) => boolean): FindPlaces {
  const inPieces = new Map<string, { start: number; end: number }[]>()
  const inPiece = (piece: string) => {
    const known = inPieces.get(piece)
    if (known) return known
    const places = merged(termsOf(piece).filter(({ term }) => isWanted(term)))
    inPieces.set(piece, places)
    return places
  }
  return (text) => {
    if (!PLAIN.test(text) || MARKED_UP.test(text))
      return merged(analyse(text).filter(({ term }) => isWanted(term)))
    return inPieceAfterPiece(text, inPiece)
  }
}

function inPieceAfterPiece(text: string, inPiece: FindPlaces): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  for (let at = 0; at < text.length; ) {
    const space = text.indexOf(' ', at)
    const end = space === -1 ? text.length : space
    for (const { start, end: behind } of inPiece(text.slice(at, end)))
      found.push({ start: at + start, end: at + behind })
    at = end + 1
  }
  return found
}

function merged(tokens: Token[]): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = []
  for (const { start, end } of tokens) {
    const last = places.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else places.push({ start, end })
  }
  return places
}
