import { inCorners } from '@scinav/contract/quoted'
import { disciplineName } from '../../library/dictionaries/index.ts'
import { MAX_SIGNALS_PER_KIND, type RecommendationSignal } from './recommendation-signal.ts'

/** Weight of the most cited papers of a discipline, less than that of anything known about the user. */
const SUBJECT_CLASSICS_WEIGHT = 0.2
/** Weight of the most cited papers of the library. */
const LANDMARK_WEIGHT = 0.1
/** Ends the reasons that `reasonFor` completes with the number of citations. */
const HIGHLY_CITED_REASON = '被引较多的文献'

/** Returns signals for the most cited papers of each discipline. */
export function subjectSignals(subject_codes: string[]): RecommendationSignal[] {
  return subject_codes.slice(0, MAX_SIGNALS_PER_KIND).map((code) => ({
    query: `SC=${code}`,
    weight: SUBJECT_CLASSICS_WEIGHT,
    reason: `${disciplineName(code) ?? code}学科中${HIGHLY_CITED_REASON}`,
    sort: 'citations',
  }))
}

/** The signal for the most cited papers of the library, used when the library is too small to have topics. */
export const LANDMARK_SIGNAL: RecommendationSignal = {
  query: '',
  weight: LANDMARK_WEIGHT,
  reason: `本馆${HIGHLY_CITED_REASON}`,
  sort: 'citations',
}

/**
 * Returns a reason that holds for this paper: one that calls papers highly cited names the number of citations, or
 * does not mention citations when none are known.
 */
export function reasonFor(reason: string, paper: { citation_count: number; cited_by_count: number }): string {
  if (!reason.endsWith(HIGHLY_CITED_REASON)) return reason
  const citations = Math.max(paper.citation_count, paper.cited_by_count)
  if (citations > 0) return `${reason}，被引 ${citations.toLocaleString('en')} 次`
  return reason.replace(/中?被引较多的文献$/, '收录的文献')
}

/** Returns the reason for a paper on a main topic of the library, with the number of papers on it. */
export const libraryTopicReason = (label: string, papers: number): string =>
  `关于${inCorners(label)}，本馆文献有 ${papers.toLocaleString('en')} 篇`
