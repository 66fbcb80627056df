import {
  type Concept,
  collectTextTerms,
  conceptCoverage,
  joinTermPlaces,
  planWords,
  statesPlan,
  type TermPlaces,
  textWithoutMarkup,
} from '@scinav/search'
import { type Evidence, labelConcepts, type Retrieval } from '../../retrieval/index.ts'
import {
  hasTitleOrName,
  hasWords,
  LONG_TITLE_LIMITS,
  plainWords,
  reachesLength,
} from './named-in-sentence.ts'

/** A paper that may be the source of a sentence. */
export interface RankedSource {
  evidence: Evidence
  /** The sentence of the paper that states most of the given sentence. */
  quote: string
  /** The score relative to the best possible, 0–1. */
  score: number
  /** Whether the sentence has the paper's title, or the name before the colon of it. */
  namesTitle: boolean
  /** Whether the sentence has a whole title that is too long to occur by chance. */
  namesWholeTitle: boolean
  /** Names with capitals or digits that sentence and title share: `SQuAD`, `GPT-3`. */
  names: string[]
  /** Whether the title has a rare concept of the sentence. */
  hasRareTitleTerm: boolean
  /** Words of the sentence that the paper has. */
  statedTerms: string[]
}

/**
 * Weights of the score, chosen on the tuning half of `npm run bench -- citing`: (coverage · min(1, coverage) + title ·
 * title_fit + namesTitle + names) / sum of weights, 0–1.
 */
const WEIGHTS = { coverage: 0.5, title: 1, namesTitle: 0.5, names: 0.5 }

const MAX_SCORE = Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0)

/** Maximum number of sources of a sentence. */
const MAX_SOURCES = 5

/** Ranks the papers found for a sentence, each once, best first; at most `MAX_SOURCES`. */
export function rankSources(sentence: string, { query, concepts, evidence }: Retrieval): RankedSource[] {
  const labels = labelConcepts(query, concepts)
  const isRare = rareWords(concepts)
  const names = [...new Set(extractNames(sentence))].filter(isRare)
  const rare = concepts.filter(({ papers }) => papers > 0 && papers <= MAX_RARE_PAPERS)
  const signals = { sentence, words: ` ${plainWords(sentence)} `, names, rare }
  return onePerWork(evidence)
    .map((each) => rankSource(each, signals))
    .toSorted((a, b) => b.score - a.score || Number(b.evidence.near) - Number(a.evidence.near))
    .slice(0, MAX_SOURCES)
    .map((source) => {
      const terms: TermPlaces = joinTermPlaces(source.evidence.about, source.evidence.terms)
      const stated = labels.filter(({ plan }) => statesPlan(terms, plan)).map(({ label }) => label)
      return { ...source, quote: selectQuote(source.evidence, concepts), statedTerms: [...new Set(stated)] }
    })
}

/** Returns the part of the score that comes from the search. */
const sourceSimilarity = ({ coverage, title_fit }: Evidence): number =>
  WEIGHTS.coverage * Math.min(1, coverage) + WEIGHTS.title * title_fit

/** Returns the best passage of each work; files that are no paper of the library cannot be cited and are left out. */
function onePerWork(evidence: readonly Evidence[]): Evidence[] {
  const best = new Map<string, Evidence>()
  for (const each of evidence) {
    const { paper_id, source_id, file } = each
    const id = paper_id ?? (file ? null : source_id)
    const bestSoFar = best.get(id ?? '')
    if (id !== null && (!bestSoFar || sourceSimilarity(each) > sourceSimilarity(bestSoFar)))
      best.set(id, each)
  }
  return [...best.values()]
}

/** What a sentence says about its source. */
interface SentenceSignals {
  sentence: string
  /** Its words in lower case, with a space on either side. */
  words: string
  /** Its names that few papers have. */
  names: string[]
  /** Concepts that few papers have. */
  rare: Concept[]
}

/** Returns the score of a passage and what it shares with the sentence; see `WEIGHTS` for the score. */
function rankSource(evidence: Evidence, signals: SentenceSignals) {
  const titles = sourceTitles(evidence)
  const namesTitle = titles.some((title) => hasTitleOrName(signals, title))
  const titleNames = new Set(titles.flatMap(extractNames))
  const names = signals.names.filter((name) => titleNames.has(name))
  const bonus = (namesTitle ? WEIGHTS.namesTitle : 0) + (names.length > 0 ? WEIGHTS.names : 0)
  const namesWholeTitle = titles.some(
    (title) =>
      reachesLength(plainWords(title), LONG_TITLE_LIMITS) && hasWords(signals.words, plainWords(title)),
  )
  const titleTerms = collectTextTerms(titles)
  const hasRareTitleTerm = signals.rare.some(({ plan }) => statesPlan(titleTerms, plan))
  const score = (sourceSimilarity(evidence) + bonus) / MAX_SCORE
  return { evidence, score, namesTitle, namesWholeTitle, names, hasRareTitleTerm }
}

const sourceTitles = ({ work }: Evidence): string[] =>
  [work.title, ...(work.title_zh ? [work.title_zh] : [])].map(textWithoutMarkup)

/** Returns words of letters and digits with at least two capitals or digits, one of them a capital: `SQuAD`, `GPT-3`. */
export function extractNames(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+(?:[-.][\p{L}\p{N}]+)*/gu) ?? []
  return words.filter((word) => (word.match(/\p{Lu}|\d/gu)?.length ?? 0) >= 2 && /\p{Lu}/u.test(word))
}

/** A concept in at most this many papers may be what a sentence cites for. */
const MAX_RARE_PAPERS = 10
/** A name in more papers than this is a common word of the field. */
const MAX_NAME_PAPERS = 100

/** Creates a test of whether a word is in at most `MAX_NAME_PAPERS` papers; a word of no concept counts as common. */
function rareWords(concepts: readonly Concept[]): (word: string) => boolean {
  const papers = new Map(
    concepts.flatMap((each) => planWords(each.plan).map((word) => [word, each.papers] as const)),
  )
  return (word) =>
    [...collectTextTerms([word]).keys()].some((term) => (papers.get(term) ?? Infinity) <= MAX_NAME_PAPERS)
}

/** Returns the sentence of a passage that states the largest weight of concepts, else the whole passage. */
function selectQuote({ passage }: Evidence, concepts: Concept[]): string {
  let best = passage.text
  let bestWeight = -1
  for (const { start, end } of passage.sentences) {
    const text = passage.text.slice(start, end)
    const terms = collectTextTerms([text])
    const weight = concepts.reduce(
      (sum, concept) => sum + concept.weight * conceptCoverage(terms, concept),
      0,
    )
    if (weight <= bestWeight) continue
    best = text
    bestWeight = weight
  }
  return best
}
