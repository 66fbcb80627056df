import { type FoldedText, fold } from '../analysis/fold.ts'
import { type StrippedText, stripMarkup } from '../analysis/markup.ts'
import { scan } from '../analysis/scan.ts'
import { scanCjkAt } from '../analysis/scan-cjk.ts'
import { findWordEntry, formsAt } from '../analysis/word-table.ts'
import { findPhraseTerms, type Phrases, type TermSpan } from './text-phrases.ts'
import { characterSlot, findSoleWord, forEachPiece, type WordStarts } from './word-starts.ts'

/** A span of a text, in UTF-16 offsets; `end` is exclusive. */
export interface TextSpan {
  start: number
  end: number
}

/**
 * Returns the spans of wanted terms in a text, in ascending order, as `analyze` finds them, without creating tokens of
 * the other words; adjacent and overlapping spans are merged. The spans refer to the text with its markup.
 *
 * @param starts beginnings of wanted terms, including those of phrases, by which most words are skipped.
 * @param phrases phrases whose terms are returned only where a whole phrase occurs.
 */
export function findTermSpans(
  text: string,
  isWanted: (term: string) => boolean,
  starts: WordStarts,
  phrases: Phrases | null = null,
): TextSpan[] {
  if (text === '') return []
  const plain = stripMarkup(text, true)
  const folded = fold(plain.text, true)
  const spans: TextSpan[] = []
  const add = (from: number, to: number) => addSpan(spans, sourceSpan(plain, folded, from, to))
  if (!phrases) {
    readTerms(folded.text, isWanted, starts, (_term, from, to) => add(from, to))
    return spans
  }
  const spansByTerm = new Map<string, TermSpan[]>()
  const addTerm = (term: string, from: number, to: number) => {
    if (isWanted(term)) add(from, to)
    if (!phrases.terms.has(term)) return
    const occurrences = spansByTerm.get(term)
    if (occurrences) occurrences.push({ from, to })
    else spansByTerm.set(term, [{ from, to }])
  }
  readTerms(folded.text, phrases.isWantedOrPart, starts, addTerm)
  const phraseTerms = [...findPhraseTerms(folded.text, phrases, spansByTerm)]
  if (phraseTerms.length === 0) return spans
  return mergeSpans([...spans, ...phraseTerms.map(({ from, to }) => sourceSpan(plain, folded, from, to))])
}

/** Sorts spans in place and returns them with adjacent and overlapping ones merged. */
export function mergeSpans(spans: TextSpan[]): TextSpan[] {
  const merged: TextSpan[] = []
  for (const span of spans.sort((a, b) => a.start - b.start)) addSpan(merged, span)
  return merged
}

/** Adds a span that begins no earlier than the last one; where they touch, the last one is extended in place. */
function addSpan(spans: TextSpan[], { start, end }: TextSpan): void {
  const last = spans.at(-1)
  if (last && start <= last.end) last.end = Math.max(last.end, end)
  else spans.push({ start, end })
}

/** Receives a term with its span in the folded text. */
type TakeTerm = (term: string, from: number, to: number) => void

/**
 * Passes the wanted terms of a folded text to `take`, in order. Pieces that can contain none are skipped; a piece that
 * is a single word is looked up without a scan, which is the usual case and faster.
 */
function readTerms(
  text: string,
  isWanted: (term: string) => boolean,
  starts: WordStarts,
  take: TakeTerm,
): void {
  const takeWord = (entry: number, from: number, to: number) => {
    const { stem, exact } = formsAt(entry)
    if (isWanted(stem)) take(stem, from, to)
    if (exact !== '' && isWanted(exact)) take(exact, from, to)
  }
  const takePiece = (from: number, to: number) => {
    const word = findSoleWord(text, from, to)
    if (word) takeWord(findWordEntry(text, word.start, word.end), word.start, word.end)
    else
      scan(
        text.slice(from, to),
        () => {},
        (entry, _position, start, end) => takeWord(entry, from + start, from + end),
      )
  }
  const isWantedStart = (code: number) => starts.characters[characterSlot(code)] === 1
  const takeTerm = (term: string, _position: number, start: number, end: number) => {
    if (isWanted(term)) take(term, start, end)
  }
  const takeChinese = (from: number) => scanCjkAt(text, from, isWantedStart, takeTerm)
  forEachPiece(text, starts, takePiece, takeChinese)
}

/** Maps a span of a folded text to the text before it was folded and its markup removed. */
function sourceSpan(
  { sources }: StrippedText,
  { starts, ends }: FoldedText,
  from: number,
  to: number,
): TextSpan {
  const start = starts?.[from] ?? from
  const end = ends?.[to - 1] ?? to
  const last = sources?.[end - 1]
  return { start: sources?.[start] ?? start, end: last === undefined ? end : last + 1 }
}
