import type { Work } from '@scinav/contract'
import { yearOf } from '../index/document.ts'
import { extractPhrases, termKey } from './title-phrases.ts'

/** The terms of one paper. */
export interface PaperTopics {
  year: number
  /** Keys of all its terms. */
  keys: Set<string>
}

/** A term of some papers with its most frequent spelling and its number of papers. */
export interface InterestTerm {
  key: string
  label: string
  count: number
  /** Whether it is a keyword of some paper. */
  keyword: boolean
}

interface TermSpelling {
  count: number
  /** Whether it is a keyword of some paper; a phrase of titles has to recur to count as a term. */
  keyword: boolean
  labels: Map<string, number>
}

/** Terms of papers, collected paper by paper. */
export interface GatheredTerms {
  papers: PaperTopics[]
  spellings: Map<string, TermSpelling>
}

export const createGatheredTerms = (): GatheredTerms => ({ papers: [], spellings: new Map() })

/** Adds a paper: its keywords are its terms; without keywords, the phrases of its title. */
export function gatherTerms({ papers, spellings }: GatheredTerms, work: Work): void {
  const phrases = [work.title, work.title_zh ?? ''].flatMap(extractPhrases)
  const terms = work.keywords.length > 0 ? work.keywords : phrases
  for (const [key, label] of new Map(terms.map((term) => [termKey(term), term.trim()]))) {
    if (key.length < 2) continue
    const known = spellings.get(key) ?? { count: 0, keyword: false, labels: new Map() }
    spellings.set(key, known)
    known.count += 1
    known.keyword ||= work.keywords.length > 0
    known.labels.set(label, (known.labels.get(label) ?? 0) + 1)
  }
  papers.push({ year: yearOf(work.publish_date), keys: new Set([...work.keywords, ...phrases].map(termKey)) })
}

/** A term contained in a longer one is dropped when the longer one has at least this share of its papers. */
const MAX_CONTAINED_SHARE = 0.75

/** Returns the terms that most papers share, without those that only repeat the query. */
export function findFrequentTerms(
  { papers, spellings }: GatheredTerms,
  query: string,
  most: number,
): InterestTerm[] {
  const asked = new Set(termKey(query).split(' '))
  const least = (keyword: boolean) => (keyword && papers.length < 10 ? 1 : 2)
  const terms = [...spellings]
    .filter(([key, { count, keyword }]) => count >= least(keyword) && !repeatsQuery(key, query, asked))
    .sort((a, b) => b[1].count - a[1].count)
    .slice(0, most * 4)
    .map(([key, { labels, keyword }]) => ({
      key,
      label: mostFrequentLabel(labels) ?? key,
      keyword,
      count: papers.reduce((sum, { keys }) => sum + Number(keys.has(key)), 0),
    }))
    .sort((a, b) => b.count - a.count || b.key.length - a.key.length)
    .slice(0, most * 2)
  return terms
    .filter(
      ({ key, count }) =>
        !terms.some(
          (other) =>
            other.key !== key && isWithin(key, other.key) && other.count >= count * MAX_CONTAINED_SHARE,
        ),
    )
    .slice(0, most)
}

/** Returns the most frequent spelling of a term. */
export const mostFrequentLabel = (labels: TermSpelling['labels']): string | undefined =>
  [...labels].sort((a, b) => b[1] - a[1])[0]?.[0]

function repeatsQuery(key: string, query: string, asked: Set<string>): boolean {
  if (/\p{Script=Han}/u.test(key)) return query.includes(key)
  return key.split(' ').every((word) => asked.has(word))
}

const isWithin = (key: string, longer: string) => ` ${longer} `.includes(` ${key} `)

/**
 * Returns Dunning's log-likelihood ratio (1993) for a term in `k` of `n` papers, compared with `all` of `papers`; 0
 * when it is no more frequent among the `n` papers than elsewhere.
 */
export function logLikelihoodRatio(k: number, n: number, all: number, papers: number): number {
  const rest = Math.max(0, all - k)
  const others = Math.max(1, papers - n)
  if (k / n <= rest / others) return 0
  const share = (k + rest) / (n + others)
  return (
    2 *
    (logLikelihood(k, n, k / n) +
      logLikelihood(rest, others, rest / others) -
      logLikelihood(k, n, share) -
      logLikelihood(rest, others, share))
  )
}

function logLikelihood(k: number, n: number, share: number): number {
  const yes = k === 0 ? 0 : k * Math.log(share)
  return yes + (n - k <= 0 || share >= 1 ? 0 : (n - k) * Math.log(1 - share))
}

/** Number of papers per year. */
export type YearCounts = { year: number; count: number }[]

const RECENT_YEARS = 3
const EARLIER_YEARS = 5
/** Smoothing constant, so that a few papers do not look like growth. */
const SMOOTHING = 0.2

/** Returns the papers per year in the last three years up to `latest`, divided by those in the five years before. */
export function growthRate(years: YearCounts, latest: number): number {
  const between = (from: number, to: number) =>
    years.reduce((sum, { year, count }) => sum + (year >= from && year <= to ? count : 0), 0)
  const recent = between(latest - RECENT_YEARS + 1, latest) / RECENT_YEARS
  const before = between(latest - RECENT_YEARS - EARLIER_YEARS + 1, latest - RECENT_YEARS) / EARLIER_YEARS
  return Math.round(((recent + SMOOTHING) / (before + SMOOTHING)) * 100) / 100
}
