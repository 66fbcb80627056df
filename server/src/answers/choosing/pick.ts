import type { Terms } from '@scinav/search'
import type { Evidence, Wanted } from '../../retrieval/index.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { cueOf, definitionCue } from './cue.ts'

/** A sentence that was chosen to be quoted. */
export type Pick = Omit<Candidate, 'terms'>

const NOVELTY = 0.45
const MOST = 6
const MOST_OF_A_PAPER = 2
const MOST_PAPERS = 4
/** What scores less than this share of the best sentence is left out. */
const LEAST_SHARE = 0.62
/** A list names so many papers, each by one sentence. */
const MOST_OF_A_LIST = 8

/** A paper that says so much more of what is asked than any other is what the question is about: more of it is quoted. */
const AHEAD = 0.12
const MOST_OF_THE_PAPER = 3
const LEAST_SHARE_OF_THE_PAPER = 0.5

/**
 * Chooses sentences to quote: by how much of what is asked they say, by the words that show that they say such a thing, by
 * their place, and each for what those before it have not said (maximal marginal relevance, Carbonell and Goldstein 1998).
 * Deterministic: equals keep the order of the evidence.
 */
export function pickSentences(evidence: Evidence[], wanted: Wanted): Pick[] {
  const cue =
    wanted.type === 'definition' ? definitionCue(wanted.concepts) : (text: string) => cueOf(wanted.type, text)
  const left = evidence.flatMap((each, rank) => candidatesOf(each, wanted, rank, cue))
  if (wanted.type === 'list') return onePerPaper(left)
  const ahead = paperAhead(evidence)
  const chosen: Candidate[] = []
  const best = Math.max(0, ...left.map(({ score }) => score))
  while (chosen.length < MOST) {
    const next = bestOf(left, chosen, ahead)
    const share = next?.evidence.source_id === ahead ? LEAST_SHARE_OF_THE_PAPER : LEAST_SHARE
    if (!next || next.score < best * share) break
    chosen.push(next)
    left.splice(left.indexOf(next), 1)
  }
  return chosen
}

/** The best sentence of each paper, in the papers' order. */
function onePerPaper(candidates: Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>()
  for (const each of candidates) {
    const known = best.get(each.evidence.source_id)
    if (!known || each.score > known.score) best.set(each.evidence.source_id, each)
  }
  return [...best.values()].slice(0, MOST_OF_A_LIST)
}

/** The paper that says most of what is asked, where no other comes near; else null. */
function paperAhead(evidence: Evidence[]): string | null {
  const coverage = new Map<string, number>()
  for (const each of evidence)
    coverage.set(
      each.source_id,
      Math.max(coverage.get(each.source_id) ?? 0, each.coverage + each.title_fit / 2),
    )
  const [first, second] = [...coverage].toSorted((a, b) => b[1] - a[1])
  return first && first[1] - (second?.[1] ?? 0) >= AHEAD ? first[0] : null
}

function bestOf(left: Candidate[], chosen: Candidate[], ahead: string | null): Candidate | undefined {
  const papers = new Set(chosen.map(({ evidence }) => evidence.source_id))
  const count = (id: string) => chosen.filter(({ evidence }) => evidence.source_id === id).length
  let best: Candidate | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const each of left) {
    const { source_id } = each.evidence
    const limit = source_id === ahead ? MOST_OF_THE_PAPER : MOST_OF_A_PAPER
    if (count(source_id) >= limit || (papers.size >= MOST_PAPERS && !papers.has(source_id))) continue
    const value =
      each.score - NOVELTY * Math.max(0, ...chosen.map((other) => overlap(each.terms, other.terms)))
    if (value > most) [best, most] = [each, value]
  }
  return best
}

/** Shared terms as a share of all. */
export function overlap(a: Terms, b: Terms): number {
  let shared = 0
  for (const term of a.keys()) if (b.has(term)) shared += 1
  return shared / Math.max(1, a.size + b.size - shared)
}
