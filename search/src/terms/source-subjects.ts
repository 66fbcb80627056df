import { createRequest, type TermIndex } from '../planning/term-index.ts'

/** The codes of the most frequent disciplines of each source (by folded title), most frequent first. */
export type SourceSubjects = Map<string, string[]>

/** Maximum number of disciplines per source. */
const MAX_SUBJECTS = 3
/** Minimum papers of a discipline, as a share of those of the most frequent one. */
const MIN_SUBJECT_SHARE = 0.2

/**
 * Finds the most frequent disciplines of every source (`frequentSubjects`), with one search of the index per discipline.
 */
export async function readSourceSubjects(index: TermIndex): Promise<SourceSubjects> {
  const { subject, source } = index.values()
  const counts = new Map<string, { code: string; count: number }[]>()
  // Values are numbered from 1.
  for (let number = 1; number <= subject.count; number += 1) {
    const code = subject.keyOf(number)
    const { facets } = await index.search({
      ...createRequest({ op: 'values', column: 'subject', numbers: [number] }),
      facets: ['source'],
      // All sources are counted, not only the most frequent ones.
      all_sources: true,
    })
    for (const [sourceNumber, count] of facets.source?.counts ?? []) {
      const key = source.keyOf(sourceNumber)
      counts.set(key, [...(counts.get(key) ?? []), { code, count }])
    }
  }
  return new Map([...counts].map(([key, list]) => [key, frequentSubjects(list)]))
}

/**
 * Returns the codes of up to `MAX_SUBJECTS` disciplines, most frequent first, the narrower (longer code) first among
 * equal ones.
 */
function frequentSubjects(list: { code: string; count: number }[]): string[] {
  const sorted = list.toSorted((a, b) => b.count - a.count || b.code.length - a.code.length)
  const minCount = (sorted[0]?.count ?? 0) * MIN_SUBJECT_SHARE
  return sorted
    .filter(({ count }) => count >= minCount)
    .slice(0, MAX_SUBJECTS)
    .map(({ code }) => code)
}
