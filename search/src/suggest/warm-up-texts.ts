import { type Segment, TERM_BLOCK } from '../index/layout.ts'
import { advanceCursor, cursorAt, cursorText } from '../index/term-cursor.ts'
import type { CompletedTable } from './beginnings.ts'
import type { CitedTitles } from './cited-titles.ts'
import type { FrequentCompletions } from './frequent-values.ts'

/** Number of rounds of five texts, after which completion hardly becomes faster. */
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
  const preparedTitles = [...titles]
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    const word = titleWord(preparedTitles, round)
    const other = titleWord(preparedTitles, WARM_UP_ROUNDS - 1 - round)
    yield word.slice(0, 3)
    yield word.slice(0, 6)
    yield `${word} ${other.slice(0, 4)}`
    yield textAt(values.author.texts, round).slice(0, 6)
    yield textAt(values.source.texts, round).slice(0, 9)
  }
}

/** Returns the text of a list that is as far from its start as a round from the first one; '' of an empty list. */
const textAt = (texts: string[], round: number) =>
  texts[Math.floor((texts.length * round) / WARM_UP_ROUNDS)] ?? ''

/**
 * Returns a word of the titles of one segment, as far in the order of terms as the round among all rounds; consecutive
 * rounds use different segments. Returns '' when there are no words.
 */
function titleWord(preparedTitles: [Segment, CitedTitles][], round: number): string {
  const [segment, { terms }] = preparedTitles[round % preparedTitles.length] ?? [null, { terms: [] }]
  const term = terms[Math.floor((terms.length * round) / WARM_UP_ROUNDS)]
  if (!segment || term === undefined) return ''
  const cursor = cursorAt(segment, Math.floor(term / TERM_BLOCK))
  while (cursor.term < term) advanceCursor(cursor)
  return cursorText(cursor)
}
