import type { ResearchEvidence } from '@scinav/contract'
import { collectTextTerms, isChineseText, type TermPlaces } from '@scinav/search'
import { contradicts, overlap } from '../../answers/index.ts'
import { isSameSentence } from '../gather/evidence-candidates.ts'
import type { SectionContext } from './section-context.ts'

/** Two pieces of evidence of different works that agree or contradict each other. */
export type EvidencePair = [ResearchEvidence, ResearchEvidence]

/** Minimum overlap of terms, 0 to 1, of two sentences that state much the same. */
const MIN_AGREEMENT = 0.3
/** Minimum overlap of terms of two sentences that contradict each other, which need only be on the same topic. */
const MIN_TOPIC_OVERLAP = 0.12
/** Minimum number of shared terms, not counting those that any abstract may have. */
const MIN_SHARED_TERMS = 3

/**
 * Returns pairs of sentences from different sources, largest overlap first; each sentence occurs in at most one pair.
 * Yields where other tasks may get a turn.
 */
export function* findPairs({
  state,
  question,
}: SectionContext): Generator<void, { agreeing: EvidencePair[]; contradicting: EvidencePair[] }> {
  const commonTerms = collectTextTerms([COMMON_ABSTRACT_WORDS, question.topic])
  const quotes: QuoteTerms[] = []
  for (const each of state.evidence) {
    quotes.push(readQuote(each, commonTerms))
    yield
  }
  const comparisons: QuoteComparison[] = []
  for (const [at, one] of quotes.entries()) {
    comparisons.push(...quotes.slice(at + 1).flatMap((other) => compareQuotes(state, one, other)))
    yield
  }
  const disjoint = disjointComparisons(comparisons)
  const pairsWhere = (contradict: boolean) =>
    disjoint.flatMap((each) => (each.contradicts === contradict ? [each.pair] : [])).slice(0, MAX_PAIRS)
  return { agreeing: pairsWhere(false), contradicting: pairsWhere(true) }
}

/** Returns comparisons that share no sentence, largest overlap first; the larger one of those that do is kept. */
function disjointComparisons(comparisons: readonly QuoteComparison[]): QuoteComparison[] {
  const usedIds = new Set<string>()
  const disjoint: QuoteComparison[] = []
  for (const comparison of comparisons.toSorted((a, b) => b.overlap - a.overlap)) {
    const ids = comparison.pair.map(({ evidence_id }) => evidence_id)
    if (ids.some((id) => usedIds.has(id))) continue
    for (const id of ids) usedIds.add(id)
    disjoint.push(comparison)
  }
  return disjoint
}

/** A quotation with its terms. */
interface QuoteTerms {
  evidence: ResearchEvidence
  terms: TermPlaces
  /** The terms that are not common to all abstracts on the subject. */
  specificTerms: TermPlaces
  isChinese: boolean
}

/** Two quotations that agree or contradict each other. */
interface QuoteComparison {
  pair: EvidencePair
  /** Overlap of their terms, 0 to 1. */
  overlap: number
  contradicts: boolean
}

function readQuote(evidence: ResearchEvidence, commonTerms: TermPlaces): QuoteTerms {
  const terms = collectTextTerms([evidence.quote])
  const specificTerms = new Map([...terms].filter(([term]) => !commonTerms.has(term)))
  return { evidence, terms, specificTerms, isChinese: isChineseText(evidence.quote) }
}

/** Compares two sentences; returns an empty list when they neither agree nor contradict each other. */
function compareQuotes(
  state: SectionContext['state'],
  one: QuoteTerms,
  other: QuoteTerms,
): QuoteComparison[] {
  const [a, b] = [one.evidence, other.evidence]
  const isComparable = a.source_id !== b.source_id && one.isChinese === other.isChinese
  if (!isComparable || isSameWork(state, a, b)) return []
  const shared = overlap(one.terms, other.terms)
  const isContradiction = shared >= MIN_TOPIC_OVERLAP && contradicts(a.quote, b.quote)
  const isAgreement = isFinding(a) && isFinding(b) && isSameStatement(one.specificTerms, other.specificTerms)
  return isContradiction || isAgreement
    ? [{ pair: [a, b], overlap: shared, contradicts: isContradiction }]
    : []
}

/** Words that occur in abstracts on any subject: claims of importance, of activity and of success. */
const COMMON_ABSTRACT_WORDS =
  'results result show shows experiment experiments experimental demonstrate our we propose proposed method methods model models approach approaches outperform outperforms state-of-the-art performance dataset datasets effective effectiveness robust significant significantly improve improves improvement improvements achieve achieves task tasks benchmark benchmarks extensive evaluation evaluate baseline baselines paper 结果 表明 实验 显示 本文 提出 方法 模型 性能 优于 有效 数据集 显著 提高 提升 任务 研究 能够'

/** Descriptions of methods and motives resemble each other without agreeing on a finding. */
const isFinding = ({ aspect }: ResearchEvidence) =>
  aspect === 'result' || aspect === 'limitation' || aspect === null

/** Returns whether two sentences state much the same, by the terms that are specific to them. */
function isSameStatement(one: TermPlaces, other: TermPlaces): boolean {
  const shared = [...one.keys()].filter((term) => other.has(term)).length
  return shared >= MIN_SHARED_TERMS && overlap(one, other) >= MIN_AGREEMENT
}

/**
 * Returns whether two sources share an author or are versions of one work; their agreement is no independent evidence.
 */
function isSameWork(
  { read }: SectionContext['state'],
  one: ResearchEvidence,
  other: ResearchEvidence,
): boolean {
  const [a, b] = [one, other].map(({ source_id }) => read.find((each) => each.source_id === source_id))
  if (!a || !b) return false
  return isSameSentence(a.title, b.title) || a.authors.some((name) => b.authors.includes(name))
}

/** Maximum number of agreeing pairs, and of contradicting ones. */
const MAX_PAIRS = 3
