import { titleKey } from '../index/document.ts'
import { ANY_MASK } from '../index/layout.ts'
import { AUTHOR_MASKS, SPACES } from '../index/terms.ts'
import { exactPlan, rangePlan } from './field-plans.ts'
import type { Plan } from './plan.ts'
import type { TermIndex } from './term-index.ts'
import { andPlan, orPlan, wordPlans } from './word-plans.ts'

/** Maximum length of a query that may be a short name by which texts cite a work. */
const MAX_CITED_NAME_CHARS = 40
const MAX_CITED_NAME_WORDS = 3
/** Maximum number of terms of citations read for one name. */
const MAX_CITATIONS_READ = 50
/**
 * Number of citations of one family name that establish a name, and their minimum share of all citations of that name.
 */
const MIN_CITATIONS = 2
const MIN_CITATION_SHARE = 0.5

/** Words around a name that say that a paper is meant: `Transformer 论文`, `the BERT paper`. */
const PAPER_WORDS = /(?<=\S)\s+(?:paper|论文|原文|文献|原论文|original paper)$|^the\s+(?=\S)/giu

/**
 * Returns the plan of works whose title begins with a name, then that of works whose title gives the name in brackets;
 * none for a name without letters and digits.
 */
export function ownNamePlans(name: string): Plan[] {
  const key = titleKey(name)
  return key === '' ? [] : [exactPlan(SPACES.name + key), exactPlan(SPACES.short_name + key)]
}

/**
 * Returns plans of the works that a query names, the most certain first: works that others cite by this name, works
 * whose title begins with it, works whose title gives it in brackets.
 */
export async function findNamedWorks(index: TermIndex, query: string): Promise<Plan[]> {
  const name = query.trim().replace(PAPER_WORDS, '')
  const isShort = name.length <= MAX_CITED_NAME_CHARS && name.split(/\s+/).length <= MAX_CITED_NAME_WORDS
  const cited = isShort ? await findCitedWork(index, name) : null
  return [...(cited ? [cited] : []), ...ownNamePlans(name)]
}

/**
 * Returns a plan of the works by the author who is mostly cited together with a name, from the cited years, that
 * contain the name; null when no author stands out. A term of `SPACES.cited_name` reads `KEY family year`.
 */
async function findCitedWork(index: TermIndex, name: string): Promise<Plan | null> {
  const prefix = `${SPACES.cited_name}${titleKey(name)} `
  const terms = await index.wordsWith(prefix, MAX_CITATIONS_READ)
  const byFamily = Map.groupBy(terms, ({ word }) => word.slice(prefix.length).replace(/ \d{4}$/, ''))
  const allCitations = sumPapers(terms)
  for (const [family, cited] of byFamily) {
    const count = sumPapers(cited)
    if (count < MIN_CITATIONS || count < allCitations * MIN_CITATION_SHARE) continue
    const years = cited.map(({ word }) => Number(word.slice(-4)))
    return andPlan([
      { op: 'term', term: SPACES.author + family, mask: AUTHOR_MASKS.first, weight: 1 },
      // A preprint is cited before it appears.
      orPlan(years.map((year) => rangePlan('year', year, year + 1))),
      ...wordPlans(name, { mask: ANY_MASK, weight: 1, exact: false }),
    ])
  }
  return null
}

const sumPapers = (terms: { papers: number }[]) => terms.reduce((sum, { papers }) => sum + papers, 0)
