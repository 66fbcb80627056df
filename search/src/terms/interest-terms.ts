import type { Work } from '@scinav/contract'
import { yearOf } from '../index/document.ts'
import { extractPhrases, termKey } from './title-phrases.ts'

/** The terms of one paper. */
export interface PaperTopics {
  /** Year of publication; 0 when it is unknown. */
  year: number
  /** Keys of all its terms. */
  keys: Set<string>
}

/** A term of some papers. */
export interface InterestTerm {
  /** Its `termKey`. */
  key: string
  /** Its most frequent spelling. */
  label: string
  /** Number of papers with the term in keywords or titles. */
  count: number
  /** Whether it is a keyword of some paper. */
  keyword: boolean
}

/** The spellings of a term. */
interface TermSpelling {
  /** Number of papers with the term among their keywords or, if they have none, among their title phrases. */
  count: number
  /** Whether it is a keyword of some paper; a phrase of titles has to recur to count as a term. */
  keyword: boolean
  /** Number of papers by spelling. */
  labels: Map<string, number>
}

/** Terms of papers, collected paper by paper by `gatherTerms`. */
export interface GatheredTerms {
  papers: PaperTopics[]
  /** By `termKey`. */
  spellings: Map<string, TermSpelling>
}

/** Returns an empty collection. */
export const createGatheredTerms = (): GatheredTerms => ({ papers: [], spellings: new Map() })

/**
 * Adds a paper. Its keywords, or without any the phrases of its titles, become terms; both count as keys of the paper.
 */
export function gatherTerms({ papers, spellings }: GatheredTerms, work: Work): void {
  const phrases = [work.title, work.title_zh ?? ''].flatMap(extractPhrases)
  const terms = work.keywords.length > 0 ? work.keywords : phrases
  const labelsByKey = new Map(terms.map((term) => [termKey(term), term.trim()]))
  for (const [key, label] of labelsByKey) {
    if (key.length < MIN_KEY_CHARS) continue
    const spelling = spellings.get(key) ?? { count: 0, keyword: false, labels: new Map() }
    spellings.set(key, spelling)
    spelling.count += 1
    spelling.keyword ||= work.keywords.length > 0
    spelling.labels.set(label, (spelling.labels.get(label) ?? 0) + 1)
  }
  papers.push({ year: yearOf(work.publish_date), keys: new Set([...work.keywords, ...phrases].map(termKey)) })
}

/** Among fewer papers than this, a keyword of a single paper counts; otherwise a term needs two papers. */
const FEW_PAPERS = 10
/** Shorter keys are single letters. */
const MIN_KEY_CHARS = 2

/** A term contained in a longer one is dropped when the longer one has at least this share of its papers. */
const MAX_CONTAINED_SHARE = 0.75

/** Number of candidates whose papers are counted, as a multiple of the number of returned terms. */
const COUNTED_FACTOR = 4
/**
 * Number of these that are compared with each other, as such a multiple; those contained in longer ones are dropped.
 */
const COMPARED_FACTOR = 2

/**
 * Returns up to `limit` terms that most papers share, most frequent first, without those that only repeat the query.
 * The count of a spelling is only that of the papers whose terms it was taken from. The most frequent candidates are
 * therefore counted again, in the keywords and title phrases of all papers.
 */
export function findFrequentTerms(
  { papers, spellings }: GatheredTerms,
  query: string,
  limit: number,
): InterestTerm[] {
  const queryWords = new Set(termKey(query).split(' '))
  const minPapers = (keyword: boolean) => (keyword && papers.length < FEW_PAPERS ? 1 : 2)
  const candidates = [...spellings]
    .map(([key, spelling]) => ({ key, ...spelling }))
    .filter(({ key, count, keyword }) => count >= minPapers(keyword) && !repeatsQuery(key, query, queryWords))
    .sort((a, b) => b.count - a.count)
    .slice(0, limit * COUNTED_FACTOR)
  const terms = candidates
    .map(({ key, labels, keyword }) => ({
      key,
      label: mostFrequentLabel(labels) ?? key,
      keyword,
      count: papers.reduce((sum, { keys }) => sum + Number(keys.has(key)), 0),
    }))
    .sort((a, b) => b.count - a.count || b.key.length - a.key.length)
    .slice(0, limit * COMPARED_FACTOR)
  const isPartOfLonger = ({ key, count }: InterestTerm) =>
    terms.some(
      (other) => other.key !== key && isWithin(key, other.key) && other.count >= count * MAX_CONTAINED_SHARE,
    )
  return terms.filter((term) => !isPartOfLonger(term)).slice(0, limit)
}

/** Returns the most frequent spelling of a term, undefined without any. */
export const mostFrequentLabel = (labels: TermSpelling['labels']): string | undefined =>
  [...labels].sort((a, b) => b[1] - a[1])[0]?.[0]

/** Matches a Chinese character. */
const HAN = /\p{Script=Han}/u

/** Returns whether a term consists only of words of the query. */
function repeatsQuery(key: string, query: string, queryWords: Set<string>): boolean {
  if (HAN.test(key)) return query.includes(key)
  return key.split(' ').every((word) => queryWords.has(word))
}

/**
 * Returns whether the words of a term occur side by side in a longer one; Chinese words have no spaces between them.
 */
const isWithin = (key: string, longer: string) =>
  HAN.test(key) ? longer.includes(key) : ` ${longer} `.includes(` ${key} `)

/**
 * Returns Dunning's log-likelihood ratio (1993) for a term in `k` of `n` selected papers and in `total` of the `papers`
 * of the library; 0 when it is no more frequent among the selected papers than elsewhere. The larger it is, the less
 * likely the difference is due to chance.
 */
export function logLikelihoodRatio(k: number, n: number, total: number, papers: number): number {
  const elsewhere = Math.max(0, total - k)
  const otherPapers = Math.max(1, papers - n)
  if (k / n <= elsewhere / otherPapers) return 0
  const share = (k + elsewhere) / (n + otherPapers)
  return (
    2 *
    (logLikelihood(k, n, k / n) +
      logLikelihood(elsewhere, otherPapers, elsewhere / otherPapers) -
      logLikelihood(k, n, share) -
      logLikelihood(elsewhere, otherPapers, share))
  )
}

/** Returns the logarithm of the probability that `k` of `n` papers have a term which a `share` of all papers has. */
function logLikelihood(k: number, n: number, share: number): number {
  const withTerm = k === 0 ? 0 : k * Math.log(share)
  const withoutTerm = n - k <= 0 || share >= 1 ? 0 : (n - k) * Math.log(1 - share)
  return withTerm + withoutTerm
}

/** Number of papers per year. */
export type YearCounts = { year: number; count: number }[]

/** Lengths of the periods that `growthRate` compares. */
const RECENT_YEARS = 3
const EARLIER_YEARS = 5
/** Added to both numbers of papers per year, so that a few papers do not look like growth. */
const SMOOTHING = 0.2

/**
 * Returns the papers per year in the last three years up to `latest`, divided by those in the five years before, both
 * smoothed; rounded to two decimals. 1 means no growth, or no papers.
 *
 * @param latest last year of the recent period, inclusive
 */
export function growthRate(years: YearCounts, latest: number): number {
  const papersBetween = (from: number, to: number) =>
    years.reduce((sum, { year, count }) => sum + (year >= from && year <= to ? count : 0), 0)
  const lastEarlier = latest - RECENT_YEARS
  const recent = papersBetween(lastEarlier + 1, latest) / RECENT_YEARS
  const earlier = papersBetween(lastEarlier - EARLIER_YEARS + 1, lastEarlier) / EARLIER_YEARS
  return Math.round(((recent + SMOOTHING) / (earlier + SMOOTHING)) * 100) / 100
}
