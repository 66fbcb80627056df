import { MASKS } from '../index/layout.ts'
import type { Counts } from '../planning/request.ts'
import type { Completions } from '../planning/term-index.ts'
import { beginningsOf, type Completed, wantedBeginnings } from '../suggest/beginnings.ts'
import { textPlan } from '../suggest/plans.ts'
import { isShort } from '../suggest/typed.ts'
import { isHit, type Library } from './plain-match.ts'

/** What a text may go on to be, by looking at every value and every title; titles in the order of their citations. */
export function completions(library: Library, text: string): Completions {
  return {
    keyword: valuesFor(library, 'keyword', text),
    author: text === '' ? [] : valuesFor(library, 'author', text),
    source: text === '' ? [] : valuesFor(library, 'source', text),
    titles: isShort(text) ? [] : titlesFor(library, text),
  }
}

const MOST = 30
const MOST_TITLES = 15

function valuesFor({ papers, values }: Library, table: Completed, text: string): Counts {
  const counts = new Map<number, number>()
  for (const paper of papers)
    for (const key of paper.values[table]) {
      const number = values[table].numberOf(key) ?? 0
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
  const wanted = wantedBeginnings(table, text)
  const ranked = [...counts].flatMap(([number, papers]) => {
    const all = beginningsOf(table, values[table], number)
    const fitting =
      text === '' ? all : all.filter((each) => wanted.some((begun) => each.text.startsWith(begun)))
    return fitting.length === 0
      ? []
      : [{ number, papers, inner: text !== '' && fitting.every(({ inner }) => inner) }]
  })
  ranked.sort((a, b) => Number(a.inner) - Number(b.inner) || b.papers - a.papers)
  return ranked.slice(0, MOST).map(({ number, papers }) => [number, papers])
}

function titlesFor(library: Library, text: string): number[] {
  const plan = textPlan(text, MASKS.title)
  const found = library.papers.filter((paper) => isHit(paper, plan, library))
  found.sort((a, b) => b.numbers.cited - a.numbers.cited || b.seq - a.seq)
  return found.slice(0, MOST_TITLES).map(({ seq }) => seq)
}
