import { createRequest } from '../planning/request.ts'
import type { TermIndex } from '../planning/term-index.ts'

/** The most frequent disciplines of what appeared in a source (a folded title), the first one first. */
export type SourceSubjects = Map<string, string[]>

const MAX_SUBJECTS = 3
/** A discipline counts where it has this share of the most frequent one's papers. */
const MIN_SUBJECT_SHARE = 0.2

/** Read from the index: one search for each discipline that any paper has. */
export async function readSourceSubjects(index: TermIndex): Promise<SourceSubjects> {
  const { subject, source } = index.values()
  const counts = new Map<string, { code: string; count: number }[]>()
  for (let number = 1; number <= subject.count; number += 1) {
    const code = subject.keyOf(number)
    const { facets } = await index.search({
      ...createRequest({ op: 'values', column: 'subject', numbers: [number] }),
      facets: ['source'],
      all_sources: true,
    })
    for (const [at, count] of facets.source?.counts ?? []) {
      const key = source.keyOf(at)
      counts.set(key, [...(counts.get(key) ?? []), { code, count }])
    }
  }
  return new Map([...counts].map(([key, list]) => [key, frequentSubjects(list)]))
}

function frequentSubjects(list: { code: string; count: number }[]): string[] {
  const sorted = list.toSorted((a, b) => b.count - a.count || b.code.length - a.code.length)
  const least = (sorted[0]?.count ?? 0) * MIN_SUBJECT_SHARE
  return sorted
    .filter(({ count }) => count >= least)
    .slice(0, MAX_SUBJECTS)
    .map(({ code }) => code)
}
