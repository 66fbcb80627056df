import type { TermPlaces } from '@scinav/search'
import type { AnswerCriteria, Evidence } from '../../retrieval/index.ts'
import { cueScore, definitionCue } from './answer-cues.ts'
import { type SentenceCandidate, sentenceCandidates } from './sentence-candidates.ts'

/** How much a sentence loses for repeating the words of a chosen one, at an overlap of 1. */
const NOVELTY_WEIGHT = 0.45
/** Bounds of the sentences quoted: in all, per paper, and the papers that they are from. */
const MAX_SENTENCES = 6
const MAX_SENTENCES_PER_PAPER = 2
const MAX_PAPERS = 4
/** Sentences below this share of the best score are left out. */
const MIN_SCORE_SHARE = 0.62
/** The most papers in a list, with one sentence each. */
const MAX_LIST_PAPERS = 8

/** The lead in coverage by which a paper counts as the subject of the question; more sentences of it are quoted. */
const MIN_LEAD = 0.12
const MAX_LEADING_PAPER_SENTENCES = 3
/** What `MIN_SCORE_SHARE` is for the leading paper. */
const MIN_LEADING_PAPER_SHARE = 0.5
/** The weight of a match with the title in the coverage of a paper. */
const TITLE_FIT_WEIGHT = 0.5

/**
 * Chooses sentences to quote by their score, each penalized for its overlap with those chosen before: score −
 * NOVELTY_WEIGHT · max overlap (maximal marginal relevance, Carbonell and Goldstein 1998). For a list it takes the best
 * sentence of each paper, in the order of the evidence; else the sentences come in the order of choice. Equals keep the
 * order of the evidence.
 */
export function pickSentences(evidence: Evidence[], criteria: AnswerCriteria): SentenceCandidate[] {
  const cue =
    criteria.type === 'definition'
      ? definitionCue(criteria.concepts)
      : (text: string) => cueScore(criteria.type, text)
  const candidates = evidence.flatMap((each, rank) => sentenceCandidates(each, criteria, rank, cue))
  if (criteria.type === 'list') return onePerPaper(candidates)
  const leading = leadingPaper(evidence)
  const chosen: SentenceCandidate[] = []
  const bestScore = Math.max(0, ...candidates.map(({ score }) => score))
  while (chosen.length < MAX_SENTENCES) {
    const next = nextBest(candidates, chosen, leading)
    const share = next?.evidence.source_id === leading ? MIN_LEADING_PAPER_SHARE : MIN_SCORE_SHARE
    if (!next || next.score < bestScore * share) break
    chosen.push(next)
    candidates.splice(candidates.indexOf(next), 1)
  }
  return chosen
}

/** Returns the best sentence of each paper, in the order of the papers. */
function onePerPaper(candidates: SentenceCandidate[]): SentenceCandidate[] {
  const best = new Map<string, SentenceCandidate>()
  for (const each of candidates) {
    const other = best.get(each.evidence.source_id)
    if (!other || each.score > other.score) best.set(each.evidence.source_id, each)
  }
  return [...best.values()].slice(0, MAX_LIST_PAPERS)
}

/** Returns the id of the paper that covers most of the question when no other comes near, else null. */
function leadingPaper(evidence: Evidence[]): string | null {
  const coverage = new Map<string, number>()
  for (const each of evidence)
    coverage.set(
      each.source_id,
      Math.max(coverage.get(each.source_id) ?? 0, each.coverage + each.title_fit * TITLE_FIT_WEIGHT),
    )
  const [first, second] = [...coverage].toSorted((a, b) => b[1] - a[1])
  return first && first[1] - (second?.[1] ?? 0) >= MIN_LEAD ? first[0] : null
}

/**
 * Returns the candidate of the highest score less its overlap with the chosen ones, within the limits of papers and per
 * paper; undefined when none is left.
 */
function nextBest(
  candidates: SentenceCandidate[],
  chosen: SentenceCandidate[],
  leading: string | null,
): SentenceCandidate | undefined {
  const papers = new Set(chosen.map(({ evidence }) => evidence.source_id))
  const count = (id: string) => chosen.filter(({ evidence }) => evidence.source_id === id).length
  let best: SentenceCandidate | undefined
  let bestValue = Number.NEGATIVE_INFINITY
  for (const each of candidates) {
    const { source_id } = each.evidence
    const limit = source_id === leading ? MAX_LEADING_PAPER_SENTENCES : MAX_SENTENCES_PER_PAPER
    if (count(source_id) >= limit || (papers.size >= MAX_PAPERS && !papers.has(source_id))) continue
    const value =
      each.score - NOVELTY_WEIGHT * Math.max(0, ...chosen.map((other) => overlap(each.terms, other.terms)))
    if (value > bestValue) [best, bestValue] = [each, value]
  }
  return best
}

/** Returns the Jaccard index of two sets of terms: shared / all, 0–1. */
export function overlap(a: TermPlaces, b: TermPlaces): number {
  let shared = 0
  for (const term of a.keys()) if (b.has(term)) shared += 1
  return shared / Math.max(1, a.size + b.size - shared)
}
