import type { ResearchEvidence } from '@scinav/contract'
import { collectTextTerms, isChineseText, type TermPlaces } from '@scinav/search'
import { contradicts, overlap } from '../../answers/index.ts'
import { isSameSentence } from '../gather/choose-evidence.ts'
import { groupBySource, type SectionContext, sourceName } from './section-context.ts'

/** Minimum overlap of terms, 0 to 1, of two sentences that state much the same. */
const MIN_AGREEMENT = 0.3
/** Minimum overlap of terms of two sentences that contradict each other, which need only be on the same topic. */
const MIN_TOPIC_OVERLAP = 0.12
/** Minimum number of shared terms, not counting those that any abstract may have. */
const MIN_SHARED_TERMS = 3
/** Maximum number of agreeing pairs, and of contradicting ones. */
const MAX_PAIRS = 3
/** Maximum number of rows of the comparison table. */
const MAX_ROWS = 8

type EvidencePair = [ResearchEvidence, ResearchEvidence]

/** Writes the section 文献间一致与分歧: sentences of different sources next to each other, without a conclusion. */
export function* writeAgreement(writing: SectionContext): Generator<void> {
  const { question, frame, out } = writing
  out.write(frame.sideBySide)
  const { agreeing, contradicting } = yield* findPairs(writing)
  if (agreeing.length + contradicting.length === 0) out.write(`\n\n${frame.nothingComparable}`)
  yield* writePairs(writing, frame.similarHead, agreeing)
  yield* writePairs(writing, frame.differentHead, contradicting)
  if (question.kind === 'comparison') yield* writeComparisonTable(writing)
  out.write('\n')
}

/** Writes pairs of quotations as a list under a heading; nothing without pairs. */
function* writePairs({ out }: SectionContext, head: string, pairs: EvidencePair[]): Generator<void> {
  if (pairs.length === 0) return
  out.write(`\n\n${head}\n`)
  for (const [one, other] of pairs) {
    out.write('\n- ')
    out.quote(one)
    out.write('\n  ')
    out.quote(other)
    yield
  }
}

/**
 * Returns pairs of sentences from different sources, largest overlap first; each sentence occurs in at most one pair.
 * Yields where other tasks may get a turn.
 */
function* findPairs({
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

/** The aspects of the columns of the comparison table. */
const TABLE_COLUMNS = ['method', 'result', 'limitation'] as const

/** Fewer sources are not compared in a table, and sources with fewer filled columns are left out. */
const MIN_TABLE_ROWS = 2
const MIN_FILLED_COLUMNS = 2

/**
 * Writes the table of a comparison: sources as rows, their statements on methods, results and limitations as columns.
 * Writes nothing with fewer than two sources that fill two columns.
 */
export function* writeComparisonTable({ state, question, frame, out }: SectionContext): Generator<void> {
  const comparable = state.evidence.filter(({ aspect }) => TABLE_COLUMNS.some((each) => each === aspect))
  const columnsIn = (row: ResearchEvidence[]) => new Set(row.map(({ aspect }) => aspect)).size
  const rows = groupBySource(comparable)
    .filter((row) => columnsIn(row) >= MIN_FILLED_COLUMNS)
    .slice(0, MAX_ROWS)
  if (rows.length < MIN_TABLE_ROWS) return
  // Columns without any entry are left out.
  const columns = TABLE_COLUMNS.filter((column) =>
    rows.some((row) => row.some(({ aspect }) => aspect === column)),
  )
  const heads = [frame.source, ...columns.map((column) => frame.aspects[column])]
  out.write(`\n\n${frame.table}\n\n| ${heads.join(' | ')} |\n|${' --- |'.repeat(heads.length)}`)
  for (const row of rows) {
    const [first] = row
    const name = sourceName(state, first?.source_id ?? '', { frame, language: question.language })
    out.write(`\n| ${name.replaceAll('|', '\\|')} |`)
    for (const column of columns) {
      const each = row.find(({ aspect }) => aspect === column)
      out.write(' ')
      if (each) out.quote(each, 'cell')
      out.write(' |')
    }
    yield
  }
}
