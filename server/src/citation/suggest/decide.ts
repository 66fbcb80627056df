import { inCorners } from '@scinav/contract/quoted'
import type { RankedSource } from './rank-sources.ts'

/** The decision for a sentence, and the reason in Chinese. */
export interface Decision {
  decision: 'strong' | 'candidates' | 'none'
  why: string
}

/** The decision for a sentence without a source that can be cited. */
export const NO_SOURCE: Decision = { decision: 'none', why: '检索范围内没有说到这件事的文献' }

/**
 * The least score of a proposed source, and its least lead over the next one. Chosen, as the thresholds below, on the
 * tuning half of `npm run bench -- citing`, so that at most one proposal in twenty is wrong.
 */
const MIN_SCORE = 0.35
const MIN_MARGIN = 0.1
/** The lead that a source needs when the sentence does not name it. */
const MIN_UNNAMED_MARGIN = 0.3
/** The least score of a candidate. */
const MIN_CANDIDATE_SCORE = 0.12

/**
 * The least coverage, and number of stated terms, of a candidate whose title has a rare concept of the sentence. A
 * sentence says much that it does not cite for.
 */
const RARE_TITLE_COVERAGE = { coverage: 0.25, terms: 2 }
/** The same for any other candidate. */
const HIGH_COVERAGE = { coverage: 0.35, terms: 4 }

/**
 * Decides what to propose for a sentence. A source is proposed (`strong`) for its lead over the next rival and a
 * minimum score; otherwise all are candidates.
 */
export function decideSource(ranked: readonly RankedSource[]): Decision & { sources: RankedSource[] } {
  const sources = ranked.filter((each) => isCandidate(each) || each.evidence.near)
  const [first] = sources
  if (!first) return { ...NO_SOURCE, sources }
  // A source that is near by meaning only is never more than a candidate.
  if (!isCandidate(first)) return { decision: 'candidates', why: '意思相近，用词不同，请核对原句', sources }
  const rival = sources.find((each) => each !== first && isCloseSource(each) && isRival(first, each))
  const margin = first.score - (rival?.score ?? 0)
  const isNamed = first.namesWholeTitle || (first.namesTitle && first.names.length > 0)
  const isAhead = margin >= (isNamed ? MIN_MARGIN : MIN_UNNAMED_MARGIN)
  if (isAhead && first.score >= MIN_SCORE) return { decision: 'strong', why: strongReason(first), sources }
  return { decision: 'candidates', why: candidateReason(first, isAhead, isNamed), sources }
}

/** Returns whether a source fits by its score, or because the sentence names its title. */
const isCitable = ({ score, namesTitle }: RankedSource): boolean => namesTitle || score >= MIN_CANDIDATE_SCORE

/** Returns whether a source fits so well that it may compete for the proposal. */
const isCloseSource = (source: RankedSource): boolean => isCitable(source) || source.evidence.near

/** Returns whether a source may be shown to the user as a candidate. */
const isCandidate = (source: RankedSource): boolean => isCitable(source) || coversSentence(source)

/** Returns whether a source states so much of the sentence that it may be meant. */
const coversSentence = ({ hasRareTitleTerm, statedTerms, evidence: { coverage } }: RankedSource): boolean =>
  (hasRareTitleTerm &&
    statedTerms.length >= RARE_TITLE_COVERAGE.terms &&
    coverage >= RARE_TITLE_COVERAGE.coverage) ||
  (statedTerms.length >= HIGH_COVERAGE.terms && coverage >= HIGH_COVERAGE.coverage)

/** Returns whether another source competes with the first; one for a different name in the sentence does not. */
const isRival = (first: RankedSource, other: RankedSource): boolean =>
  !(other.namesTitle && other.names.length > 0 && other.names.every((name) => !first.names.includes(name)))

function strongReason({ namesWholeTitle, names, statedTerms }: RankedSource): string {
  if (namesWholeTitle) return '与第二名相差明显；句中写出了它的题名'
  const [name] = names
  if (name) return `与第二名相差明显；句中的${inCorners(name)}是它的题名`
  return `与第二名相差明显；它说到${quoteTerms(statedTerms)}`
}

function candidateReason({ statedTerms }: RankedSource, isAhead: boolean, isNamed: boolean): string {
  if (!isAhead && isNamed) return '有几篇同样符合，请选择'
  return statedTerms.length > 0
    ? `有几篇相近（都说到${quoteTerms(statedTerms)}），请选择`
    : '只有大致相近的文献'
}

/** Maximum number of terms that a reason names. */
const MAX_SHOWN_TERMS = 3
const quoteTerms = (statedTerms: readonly string[]): string =>
  statedTerms
    .slice(0, MAX_SHOWN_TERMS)
    .map((word) => inCorners(word))
    .join('')
