import { inCorners } from '@scinav/contract/quoted'
import type { RankedSource } from './rank-sources.ts'

/** The decision for a sentence, and the reason in Chinese. */
export interface Decision {
  decision: 'strong' | 'candidates' | 'none'
  why: string
}

/**
 * Thresholds chosen on the tuning half of `npm run bench -- citing`, so that at most one proposal in twenty is wrong.
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
const TITLED_COVERAGE = { coverage: 0.25, things: 2 }
/** The same for any other candidate. */
const HIGH_COVERAGE = { coverage: 0.35, things: 4 }

/**
 * Decides what to propose for a sentence. A source is proposed (`strong`) for its lead over the next rival and a
 * minimum score; otherwise all are candidates.
 */
export function decideSource(all: readonly RankedSource[]): Decision & { sources: RankedSource[] } {
  const sources = all.filter((each) => isCandidate(each) || each.evidence.near)
  const [first] = sources
  if (!first) return { decision: 'none', why: '检索范围内没有说到这件事的文献', sources }
  // A source that is near by meaning only is never more than a candidate.
  if (!isCandidate(first)) return { decision: 'candidates', why: '意思相近，用词不同，请核对原句', sources }
  const rival = sources.find((each) => each !== first && isCloseSource(each) && isRival(first, each))
  const margin = first.score - (rival?.score ?? 0)
  const isNamed = first.whole || (first.called && first.names.length > 0)
  const ahead = margin >= (isNamed ? MIN_MARGIN : MIN_UNNAMED_MARGIN)
  if (ahead && first.score >= MIN_SCORE) return { decision: 'strong', why: strongReason(first), sources }
  return { decision: 'candidates', why: candidateReason(first, ahead, isNamed), sources }
}

const isCitable = ({ score, called }: RankedSource): boolean => called || score >= MIN_CANDIDATE_SCORE

const isCloseSource = (source: RankedSource): boolean => isCitable(source) || source.evidence.near

const isCandidate = (source: RankedSource): boolean => isCitable(source) || coversSentence(source)

const coversSentence = ({ titled, said, evidence: { coverage } }: RankedSource): boolean =>
  (titled && said.length >= TITLED_COVERAGE.things && coverage >= TITLED_COVERAGE.coverage) ||
  (said.length >= HIGH_COVERAGE.things && coverage >= HIGH_COVERAGE.coverage)

/** Returns whether another source competes with the first; one for a different name in the sentence does not. */
const isRival = (first: RankedSource, other: RankedSource): boolean =>
  !(other.called && other.names.length > 0 && other.names.every((name) => !first.names.includes(name)))

function strongReason({ whole, names, said }: RankedSource): string {
  if (whole) return '与第二名相差明显；句中写出了它的题名'
  const [name] = names
  if (name) return `与第二名相差明显；句中的${inCorners(name)}是它的题名`
  return `与第二名相差明显；它说到${quoteTerms(said)}`
}

function candidateReason({ said }: RankedSource, ahead: boolean, isNamed: boolean): string {
  if (!ahead && isNamed) return '有几篇同样符合，请选择'
  return said.length > 0 ? `有几篇相近（都说到${quoteTerms(said)}），请选择` : '只有大致相近的文献'
}

const MAX_SHOWN_TERMS = 3
const quoteTerms = (said: readonly string[]): string =>
  said
    .slice(0, MAX_SHOWN_TERMS)
    .map((word) => inCorners(word))
    .join('')
