import type { Work } from '@scinav/contract'
import {
  createGatheredTerms,
  findFrequentTerms,
  type GatheredTerms,
  gatherTerms,
  mostFrequentLabel,
} from './interest-terms.ts'
import { isGeneralWord, termKey } from './title-phrases.ts'

/** Minimum number of papers for meaningful topics. */
const MIN_PAPERS = 30
/** Number of frequent terms from which up to `MAX_TOPICS` topics are chosen. */
const MAX_CANDIDATES = 40
const MAX_TOPICS = 12
/** Number of papers gathered between two pauses that let other work proceed. */
const PAUSE_INTERVAL = 50

/**
 * Returns up to `MAX_TOPICS` topics that many of the papers share, most frequent first, each in its most frequent
 * spelling; none for fewer than `MIN_PAPERS` papers.
 */
export async function findTopics(works: Iterable<Work>): Promise<string[]> {
  const gathered = createGatheredTerms()
  for (const work of works) {
    gatherTerms(gathered, work)
    if (gathered.papers.length % PAUSE_INTERVAL === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  if (gathered.papers.length < MIN_PAPERS) return []
  const labels = findFrequentTerms(gathered, '', MAX_CANDIDATES)
    .map(({ label }) => label)
    .filter(isTopic)
    .flatMap((label) => completePhrase(label, gathered) ?? [])
  return [...new Map(labels.map((label) => [termKey(label), label])).values()].slice(0, MAX_TOPICS)
}

/**
 * Returns whether a label may be a topic: three to twelve Chinese characters, or two to four words of another script
 * that are not all general.
 */
function isTopic(label: string): boolean {
  if (/\p{Script=Han}/u.test(label)) return /^[\p{L}\p{N}]{3,12}$/u.test(label) && !isGeneralWord(label)
  const words = label.toLowerCase().split(' ')
  return (
    /^\p{L}[\p{L}\p{N}-]+(?: \p{L}[\p{L}\p{N}-]+){1,3}$/u.test(label) &&
    words.some((word) => !isGeneralWord(word))
  )
}

/** Maximum share of a phrase's papers in which it continues with another word; with more, it is incomplete. */
const MAX_CONTINUED_SHARE = 0.6

/**
 * Returns a phrase, or the longer one that it begins: "statistical machine" never occurs by itself. Returns null for an
 * incomplete phrase without a frequent continuation.
 */
function completePhrase(label: string, { papers, spellings }: GatheredTerms): string | null {
  const prefix = `${termKey(label)} `
  const containing = papers.filter(({ keys }) => keys.has(termKey(label)))
  const continuations = containing.map(({ keys }) => [...keys].filter((key) => key.startsWith(prefix)))
  const continuedCount = continuations.filter(({ length }) => length > 0).length
  if (continuedCount <= containing.length * MAX_CONTINUED_SHARE) return label
  const byKey = Map.groupBy(continuations.flat(), (key) => key)
  const [mostFrequent] = [...byKey].sort(([, a], [, b]) => b.length - a.length)
  if (!mostFrequent) return null
  const [key, occurrences] = mostFrequent
  if (occurrences.length < 2) return null
  const spelling = mostFrequentLabel(spellings.get(key)?.labels ?? new Map())
  return spelling && isTopic(spelling) ? spelling : null
}
