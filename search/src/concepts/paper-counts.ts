// Counts and finds the papers of an index that state concepts.
import type { NarrowingPlan } from '../planning/filters.ts'
import { andPlan, orPlan, type Plan } from '../planning/plan.ts'
import { createRequest, type IndexHit, type TermIndex } from '../planning/term-index.ts'
import type { Concept, ConceptCriteria, QueryConcepts } from './concept.ts'
import { isChineseOnly } from './concept-plans.ts'
import type { PaperCounts } from './concept-weights.ts'

/** The language code of Chinese papers. */
const CHINESE_LANGUAGE = 'zh'

/** Creates the counts of an index within filters; without filters, of all its records. */
export function paperCounts(index: TermIndex, narrowed: NarrowingPlan | null): PaperCounts {
  const { filters, parts } = narrowed ?? { filters: [], parts: [] }
  const matching = async (plan: Plan) => {
    const request = createRequest(parts.length === 0 ? plan : andPlan([plan, ...parts]))
    return (await index.search({ ...request, filters, only_passing: true })).total
  }
  return {
    matching,
    all: async () => (narrowed ? matching({ op: 'all' }) : index.state().papers),
    chinese: async () => {
      const number = index.values().language.numberOf(CHINESE_LANGUAGE)
      return number === undefined ? 0 : matching({ op: 'values', column: 'language', numbers: [number] })
    },
  }
}

/**
 * Returns the papers that contain concepts with at least a share of their total weight, by descending score. Concepts
 * that no paper contains are ignored, as they would only raise the threshold. Papers that reach the share of the
 * concepts that can be expressed in English are found too.
 */
export async function findPapersStating(
  index: TermIndex,
  { list, pairs }: QueryConcepts,
  { share, among, limit }: ConceptCriteria,
  narrowed: NarrowingPlan,
): Promise<IndexHit[]> {
  const contained = list.filter(({ papers }) => papers > 0)
  const english = contained.filter(({ plan }) => !isChineseOnly(plan))
  const find = async (concepts: Concept[]): Promise<IndexHit[]> => {
    if (concepts.length === 0) return []
    const enoughConcepts: Plan = {
      op: 'min_should_match',
      parts: concepts.map(({ plan, near }) => (near ? orPlan([plan, near]) : plan)),
      share,
    }
    const parts = [enoughConcepts, ...(among ? [seqPlan(among)] : []), ...narrowed.parts]
    const { filters } = narrowed
    const request = { ...createRequest(andPlan(parts)), pairs, filters, only_passing: true, limit }
    return (await index.search(request)).hits
  }
  const [byAll, byEnglish] = await Promise.all([
    find(contained),
    english.length < contained.length ? find(english) : [],
  ])
  const known = new Set(byAll.map(({ seq }) => seq))
  const hits = [...byAll, ...byEnglish.filter(({ seq }) => !known.has(seq))]
  return hits.toSorted((a, b) => b.score - a.score).slice(0, limit)
}

/** Returns a plan that matches the papers with these numbers. Adjacent numbers are joined to ranges. */
function seqPlan(seqs: number[]): Plan {
  const ranges: [number, number][] = []
  for (const seq of seqs.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && seq <= last[1] + 1) last[1] = seq
    else ranges.push([seq, seq])
  }
  return { op: 'or', parts: ranges.map(([from, to]): Plan => ({ op: 'range', column: 'seq', from, to })) }
}
