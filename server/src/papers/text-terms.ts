import { type Folded, fold } from '../search/analyse/fold.ts'
import { type Plain, stripMarkup } from '../search/analyse/markup.ts'
import { scan } from '../search/analyse/scan.ts'
import { scanCjkAt } from '../search/analyse/scan-cjk.ts'
import { entryOf, formsAt } from '../search/analyse/word-table.ts'
import { characterOf, forEachPiece, soleWord, type WordStarts } from './text-pieces.ts'

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
  const places: Place[] = []
  if (text === '') return places
  const plain = stripMarkup(text, true)
  const folded = fold(plain.text, true)
  const add = (from: number, to: number) => {
    const { start, end } = inSource(plain, folded, from, to)
    const last = places.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else places.push({ start, end })
  }
  const areWanted = (stem: string, exact: string) => isWanted(stem) || (exact !== '' && isWanted(exact))
  const takePiece = (from: number, to: number) => {
    const word = soleWord(folded.text, from, to)
    if (word) {
      const { stem, exact } = formsAt(entryOf(folded.text, word.start, word.end))
      if (areWanted(stem, exact)) add(word.start, word.end)
    } else
      scan(
        folded.text.slice(from, to),
        () => {},
        (entry, _position, start, end) => {
          const { stem, exact } = formsAt(entry)
          if (areWanted(stem, exact)) add(from + start, from + end)
        },
      )
  }
  const begins = (code: number) => starts.characters[characterOf(code)] === 1
  const takeTerm = (term: string, _position: number, start: number, end: number) => {
    if (isWanted(term)) add(start, end)
  }
  const takeChinese = (from: number) => scanCjkAt(folded.text, from, begins, takeTerm)
  forEachPiece(folded.text, starts, takePiece, takeChinese)
  return places
}

/** Where units of a folded text come from. */
function inSource({ sources }: Plain, { starts, ends }: Folded, from: number, to: number): Place {
  const start = starts?.[from] ?? from
  const end = ends?.[to - 1] ?? to
  const last = sources?.[end - 1]
  return { start: sources?.[start] ?? start, end: last === undefined ? end : last + 1 }
}
