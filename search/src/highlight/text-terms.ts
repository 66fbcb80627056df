import { type Folded, fold } from '../analysis/fold.ts'
import { type Plain, stripMarkup } from '../analysis/markup.ts'
import { scan } from '../analysis/scan.ts'
import { scanCjkAt } from '../analysis/scan-cjk.ts'
import { entryOf, formsAt } from '../analysis/word-table.ts'
import { characterOf, forEachPiece, soleWord, type WordStarts } from './segmentation.ts'
import { type Phrases, type Term, termsInPhrases } from './text-phrases.ts'

export interface Place {
  start: number
  end: number
}

/**
 * The places of wanted terms in a text, as `analyse` reads it, but without a token for every other word; places that
 * touch become one.
 *
 * @param starts how wanted terms begin, those of the phrases too; most words are then passed over.
 * @param phrases whose terms have a place only where a whole phrase stands.
 */
export function placesOf(
  text: string,
  isWanted: (term: string) => boolean,
  starts: WordStarts,
  phrases: Phrases | null = null,
): Place[] {
  if (text === '') return []
  const plain = stripMarkup(text, true)
  const folded = fold(plain.text, true)
  const places: Place[] = []
  const add = (from: number, to: number) => addPlace(places, inSource(plain, folded, from, to))
  if (!phrases) {
    readTerms(folded.text, isWanted, starts, (_term, from, to) => add(from, to))
    return places
  }
  const found = new Map<string, Term[]>()
  const take = (term: string, from: number, to: number) => {
    if (isWanted(term)) add(from, to)
    if (!phrases.terms.has(term)) return
    const known = found.get(term)
    if (known) known.push({ from, to })
    else found.set(term, [{ from, to }])
  }
  readTerms(folded.text, phrases.isWantedOrPart, starts, take)
  const together = [...termsInPhrases(folded.text, phrases, found)]
  if (together.length === 0) return places
  return joined([...places, ...together.map(({ from, to }) => inSource(plain, folded, from, to))])
}

/** Places in their order; those that touch become one. */
export function joined(places: Place[]): Place[] {
  const found: Place[] = []
  for (const place of places.sort((a, b) => a.start - b.start)) addPlace(found, place)
  return found
}

function addPlace(places: Place[], { start, end }: Place): void {
  const last = places.at(-1)
  if (last && start <= last.end) last.end = Math.max(last.end, end)
  else places.push({ start, end })
}

type Take = (term: string, from: number, to: number) => void

/** Takes the wanted terms of a folded text in their order. */
function readTerms(text: string, isWanted: (term: string) => boolean, starts: WordStarts, take: Take): void {
  const takeWord = (entry: number, from: number, to: number) => {
    const { stem, exact } = formsAt(entry)
    if (isWanted(stem)) take(stem, from, to)
    if (exact !== '' && isWanted(exact)) take(exact, from, to)
  }
  const takePiece = (from: number, to: number) => {
    const word = soleWord(text, from, to)
    if (word) takeWord(entryOf(text, word.start, word.end), word.start, word.end)
    else
      scan(
        text.slice(from, to),
        () => {},
        (entry, _position, start, end) => takeWord(entry, from + start, from + end),
      )
  }
  const begins = (code: number) => starts.characters[characterOf(code)] === 1
  const takeTerm = (term: string, _position: number, start: number, end: number) => {
    if (isWanted(term)) take(term, start, end)
  }
  const takeChinese = (from: number) => scanCjkAt(text, from, begins, takeTerm)
  forEachPiece(text, starts, takePiece, takeChinese)
}

/** Where units of a folded text come from. */
function inSource({ sources }: Plain, { starts, ends }: Folded, from: number, to: number): Place {
  const start = starts?.[from] ?? from
  const end = ends?.[to - 1] ?? to
  const last = sources?.[end - 1]
  return { start: sources?.[start] ?? start, end: last === undefined ? end : last + 1 }
}
