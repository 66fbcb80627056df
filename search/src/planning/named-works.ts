import { titleKey } from '../index/document.ts'
import { ANY_MASK } from '../index/layout.ts'
import { AUTHOR_MASKS, SPACES } from '../index/terms.ts'
import { exactPlan, rangePlan } from './field-plans.ts'
import { andPlan, orPlan, type Plan } from './plan.ts'
import type { TermIndex } from './term-index.ts'
import { wordPlans } from './word-plans.ts'

/** Maximum length, inclusive, of a query that may be a short name by which texts cite a work. */
const MAX_CITED_NAME_CHARS = 40
/** Maximum number of words of such a name. */
const MAX_CITED_NAME_WORDS = 3
/** Maximum number of citation terms read for one name, the most frequent ones. */
const MAX_CITATION_TERMS = 50
/**
 * A family name stands out if a name is cited with it at least this often, and with at least this share of all
 * citations of the name that were read.
 */
const MIN_CITATIONS = 2
const MIN_CITATION_SHARE = 0.5

/**
 * Matches a trailing word for a paper and a leading `the`, either or both:
 * `Transformer 论文` → `Transformer`, `the BERT paper` → `BERT`, `the Transformer` → `Transformer`.
 */
const PAPER_WORDS = /(?<=\S)\s+(?:paper|论文|原文|文献|原论文|original paper)$|^the\s+(?=\S)/giu

/**
 * Returns two plans: of the works whose title begins with a name before a colon or dash (`BERT: …`), then of those
 * whose title gives the name in brackets. Returns none for a name without letters and digits.
 */
export function ownNamePlans(name: string): Plan[] {
  const key = titleKey(name)
  return key === '' ? [] : [exactPlan(SPACES.name + key), exactPlan(SPACES.short_name + key)]
}

/**
 * Returns plans of the works that a query such as `BERT` or `the Transformer paper` names, the most certain first:
 * works that others cite by this name, works whose title begins with it, works whose title gives it in brackets. The
 * first plan is only tried for a short name; a query without letters and digits has no plans. Errors are those of
 * `index`.
 */
export async function findNamedWorks(index: TermIndex, query: string): Promise<Plan[]> {
  const name = query.trim().replace(PAPER_WORDS, '')
  const isShort = name.length <= MAX_CITED_NAME_CHARS && name.split(/\s+/).length <= MAX_CITED_NAME_WORDS
  const cited = isShort ? await findCitedWork(index, name) : null
  return [...(cited ? [cited] : []), ...ownNamePlans(name)]
}

/**
 * Returns a plan of the works that others cite by a name: those whose first author has the family name with which the
 * name is mostly cited, that are from one of the cited years or the year after it, and that contain the words of the
 * name. Returns null when no family name stands out.
 *
 * The index has a term of `SPACES.cited_name` for each name followed by a citation in an abstract: for `BERT (Devlin et
 * al., 2019)` the term `KEY devlin 2019` prefixed with `SPACES.cited_name`. KEY is `titleKey('BERT')`, which contains no
 * space, so the rest is the family name and a year of four digits.
 */
async function findCitedWork(index: TermIndex, name: string): Promise<Plan | null> {
  const prefix = `${SPACES.cited_name}${titleKey(name)} `
  const terms = await index.wordsWith(prefix, MAX_CITATION_TERMS)
  const citations = terms.map(({ word, papers }) => parseCitation(word.slice(prefix.length), papers))
  const dominant = dominantCitations(citations)
  if (!dominant) return null
  return andPlan([
    { op: 'term', term: SPACES.author + dominant.family, mask: AUTHOR_MASKS.first, weight: 1 },
    // A preprint is cited before it appears.
    orPlan(dominant.years.map((year) => rangePlan('year', year, year + 1))),
    ...wordPlans(name, { mask: ANY_MASK, weight: 1, exact: false }),
  ])
}

/** A family name and year with which a name is cited. */
interface Citation {
  family: string
  year: number
  /** Number of papers whose abstract has this citation. */
  papers: number
}

/** Parses the part of a citation term after the name's key: `devlin 2019`. */
const parseCitation = (citation: string, papers: number): Citation => ({
  family: citation.replace(/ \d{4}$/, ''),
  year: Number(citation.slice(-4)),
  papers,
})

/**
 * Returns the family name that stands out among the citations of a name (`MIN_CITATIONS`, `MIN_CITATION_SHARE`) with
 * the cited years; null when none does. Of two families with half of the citations each, the one that comes first is
 * returned.
 */
function dominantCitations(citations: Citation[]): { family: string; years: number[] } | null {
  const minPapers = Math.max(MIN_CITATIONS, sumPapers(citations) * MIN_CITATION_SHARE)
  const byFamily = Map.groupBy(citations, ({ family }) => family)
  for (const [family, ofFamily] of byFamily)
    if (sumPapers(ofFamily) >= minPapers) return { family, years: ofFamily.map(({ year }) => year) }
  return null
}

const sumPapers = (citations: Citation[]) => citations.reduce((sum, { papers }) => sum + papers, 0)
