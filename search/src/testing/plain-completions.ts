import { MASKS } from '../index/layout.ts'
import type { Completions, ValueCounts } from '../planning/term-index.ts'
import { type CompletedTable, typedBeginnings, valueBeginnings } from '../suggest/beginnings.ts'
import { typedTextPlan } from '../suggest/plans.ts'
import { isShortWord } from '../suggest/typed-text.ts'
import { isHit, type PlainLibrary } from './plain-match.ts'

/** Completes a text by examining every value and every title; titles are ordered by citations. */
export function plainCompletions(library: PlainLibrary, text: string): Completions {
  return {
    keyword: completeValues(library, 'keyword', text),
    author: text === '' ? [] : completeValues(library, 'author', text),
    source: text === '' ? [] : completeValues(library, 'source', text),
    titles: isShortWord(text) ? [] : completeTitles(library, text),
  }
}

const MAX_SUGGESTIONS = 30
const MAX_TITLES = 15

function completeValues({ papers, values }: PlainLibrary, table: CompletedTable, text: string): ValueCounts {
  const counts = new Map<number, number>()
  for (const paper of papers)
    for (const key of paper.values[table]) {
      const number = values[table].numberOf(key) ?? 0
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
  const wanted = typedBeginnings(table, text)
  const ranked = [...counts].flatMap(([number, papers]) => {
    const all = valueBeginnings(table, values[table], number)
    const fitting =
      text === '' ? all : all.filter((each) => wanted.some((begun) => each.text.startsWith(begun)))
    return fitting.length === 0
      ? []
      : [{ number, papers, inner: text !== '' && fitting.every(({ inner }) => inner) }]
  })
  ranked.sort((a, b) => Number(a.inner) - Number(b.inner) || b.papers - a.papers)
  return ranked.slice(0, MAX_SUGGESTIONS).map(({ number, papers }) => [number, papers])
}

function completeTitles(library: PlainLibrary, text: string): number[] {
  const plan = typedTextPlan(text, MASKS.title)
  const found = library.papers.filter((paper) => isHit(paper, plan, library))
  found.sort((a, b) => b.numbers.cited - a.numbers.cited || b.seq - a.seq)
  return found.slice(0, MAX_TITLES).map(({ seq }) => seq)
}
