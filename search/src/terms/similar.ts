import type { Work } from '@scinav/contract'
import { nameQueryTerms } from '../analysis/names.ts'
import { authorsOf } from '../index/document.ts'
import { ANY_MASK } from '../index/layout.ts'
import { AUTHOR_MASKS, SPACES } from '../index/terms.ts'
import { orPlan, type Plan } from '../planning/plan.ts'
import { createRequest, type TermIndex } from '../planning/term-index.ts'
import { phrasePlan, wordPlans } from '../planning/word-plans.ts'

// Maximum numbers of papers found by words and by people, and of keywords and authors of the paper that are used.
const MAX_TEXT_HITS = 150
const MAX_NAME_HITS = 50
const MAX_KEYWORDS = 12
const MAX_AUTHORS = 8

/**
 * Returns papers that share words or people with a paper, including itself. Their similarity, from 0 to 1, is their
 * score for the words of the paper divided by the score of the paper itself; 0 for those that only share people.
 */
export async function findSimilar(
  index: TermIndex,
  seq: number,
  work: Work,
): Promise<{ seq: number; similarity: number }[]> {
  const [text, people] = await Promise.all([
    searchHits(index, workTextPlan(work), MAX_TEXT_HITS),
    searchHits(index, peoplePlan(work), MAX_NAME_HITS),
  ])
  // If the paper itself is not among the hits, the best hit takes its place.
  const ownScore = text.find((hit) => hit.seq === seq)?.score ?? text[0]?.score ?? 1
  const similarities = new Map(people.map((hit) => [hit.seq, 0]))
  for (const hit of text) similarities.set(hit.seq, ownScore > 0 ? Math.min(1, hit.score / ownScore) : 0)
  return [...similarities].map(([seq, similarity]) => ({ seq, similarity }))
}

async function searchHits(index: TermIndex, plan: Plan, limit: number) {
  return plan.op === 'none' ? [] : (await index.search({ ...createRequest(plan), limit })).hits
}

/** Returns a plan of papers that contain any title word or keyword of a paper. */
function workTextPlan({ title, title_zh, keywords }: Work): Plan {
  const words = [title, title_zh ?? ''].flatMap((text) =>
    wordPlans(text, { mask: ANY_MASK, weight: 1, exact: false }),
  )
  const phrases = keywords
    .slice(0, MAX_KEYWORDS)
    .map((keyword) => phrasePlan(keyword, { mask: ANY_MASK, weight: 1 }))
  return orPlan([...words, ...phrases].filter(({ op }) => op !== 'none'))
}

/** Returns a plan of papers with any author of a paper. */
function peoplePlan(work: Work): Plan {
  const people = authorsOf(work).slice(0, MAX_AUTHORS)
  const terms = people.flatMap(({ name }) => nameQueryTerms(name))
  return orPlan(
    terms.map((term) => ({ op: 'term', term: SPACES.author + term, mask: AUTHOR_MASKS.any, weight: 1 })),
  )
}
