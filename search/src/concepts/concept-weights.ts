import type { AllValues } from '../index/values.ts'
import { type Bilingual, englishStems, translationPlan } from '../planning/bilingual.ts'
import type { NarrowingPlan } from '../planning/filters.ts'
import type { Plan } from '../planning/plan.ts'
import { planSearch } from '../planning/plan-search.ts'
import { createRequest, type IndexHit, type TermIndex } from '../planning/term-index.ts'
import type { Vocabulary } from '../planning/vocabulary.ts'
import { andPlan, orPlan } from '../planning/word-plans.ts'
import { splitKnownWords, writtenRun } from './chinese-runs.ts'
import {
  type Concept,
  type ConceptCriteria,
  conceptPlans,
  isChineseOnly,
  lengthFactor,
  planPieces,
  planWords,
  type QueryConcepts,
} from './concept.ts'
import {
  createNameMatcher,
  findVersions,
  readAsName,
  splitGluedVersions,
  startsWithCapital,
  VERSION_WEIGHT,
} from './names.ts'

/** Minimum frequency in weights: otherwise an unused word would outweigh the rest of the question. */
const MIN_PAPERS = 3

/**
 * Returns the concepts of a query. Each is weighted by its idf (Robertson and Spärck Jones) among the papers whose
 * language can express it, counted together with its translations. A Chinese run that is no term is split into pieces.
 *
 * @param apart whether a term of several words is split into its words even though some text contains it as a whole.
 */
export async function weighConcepts(
  { values, vocabulary, countings }: { values: AllValues; vocabulary: Vocabulary; countings: PaperCounts[] },
  asked: string,
  apart = false,
): Promise<QueryConcepts> {
  if (asked === '') return { list: [], pairs: [] }
  const sum = async (counts: Promise<number>[]) => (await Promise.all(counts)).reduce((a, b) => a + b, 0)
  const count = (plan: Plan) => sum(countings.map((each) => each.matching(plan)))
  const query = await splitGluedVersions(asked, count)
  const known = { ...vocabulary, terms: vocabulary.words }
  const { understood, pairs } = planSearch({ query }, values, known)
  const isNamed = createNameMatcher(query, understood.expansions)
  const papers = await sum(countings.map((each) => each.all()))
  const chinese = await sum(countings.map((each) => each.chinese()))
  const versions = findVersions(query)
  /** Returns whether a plan is a version number that distinguishes nothing in this library. */
  const isVersion = async (plan: Plan): Promise<boolean> => {
    const found = versions.find(({ number }) => planWords(plan).every((word) => word === number))
    return found !== undefined && (await count(found.others)) === 0
  }
  const countedAs = async (own: ReturnType<typeof readAsName>, plan: Plan) => {
    const exactly = own ? await count(own.exact) : 0
    if (own && (exactly > 0 || own.sure)) return { plan: own.plan, total: exactly, near: null }
    return { plan, total: await count(plan), near: nearWords(plan, vocabulary.words) }
  }
  const weightOf = (plan: Plan, total: number) => {
    const among = Math.max(isChineseOnly(plan) ? chinese : papers, total)
    const frequency = Math.max(total, Math.min(MIN_PAPERS, among / 2))
    return Math.log(1 + (among - frequency + 0.5) / (frequency + 0.5)) * lengthFactor(plan)
  }
  /**
   * Returns concepts of the words of a Chinese run that no text contains; together they weigh about as much as the run
   * would.
   */
  const conceptsOfWords = async (run: string, words: string[]): Promise<Concept[]> => {
    const { list } = await weighConcepts({ values, vocabulary, countings }, words.join(' '))
    return list.map((concept) => ({ ...concept, run, weight: concept.weight / Math.sqrt(words.length) }))
  }
  const concepts = await Promise.all(
    conceptPlans(understood.plan).map(async (read) => {
      const { plan, total, near } = await countedAs(readAsName(query, read, vocabulary.words), read)
      const isWhole = total > 0 && !apart
      const known = isWhole ? [] : splitKnownWords(plan, vocabulary.words)
      if (known.length > 0) return conceptsOfWords(writtenRun(plan), known)
      const pieces = planPieces(plan, isWhole)
      const about = { named: isNamed(plan), near, run: null }
      const weight = weightOf(plan, total)
      if (await isVersion(plan))
        return [{ plan, weight: weight * VERSION_WEIGHT, papers: total, named: false, near: null, run: null }]
      if (pieces.length === 0) return [{ plan, weight, papers: total, ...about }]
      const totals = await Promise.all(pieces.map(count))
      // n pieces together weigh √n times their mean weight: as much as the run would, but more than the rarest of them.
      const share = 1 / Math.sqrt(pieces.length)
      const run = writtenRun(plan) || null
      return pieces.map((piece, at) => {
        const papers = totals[at] ?? 0
        return { ...about, run, plan: piece, weight: weightOf(piece, papers) * share, papers, near: null }
      })
    }),
  )
  return { list: concepts.flat(), pairs }
}

/** Maximum number of English translations of a Chinese word: more of them say little about any. */
const MAX_SENSES = 8
const MAX_NEAR_WORDS = 24

/**
 * Returns a plan of similar words: other English translations of a word's Chinese translations, or other names of a
 * Chinese term.
 */
function nearWords(plan: Plan, words: Bilingual): Plan | null {
  const { fromEnglish, fromChinese } = words
  const own = planWords(plan)
  const [first] = own
  if (!first) return null
  if (/\p{Script=Han}/u.test(first)) return otherNames(writtenRun(plan), words)
  const others = (fromEnglish.get(first) ?? [])
    .map((chinese) => fromChinese.get(chinese) ?? [])
    .filter((words) => words.length <= MAX_SENSES)
    .flat()
  const near = [...new Set([...others, ...agentVerbs(first)])].filter(
    (word) => !startsWithCapital(word) && englishStems(word) !== first,
  )
  return near.length === 0 ? null : translationPlan(near.slice(0, MAX_NEAR_WORDS))
}

/** Minimum length of a term; a shorter one is a word with many senses. */
const MIN_TERM_CHARS = 3

/** Returns other names of a Chinese term by way of an English term of several words: 大模型 and 大型语言模型 for 大语言模型. */
function otherNames(term: string, { fromEnglish, fromChinese }: Bilingual): Plan | null {
  if ([...term].length < MIN_TERM_CHARS) return null
  const english = (fromChinese.get(term) ?? []).filter((each) => /[\s-]/.test(each))
  const others = english
    .flatMap((each) => fromEnglish.get(englishStems(each)) ?? [])
    .filter((other) => other !== term && [...other].length >= MIN_TERM_CHARS)
  return others.length === 0 ? null : translationPlan([...new Set(others)].slice(0, MAX_SENSES))
}

/** Returns the verb of a thing that is named after what it does: detector, detect; parser, parse. */
const agentVerbs = (stem: string): string[] =>
  /^\p{L}{4,}[eo]r$/u.test(stem) ? [`${stem.slice(0, -2)}e`] : []

const CHINESE_LANGUAGE = 'zh'

/** Counts of an index, from which the rarity of words is derived. */
export interface PaperCounts {
  all: () => Promise<number>
  /** Number of records in Chinese. */
  chinese: () => Promise<number>
  /** Number of records that a plan matches. */
  matching: (plan: Plan) => Promise<number>
}

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
 * Returns papers that contain at least a share of the weight of some concepts. Concepts that no paper contains are
 * ignored, as they would only raise the threshold. Papers that cover the concepts that can be expressed in English are
 * found too.
 */
export async function findPapersStating(
  index: TermIndex,
  { list, pairs }: QueryConcepts,
  { share, among, limit }: ConceptCriteria,
  narrowed: NarrowingPlan,
): Promise<IndexHit[]> {
  const said = list.filter(({ papers }) => papers > 0)
  const english = said.filter(({ plan }) => !isChineseOnly(plan))
  const find = async (concepts: Concept[]): Promise<IndexHit[]> => {
    if (concepts.length === 0) return []
    const enough: Plan = {
      op: 'min_should_match',
      parts: concepts.map(({ plan, near }) => (near ? orPlan([plan, near]) : plan)),
      share,
    }
    const parts = [enough, ...(among ? [seqPlan(among)] : []), ...narrowed.parts]
    const { filters } = narrowed
    const request = { ...createRequest(andPlan(parts)), pairs, filters, only_passing: true, limit }
    return (await index.search(request)).hits
  }
  const [all, others] = await Promise.all([find(said), english.length < said.length ? find(english) : []])
  const known = new Set(all.map(({ seq }) => seq))
  const both = [...all, ...others.filter(({ seq }) => !known.has(seq))]
  return both.toSorted((a, b) => b.score - a.score).slice(0, limit)
}

/** Returns a plan of papers by number, with adjacent numbers joined to ranges. */
function seqPlan(seqs: number[]): Plan {
  const ranges: [number, number][] = []
  for (const seq of seqs.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && seq <= last[1] + 1) last[1] = seq
    else ranges.push([seq, seq])
  }
  return { op: 'or', parts: ranges.map(([from, to]): Plan => ({ op: 'range', column: 'seq', from, to })) }
}
