import type { Work } from '@scinav/contract'
import { type Bilingual, chineseForKey, englishStems } from '../planning/bilingual.ts'
import { extractCrossLanguage } from './cross-language.ts'
import { type ChineseTerm, type EnglishTerm, isPartOf } from './link-terms.ts'

/** A Chinese and an English term that translate each other, learned from papers. */
export interface LearnedPair {
  chinese: string
  english: string
  /** Number of papers with both terms. */
  papers: number
}

/** A Chinese term with the English terms that may translate it. */
export interface ChineseOccurrences extends ChineseTerm {
  /** For each paper where its translation is unknown, the English terms that are not yet explained. */
  candidates: EnglishTerm[][]
  /** The English keywords at the same index of parallel lists, one for each paper with such lists. */
  parallel: EnglishTerm[]
  /** Whether it is a keyword of some paper. */
  isKeyword: boolean
}

/** State of learning. */
export interface TermLearner {
  /** Pairs that need not be learned. */
  known: Bilingual
  /** Number of papers so far. */
  papers: number
  /** By their texts. */
  chinese: Map<string, ChineseOccurrences>
  /** By their keys. */
  english: Map<string, EnglishTerm>
  /** For each paper, the English terms that no known or parallel pair explains; Chinese terms share these lists. */
  open: EnglishTerm[][]
  /** Number of papers at which learning ends, and of terms per language at which rare ones are forgotten. */
  limits: { papers: number; terms: number }
}

/** Maximum number of papers to learn from, and of terms held per language; together some 200 MB. */
const LEARNER_LIMITS = { papers: 50_000, terms: 200_000 }

/**
 * Creates a learner of term pairs from papers with keywords or titles in both languages. Candidates are scored by
 * Dice's coefficient of their papers, and higher where keyword lists are parallel: 2 · both / (papers₁ + papers₂) ·
 * (1 + share of parallel occurrences). Each term is linked at most once, the most certain pairs first, and not at all
 * when another pair scores nearly as well (competitive linking: Melamed 2000, Models of translational equivalence among
 * words). Terms of a paper that `known` explains are no evidence for other pairs.
 *
 * @example learnPaper(learner, work); await selectLearnedPairs(learner, pause)
 */
export function createLearner(known: Bilingual, limits = LEARNER_LIMITS): TermLearner {
  return { known, papers: 0, chinese: new Map(), english: new Map(), open: [], limits: { ...limits } }
}

/** Returns whether the learner accepts no more papers. */
export const isLearnerFull = ({ papers, limits }: TermLearner) => papers >= limits.papers

/**
 * Adds the terms of a paper to the learner; ignores papers without terms in both languages. Does not check
 * `isLearnerFull`.
 */
export function learnPaper(learner: TermLearner, work: Work): void {
  const extracted = extractCrossLanguage(work)
  if (!extracted) return
  learner.papers += 1
  const terms = {
    chinese: extracted.chinese.map(chineseTerm),
    english: new Set(extracted.english.map(englishTerm)),
  }
  for (const term of [...terms.chinese, ...terms.english]) term.papers += 1
  for (const term of terms.chinese) term.isKeyword ||= extracted.keywords.has(term.text)
  // Terms whose translation in this paper is known, because a known pair or parallel keyword lists give it.
  const explained = findExplainedTerms(learner.known, terms.chinese, terms.english)
  for (const [text, translation] of extracted.paired) {
    const [term, other] = [chineseTerm(text), englishTerm(translation)]
    if (explained.has(term) || explained.has(other)) continue
    term.parallel.push(other)
    explained.add(term).add(other)
  }
  const isOpen = (term: ChineseTerm | EnglishTerm) => ![...explained].some((other) => isPartOf(term, other))
  const open = [...terms.english].filter(isOpen)
  learner.open.push(open)
  for (const term of terms.chinese.filter(isOpen)) term.candidates.push(open)
  if (Math.max(learner.chinese.size, learner.english.size) > learner.limits.terms) forgetRareTerms(learner)

  function chineseTerm(text: string): ChineseOccurrences {
    return getOrCreateTerm(learner.chinese, text, () => ({
      text,
      papers: 0,
      candidates: [],
      parallel: [],
      isKeyword: false,
    }))
  }
  function englishTerm(text: string): EnglishTerm {
    const key = englishStems(text)
    return getOrCreateTerm(learner.english, key, () => ({ text, key, papers: 0 }))
  }
}

/** Returns those of a paper's terms, in both languages, whose translation is among its other terms by known pairs. */
function findExplainedTerms(bilingual: Bilingual, chinese: ChineseTerm[], english: Iterable<EnglishTerm>) {
  const explained = new Set<ChineseTerm | EnglishTerm>()
  for (const term of english) {
    const translations = chineseForKey(bilingual, term.key)
    for (const other of chinese) if (translations.includes(other.text)) explained.add(term).add(other)
  }
  return explained
}

/** Drops terms that have occurred once, since significant ones recur, and raises the limit if too many are left. */
function forgetRareTerms(learner: TermLearner): void {
  const { chinese, english, open, limits } = learner
  for (const [key, { papers }] of chinese) if (papers === 1) chinese.delete(key)
  for (const [key, { papers }] of english) if (papers === 1) english.delete(key)
  for (const list of open) {
    const recurrent = list.filter(({ papers }) => papers > 1)
    list.splice(0, list.length, ...recurrent)
  }
  limits.terms = Math.max(limits.terms, 2 * chinese.size, 2 * english.size)
}

/** Returns the term of a key, which `make` creates when there is none. */
function getOrCreateTerm<Term>(terms: Map<string, Term>, key: string, make: () => Term): Term {
  const term = terms.get(key) ?? make()
  terms.set(key, term)
  return term
}
