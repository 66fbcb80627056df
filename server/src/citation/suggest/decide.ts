import { inCorners } from '@scinav/contract/quoted'
import type { RankedSource } from './rank-sources.ts'

/** What is proposed for a sentence, and why, in Chinese. */
export interface Decision {
  decision: 'strong' | 'candidates' | 'none'
  why: string
}

/** Tried over the tuning half of `npm run bench -- citing`: what is proposed shall be wrong once in twenty at most. */
const LEAST_SCORE = 0.35
const LEAST_MARGIN = 0.1
/** So far ahead that it needs no name. */
const FAR_AHEAD = 0.3
/** What fits less is no candidate. */
const LEAST_CANDIDATE = 0.12

/** A sentence says much that nobody cites it for: its source is called after something in it, and says so much of it. */
const SOME = { coverage: 0.25, things: 2 }
/** Whatever it is called, a work that says so much of a sentence, and so many things of it, may be its source. */
const MUCH = { coverage: 0.35, things: 4 }

/** Only a clear first is proposed: by how far it is ahead of the second, not by its score. */
export function decide(all: readonly RankedSource[]): Decision & { sources: RankedSource[] } {
  const sources = all.filter((each) => isCandidate(each) || each.evidence.near)
  const [first] = sources
  if (!first) return { decision: 'none', why: '检索范围内没有说到这件事的文献', sources }
  // What is only near in meaning is never more than a candidate.
  if (!isCandidate(first)) return { decision: 'candidates', why: '意思相近，用词不同，请核对原句', sources }
  const rival = sources.find((each) => each !== first && isNear(each) && isRival(first, each))
  const margin = first.score - (rival?.score ?? 0)
  const isNamed = first.whole || (first.called && first.names.length > 0)
  const ahead = margin >= (isNamed ? LEAST_MARGIN : FAR_AHEAD)
  if (ahead && first.score >= LEAST_SCORE) return { decision: 'strong', why: strongReason(first), sources }
  return { decision: 'candidates', why: candidateReason(first, ahead, isNamed), sources }
}

const fits = ({ score, called }: RankedSource): boolean => called || score >= LEAST_CANDIDATE

const isNear = (source: RankedSource): boolean => fits(source) || source.evidence.near

const isCandidate = (source: RankedSource): boolean => fits(source) || saysMuch(source)

const saysMuch = ({ titled, said, evidence: { coverage } }: RankedSource): boolean =>
  (titled && said.length >= SOME.things && coverage >= SOME.coverage) ||
  (said.length >= MUCH.things && coverage >= MUCH.coverage)

/** A sentence that names two things has two sources: neither stands in the way of the other. */
const isRival = (first: RankedSource, other: RankedSource): boolean =>
  !(other.called && other.names.length > 0 && other.names.every((name) => !first.names.includes(name)))

function strongReason({ whole, names, said }: RankedSource): string {
  if (whole) return '与第二名相差明显；句中写出了它的题名'
  const [name] = names
  if (name) return `与第二名相差明显；句中的${inCorners(name)}是它的题名`
  return `与第二名相差明显；它说到${quoted(said)}`
}

function candidateReason({ said }: RankedSource, ahead: boolean, isNamed: boolean): string {
  if (!ahead && isNamed) return '有几篇同样符合，请选择'
  return said.length > 0 ? `有几篇相近（都说到${quoted(said)}），请选择` : '只有大致相近的文献'
}

const MOST_SAID = 3
const quoted = (said: readonly string[]): string =>
  said
    .slice(0, MOST_SAID)
    .map((word) => inCorners(word))
    .join('')
