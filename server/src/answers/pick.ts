import { type Concept, isChinese, isChineseOnly, says, type Terms, termsIn } from '@scinav/search'
import type { Evidence } from './evidence.ts'
import { mayAnswer, type QuestionType } from './understanding/question-type.ts'

/** A sentence that was chosen to be quoted. */
export interface Pick {
  evidence: Evidence
  quote: string
  score: number
  /** Whether it says what was asked; else it is only about it. */
  answers: boolean
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
export function pickSentences(evidence: Evidence[], concepts: Concept[], type: QuestionType): Pick[] {
  const left = evidence.flatMap((each, rank) => candidatesOf(each, concepts, rank, type))
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

/** What says what was asked comes before what is only about it. */
const ANSWERS = 0.3

function candidatesOf(
  evidence: Evidence,
  concepts: Concept[],
  rank: number,
  type: QuestionType,
): Candidate[] {
  const { passage } = evidence
  // What the paper is about anyway: the rest is what is asked of it.
  const asked = concepts.filter(({ plan }) => !says(evidence.about, plan))
  return passage.sentences.map(({ start, end }, at) => {
    const quote = passage.text.slice(start, end)
    const terms = termsIn([quote])
    const called = CALLED * evidence.title_fit
    const score = relevance(evidence, terms, concepts) + placeValue(quote, at) + called - rank * RANK
    const answers = isAnswer(evidence, { quote, terms, asked }, type)
    return {
      evidence,
      quote,
      terms,
      at,
      answers,
      score: score * lengthValue(quote) + (answers ? ANSWERS : 0),
    }
  })
}

/** So much of what is asked of a paper a sentence has to say that gives its number. */
const ASKED_SHARE = 0.2
/** Where less than this share of it can be said in the sentence's language, nothing can be told by words. */
const TELLABLE_SHARE = 0.5

/** A title answers nothing but which papers there are; a number answers what it is the number of. */
function isAnswer(
  { field }: Evidence,
  { quote, terms, asked }: { quote: string; terms: Terms; asked: Concept[] },
  type: QuestionType,
): boolean {
  if (type === 'list') return true
  if (field === 'title' || field === 'title_zh' || !mayAnswer(type, quote)) return false
  return type !== 'number' || saysWhatIsAsked(terms, asked, isChinese(quote))
}

function saysWhatIsAsked(terms: Terms, asked: Concept[], chinese: boolean): boolean {
  const weightOf = (concepts: Concept[]) => concepts.reduce((sum, { weight }) => sum + weight, 0)
  const tellable = chinese ? asked : asked.filter(({ plan }) => !isChineseOnly(plan))
  const whole = weightOf(tellable)
  if (whole < weightOf(asked) * TELLABLE_SHARE || whole === 0) return true
  return weightOf(tellable.filter(({ plan }) => says(terms, plan))) >= whole * ASKED_SHARE
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
