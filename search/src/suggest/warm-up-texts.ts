import { type Segment, TERM_BLOCK } from '../index/layout.ts'
import { advanceCursor, cursorAt, cursorText } from '../index/term-cursor.ts'
import type { CompletedTable } from './beginnings.ts'
import type { CitedTitles } from './cited-titles.ts'
import type { FrequentCompletions } from './frequent-values.ts'

/** Number of rounds of five texts, after which further texts hardly become faster. */
const WARM_UP_ROUNDS = 40

/**
 * Yields texts that are completed before the first request, so that the code is compiled by then: prefixes of one and
 * of two title words, of names and of journals. Chinese texts occur only if the library has them: the Chinese
 * dictionaries take 80 MB of memory and are loaded with the first text that needs them.
 */
export function* warmUpTexts(
  values: Record<CompletedTable, FrequentCompletions>,
  titles: Map<Segment, CitedTitles>,
): Generator<string, void> {
  const all = [...titles]
  for (let time = 0; time < WARM_UP_ROUNDS; time += 1) {
    const [word, other] = [titleWord(all, time), titleWord(all, WARM_UP_ROUNDS - 1 - time)]
    yield word.slice(0, 3)
    yield word.slice(0, 6)
    yield `${word} ${other.slice(0, 4)}`
    yield textAt(values.author.texts, time).slice(0, 6)
    yield textAt(values.source.texts, time).slice(0, 9)
  }
}

/** Returns the text at a proportional index of a list. */
const textAt = (texts: string[], time: number) =>
  texts[Math.floor((texts.length * time) / WARM_UP_ROUNDS)] ?? ''

/** Returns a word of the titles of one segment, taking another segment each time. */
function titleWord(all: [Segment, CitedTitles][], time: number): string {
  const [segment, { terms }] = all[time % all.length] ?? [null, { terms: [] }]
  const term = terms[Math.floor((terms.length * time) / WARM_UP_ROUNDS)]
  if (!segment || term === undefined) return ''
  const cursor = cursorAt(segment, Math.floor(term / TERM_BLOCK))
  while (cursor.term < term) advanceCursor(cursor)
  return cursorText(cursor)
}
