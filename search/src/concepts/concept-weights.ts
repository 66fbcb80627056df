import type { AllValues } from '../index/values.ts'
import { type Bilingual, englishStems, translationPlan } from '../planning/bilingual.ts'
import type { Plan } from '../planning/plan.ts'
import { planSearch } from '../planning/plan-search.ts'
import type { Vocabulary } from '../planning/vocabulary.ts'
import { splitKnownWords, writtenRun } from './chinese-runs.ts'
import type { Concept, QueryConcepts } from './concept.ts'
import { conceptPlans, isChineseOnly, lengthFactor, planPieces, planWords } from './concept-plans.ts'
import {
  createNameMatcher,
  findVersions,
  readAsName,
  splitGluedVersions,
  startsWithCapital,
  VERSION_WEIGHT,
} from './names.ts'

/** Counts of an index, from which the rarity of words is derived. */
export interface PaperCounts {
  /** Number of all records. */
  all: () => Promise<number>
  /** Number of records in Chinese. */
  chinese: () => Promise<number>
  /** Number of records that a plan matches. */
  matching: (plan: Plan) => Promise<number>
}

/** What the weights of concepts depend on besides the query. */
interface ConceptSources {
  values: AllValues
  vocabulary: Vocabulary
  /** Counts of several indexes, which are added up. */
  counts: PaperCounts[]
}

/** A query whose concepts are weighed, with the counts that this needs. */
interface WeighingContext extends ConceptSources {
  query: string
  /** The words of the vocabulary. */
  words: Bilingual
  /** See `weighConcepts`. */
  splitTerms: boolean
  /** Number of papers. */
  papers: number
  /** Number of papers in Chinese. */
  chinese: number
  versions: ReturnType<typeof findVersions>
  /** Returns the number of papers that a plan matches, in all indexes. */
  count: (plan: Plan) => Promise<number>
  /** Returns whether a plan is of a proper name: see `createNameMatcher`. */
  isNamed: (plan: Plan) => boolean
}

/**
 * Returns the concepts of a query. Each is weighted by its idf (Robertson and Spärck Jones: ln(1 + (N − n + 0.5) /
 * (n + 0.5)) among N papers whose language can express it, n of which contain it or a translation) times
 * `lengthFactor`. A Chinese run that is no term is split into pieces. In the order of the query; none for an empty one.
 *
 * @param splitTerms whether a term of several words is split into its words even though some text contains it as a
 * whole.
 */
export async function weighConcepts(
  sources: ConceptSources,
  text: string,
  splitTerms = false,
): Promise<QueryConcepts> {
  if (text === '') return { list: [], pairs: [] }
  const { values, vocabulary, counts } = sources
  const count = (plan: Plan) => sumOf(counts.map((index) => index.matching(plan)))
  const query = await splitGluedVersions(text, count)
  const words = await vocabulary.words()
  const { understood, pairs } = planSearch({ query }, values, { ...vocabulary, terms: words })
  const weighing: WeighingContext = {
    ...sources,
    words,
    query,
    splitTerms,
    papers: await sumOf(counts.map((index) => index.all())),
    chinese: await sumOf(counts.map((index) => index.chinese())),
    versions: findVersions(query),
    count,
    isNamed: createNameMatcher(query, understood.expansions),
  }
  const concepts = await Promise.all(conceptPlans(understood.plan).map((plan) => conceptsOf(weighing, plan)))
  return { list: concepts.flat(), pairs }
}

/** Adds up counts that are still being determined. */
const sumOf = async (counts: Promise<number>[]) => (await Promise.all(counts)).reduce((a, b) => a + b, 0)

/** Returns the concepts of one part of a query: a single one, or those of the words or pieces of a Chinese run. */
async function conceptsOf(weighing: WeighingContext, part: Plan): Promise<Concept[]> {
  const { splitTerms, count, isNamed } = weighing
  const { plan, total, near } = await readPart(weighing, part)
  const isWhole = total > 0 && !splitTerms
  const words = isWhole ? [] : splitKnownWords(plan, weighing.words)
  if (words.length > 0) return conceptsOfWords(weighing, writtenRun(plan), words)
  const weight = weightOf(weighing, plan, total)
  if (await isUnneededVersion(weighing, plan))
    return [{ plan, weight: weight * VERSION_WEIGHT, papers: total, named: false, near: null, run: null }]
  const named = isNamed(plan)
  const pieces = planPieces(plan, isWhole)
  if (pieces.length === 0) return [{ plan, weight, papers: total, named, near, run: null }]
  const totals = await Promise.all(pieces.map(count))
  // n pieces together weigh √n times their mean weight: as much as the run would, but more than the rarest of them.
  const share = 1 / Math.sqrt(pieces.length)
  const run = writtenRun(plan) || null
  return pieces.map((piece, index) => {
    const papers = totals[index] ?? 0
    return { plan: piece, weight: weightOf(weighing, piece, papers) * share, papers, named, near: null, run }
  })
}

/**
 * Reads a part of a query as a name where papers use it as one, else as the word, and counts its papers; `near` matches
 * similar words.
 */
async function readPart({ query, words, count }: WeighingContext, plan: Plan) {
  const name = readAsName(query, plan, words)
  const papersWithName = name ? await count(name.exact) : 0
  if (name && (papersWithName > 0 || name.sure)) return { plan: name.plan, total: papersWithName, near: null }
  return { plan, total: await count(plan), near: nearWords(plan, words) }
}

/**
 * Maximum number of English translations of a Chinese word, since more of them say little about any; also of other
 * names of a Chinese term.
 */
const MAX_SENSES = 8
/** Maximum number of similar words of a concept. */
const MAX_NEAR_WORDS = 24

/**
 * Returns a plan of similar words: other English translations of a word's Chinese translations, or other names of a
 * Chinese term; null when there are none.
 */
function nearWords(plan: Plan, words: Bilingual): Plan | null {
  const { fromEnglish, fromChinese } = words
  const [first] = planWords(plan)
  if (!first) return null
  if (/\p{Script=Han}/u.test(first)) return otherNames(writtenRun(plan), words)
  const synonyms = (fromEnglish.get(first) ?? [])
    .map((chinese) => fromChinese.get(chinese) ?? [])
    .filter((senses) => senses.length <= MAX_SENSES)
    .flat()
  const near = [...new Set([...synonyms, ...agentVerbs(first)])].filter(
    (word) => !startsWithCapital(word) && englishStems(word) !== first,
  )
  return near.length === 0 ? null : translationPlan(near.slice(0, MAX_NEAR_WORDS))
}

/** Minimum length of a term; a shorter one is a word with many senses. */
const MIN_TERM_CHARS = 3

/**
 * Returns other names of a Chinese term by way of an English term of several words: 大模型 and 大型语言模型 for 大语言模型; null
 * when there are none.
 */
function otherNames(term: string, { fromEnglish, fromChinese }: Bilingual): Plan | null {
  if ([...term].length < MIN_TERM_CHARS) return null
  const english = (fromChinese.get(term) ?? []).filter((name) => /[\s-]/.test(name))
  const others = english
    .flatMap((name) => fromEnglish.get(englishStems(name)) ?? [])
    .filter((other) => other !== term && [...other].length >= MIN_TERM_CHARS)
  return others.length === 0 ? null : translationPlan([...new Set(others)].slice(0, MAX_SENSES))
}

/** Returns the verb of a thing that is named after what it does: detectore of detector, parse of parser; else []. */
const agentVerbs = (stem: string): string[] =>
  /^\p{L}{4,}[eo]r$/u.test(stem) ? [`${stem.slice(0, -2)}e`] : []

/**
 * Returns concepts of the words of a Chinese run that no text contains; together they weigh about as much as the run
 * would.
 */
async function conceptsOfWords(sources: ConceptSources, run: string, words: string[]): Promise<Concept[]> {
  const { list } = await weighConcepts(sources, words.join(' '))
  return list.map((concept) => ({ ...concept, run, weight: concept.weight / Math.sqrt(words.length) }))
}

/** Number of papers that a word counts with at least: otherwise an unused one would outweigh the rest of the query. */
const MIN_PAPERS = 3

/** Returns the weight of a plan that `total` papers match. */
function weightOf({ papers, chinese }: WeighingContext, plan: Plan, total: number): number {
  // N and n of the idf: the papers whose language can express the plan, and those that contain it.
  const expressing = Math.max(isChineseOnly(plan) ? chinese : papers, total)
  // In a tiny library, `MIN_PAPERS` must not be more than half of the papers.
  const containing = Math.max(total, Math.min(MIN_PAPERS, expressing / 2))
  return Math.log(1 + (expressing - containing + 0.5) / (containing + 0.5)) * lengthFactor(plan)
}

/** Returns whether a plan is a version number that distinguishes nothing in this library. */
async function isUnneededVersion({ versions, count }: WeighingContext, plan: Plan): Promise<boolean> {
  const version = versions.find(({ number }) => planWords(plan).every((word) => word === number))
  return version !== undefined && (await count(version.others)) === 0
}
