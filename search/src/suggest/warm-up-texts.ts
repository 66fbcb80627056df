import { type Segment, TERM_BLOCK } from '../index/layout.ts'
import { advanceCursor, cursorAt, cursorText } from '../index/term-cursor.ts'
import type { CompletedTable } from './beginnings.ts'
import type { CitedTitles } from './cited-titles.ts'
import type { FrequentCompletions } from './frequent-values.ts'

/** Of these two hundred texts the last ones take a fifth of what the first take. */
const WARM_UP_ROUNDS = 40

/**
 * Texts that are completed before anybody asks, so that the first who type need not wait for code that is not compiled
 * yet: beginnings of words of titles, one and two together, of names and of journals. Chinese ones only where the
 * library has them: its dictionaries are 80 MB of memory and come with the first text that needs them.
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

/** What stands as far along in a list. */
const textAt = (texts: string[], time: number) =>
  texts[Math.floor((texts.length * time) / WARM_UP_ROUNDS)] ?? ''

/** A word of the titles of one segment, each time of another one. */
function titleWord(all: [Segment, CitedTitles][], time: number): string {
  const [segment, { terms }] = all[time % all.length] ?? [null, { terms: [] }]
  const term = terms[Math.floor((terms.length * time) / WARM_UP_ROUNDS)]
  if (!segment || term === undefined) return ''
  const cursor = cursorAt(segment, Math.floor(term / TERM_BLOCK))
  while (cursor.term < term) advanceCursor(cursor)
  return cursorText(cursor)
}
