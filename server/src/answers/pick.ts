import { type Concept, says, type Terms, termsIn } from '@scinav/search'
import type { Evidence } from './evidence.ts'

/** A sentence that was chosen to be quoted. */
export interface Pick {
  evidence: Evidence
  quote: string
  score: number
}

interface Candidate extends Pick {
  terms: Terms
  /** Its place in the passage. */
  at: number
}

/** What a sentence's paper says counts for it, but less than what it says itself. */
const CONTEXT = 0.4
const FIRST = 0.06
const TELLING = 0.08
const NOVELTY = 0.45
const MOST = 6
const MOST_OF_A_PAPER = 2
const MOST_PAPERS = 4
/** What scores less than this share of the best sentence is left out. */
const LEAST_SHARE = 0.62

/** Sentences that say what a paper does or finds. */
const TELLS =
  /提出|表明|发现|证明|说明|认为|指出|建立|揭示|是指|即|\b(?:we|this paper|results?|show|shows|showed|find|found|propose|present|introduce|demonstrate|argue|is|are)\b/iu

/**
 * Chooses sentences to quote: by how much of what is asked they say, by their place, and each for what those before it
 * have not said (maximal marginal relevance, Carbonell and Goldstein 1998). Deterministic: equals keep the order of the
 * evidence.
 */
export function pickSentences(evidence: Evidence[], concepts: Concept[]): Pick[] {
  const left = evidence.flatMap((each, rank) => candidatesOf(each, concepts, rank))
  const chosen: Candidate[] = []
  const best = Math.max(0, ...left.map(({ score }) => score))
  while (chosen.length < MOST) {
    const next = bestOf(left, chosen)
    if (!next || next.score < best * LEAST_SHARE) break
    chosen.push(next)
    left.splice(left.indexOf(next), 1)
  }
  return chosen
}

const RANK = 0.02
/** Papers that are called what was asked come first. */
const CALLED = 0.25

function candidatesOf(evidence: Evidence, concepts: Concept[], rank: number): Candidate[] {
  const { passage } = evidence
  return passage.sentences.map(({ start, end }, at) => {
    const quote = passage.text.slice(start, end)
    const terms = termsIn([quote])
    const called = CALLED * evidence.title_fit
    const score = relevance(evidence, terms, concepts) + placeValue(quote, at) + called - rank * RANK
    return { evidence, quote, terms, at, score: score * lengthValue(quote) }
  })
}

function relevance({ terms: passage, about }: Evidence, terms: Terms, concepts: Concept[]): number {
  const whole = concepts.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return 0.5
  const said = concepts.reduce((sum, { plan, weight }) => {
    if (says(terms, plan)) return sum + weight
    return says(passage, plan) || says(about, plan) ? sum + weight * CONTEXT : sum
  }, 0)
  return said / whole
}

function placeValue(quote: string, at: number): number {
  return (at === 0 ? FIRST : 0) + (TELLS.test(quote) ? TELLING : 0)
}

/** Scraps and walls of text are worth less; questions answer nothing. */
function lengthValue(quote: string): number {
  if (/[?？]$/.test(quote)) return 0.6
  const length = /\p{Script=Han}/u.test(quote) ? quote.length * 3 : quote.length
  if (length < 30) return 0.6
  return length > 500 ? 0.85 : 1
}

function bestOf(left: Candidate[], chosen: Candidate[]): Candidate | undefined {
  const papers = new Set(chosen.map(({ evidence }) => evidence.source_id))
  const count = (id: string) => chosen.filter(({ evidence }) => evidence.source_id === id).length
  let best: Candidate | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const each of left) {
    const { source_id } = each.evidence
    if (count(source_id) >= MOST_OF_A_PAPER || (papers.size >= MOST_PAPERS && !papers.has(source_id)))
      continue
    const value =
      each.score - NOVELTY * Math.max(0, ...chosen.map((other) => overlap(each.terms, other.terms)))
    if (value > most) [best, most] = [each, value]
  }
  return best
}

/** Shared terms as a share of all. */
function overlap(a: Terms, b: Terms): number {
  let shared = 0
  for (const term of a.keys()) if (b.has(term)) shared += 1
  return shared / Math.max(1, a.size + b.size - shared)
}
