import { type Folded, fold } from '../search/analyse/fold.ts'
import { type Plain, stripMarkup } from '../search/analyse/markup.ts'
import { scan } from '../search/analyse/scan.ts'
import { forEachPiece, type WordStarts } from './text-pieces.ts'

interface Place {
  start: number
  end: number
}

/**
 * The places of wanted terms in a text, as `analyse` reads it, but without a token for every other word; places that
 * touch become one.
 *
 * @param starts how wanted terms begin; most words are then passed over.
 */
export function placesOf(text: string, isWanted: (term: string) => boolean, starts: WordStarts): Place[] {
  const plain = stripMarkup(text, true)
  const folded = fold(plain.text, true)
  const places: Place[] = []
  const add = (from: number, to: number) => {
    const { start, end } = inSource(plain, folded, from, to)
    const last = places.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else places.push({ start, end })
  }
  forEachPiece(folded.text, starts, (from, to) =>
    scan(
      folded.text.slice(from, to),
      (term, _position, start, end) => {
        if (isWanted(term)) add(from + start, from + end)
      },
      ({ stem, exact }, _position, start, end) => {
        if (isWanted(stem) || (exact !== '' && isWanted(exact))) add(from + start, from + end)
      },
    ),
  )
  return places
}

/** Where units of a folded text come from. */
function inSource({ sources }: Plain, { starts, ends }: Folded, from: number, to: number): Place {
  const start = starts?.[from] ?? from
  const end = ends?.[to - 1] ?? to
  const last = sources?.[end - 1]
  return { start: sources?.[start] ?? start, end: last === undefined ? end : last + 1 }
}
