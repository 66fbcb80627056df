import type { Work } from '@scinav/contract'
import { nameTerms } from '../analysis/names.ts'
import { type Bilingual, chineseForKey, englishStems } from '../planning/bilingual.ts'
import { extractCrossLanguage } from './cross-language.ts'
import { type ChineseTerm, type EnglishTerm, isPartOf, linkTerms, type TermCandidate } from './link-terms.ts'

export interface LearnedPair {
  chinese: string
  english: string
  /** In how many papers both stand. */
  papers: number
}

/** Where a Chinese term may be any of some English ones, and where the order of keywords says which. */
interface ChineseOccurrences extends ChineseTerm {
  among: EnglishTerm[][]
  beside: EnglishTerm[]
  isKeyword: boolean
}

const MIN_PAPERS = 3
/** Less than this is also kept while pairs are made: a rival need not be good enough itself. */
const MIN_SCORE = 0.6
const MIN_RIVAL_SCORE = 0.45
const MAX_RIVALS = 10
const MAX_PAIRS = 10_000
/** Papers that are learned from, and terms of one language that are held: together some 200 MB. */
const LEARNER_LIMITS = { papers: 50_000, terms: 200_000 }
/** Lists that are counted before others have their turn; some milliseconds. */
const BATCH_SIZE = 2_000
/** The same of pairs whose pinyin is looked at. */
const NAME_BATCH_SIZE = 50

/** What papers have taught so far. */
export interface TermLearner {
  known: Bilingual
  papers: number
  chinese: Map<string, ChineseOccurrences>
  english: Map<string, EnglishTerm>
  /** English terms of each paper that nothing explains. */
  open: EnglishTerm[][]
  most: { papers: number; terms: number }
}

/**
 * Learns pairs of terms from papers with keywords or titles in both languages. Terms belong together by Dice's
 * coefficient of the papers they stand in, and more so where lists of keywords are parallel; each term is linked at most
 * once, the surest pairs first, and not at all where another would do nearly as well (competitive linking: Melamed 2000,
 * Models of translational equivalence among words). What `known` explains of a paper is no evidence for anything else.
 *
 * @example addPaper(learner, work); await learnedPairs(learner, pause)
 */
export function createLearner(known: Bilingual, most = LEARNER_LIMITS): TermLearner {
  return { known, papers: 0, chinese: new Map(), english: new Map(), open: [], most: { ...most } }
}

/** Whether more papers would be too many. */
export const isLearnerFull = ({ papers, most }: TermLearner) => papers >= most.papers

export function learnPaper(learner: TermLearner, work: Work): void {
  const found = extractCrossLanguage(work)
  if (!found) return
  learner.papers += 1
  const here = { chinese: found.chinese.map(chineseTerm), english: new Set(found.english.map(englishTerm)) }
  for (const term of [...here.chinese, ...here.english]) term.papers += 1
  for (const term of here.chinese) term.isKeyword ||= found.keywords.has(term.text)
  const explained = findExplainedTerms(learner.known, here.chinese, here.english)
  for (const [text, translation] of found.paired) {
    const [term, other] = [chineseTerm(text), englishTerm(translation)]
    if (explained.has(term) || explained.has(other)) continue
    term.beside.push(other)
    explained.add(term).add(other)
  }
  const isOpen = (term: ChineseTerm | EnglishTerm) => ![...explained].some((other) => isPartOf(term, other))
  const open = [...here.english].filter(isOpen)
  learner.open.push(open)
  for (const term of here.chinese.filter(isOpen)) term.among.push(open)
  if (Math.max(learner.chinese.size, learner.english.size) > learner.most.terms) forgetRareTerms(learner)

  function chineseTerm(text: string): ChineseOccurrences {
    return getOrCreateTerm(learner.chinese, text, () => ({
      text,
      papers: 0,
      among: [],
      beside: [],
      isKeyword: false,
    }))
  }
  function englishTerm(text: string): EnglishTerm {
    const key = englishStems(text)
    return getOrCreateTerm(learner.english, key, () => ({ text, key, papers: 0 }))
  }
}

/** Terms of one paper that stand for each other, as is known already. */
function findExplainedTerms(bilingual: Bilingual, chinese: ChineseTerm[], english: Iterable<EnglishTerm>) {
  const explained = new Set<ChineseTerm | EnglishTerm>()
  for (const term of english) {
    const translations = chineseForKey(bilingual, term.key)
    for (const other of chinese) if (translations.includes(other.text)) explained.add(term).add(other)
  }
  return explained
}

/** Terms that came once are forgotten when there are too many; those that matter come again. */
function forgetRareTerms(learner: TermLearner): void {
  const { chinese, english, open, most } = learner
  for (const [key, { papers }] of chinese) if (papers === 1) chinese.delete(key)
  for (const [key, { papers }] of english) if (papers === 1) english.delete(key)
  for (const list of open) {
    const again = list.filter(({ papers }) => papers > 1)
    list.splice(0, list.length, ...again)
  }
  most.terms = Math.max(most.terms, 2 * chinese.size, 2 * english.size)
}

/** The pairs that `known` has not, surest first. `pause` is awaited again and again, so that others have their turn. */
export async function selectLearnedPairs(
  learner: TermLearner,
  pause: () => Promise<void>,
): Promise<LearnedPair[]> {
  const { known } = learner
  const candidates = await collectCandidates(learner, pause)
  const learned: LearnedPair[] = []
  for (const { chinese, english, papers } of await linkTerms(candidates, MIN_SCORE, pause)) {
    if (
      !isLearnableTerm(learner, chinese) ||
      isKnownPair(known, chinese, english) ||
      isTransliteration(chinese, english)
    )
      continue
    learned.push({ chinese: chinese.text, english: english.text, papers })
    if (learned.length === MAX_PAIRS) break
    if (learned.length % NAME_BATCH_SIZE === 0) await pause()
  }
  return learned
}

async function collectCandidates(
  { chinese }: TermLearner,
  pause: () => Promise<void>,
): Promise<TermCandidate[]> {
  const candidates: TermCandidate[] = []
  let counted = 0
  for (const term of chinese.values()) {
    if (term.papers < MIN_PAPERS) continue
    candidates.push(...termCandidates(term))
    counted += term.among.length + 1
    if (counted < BATCH_SIZE) continue
    counted = 0
    await pause()
  }
  return candidates
}

function getOrCreateTerm<Term>(terms: Map<string, Term>, key: string, make: () => Term): Term {
  const term = terms.get(key) ?? make()
  terms.set(key, term)
  return term
}

function termCandidates(term: ChineseOccurrences): TermCandidate[] {
  const together = new Map<EnglishTerm, number>()
  for (const list of [term.beside, ...term.among])
    for (const other of list) together.set(other, (together.get(other) ?? 0) + 1)
  const beside = Map.groupBy(term.beside, (other) => other)
  return [...together]
    .filter(([, papers]) => papers >= MIN_PAPERS)
    .map(([english, papers]) => {
      const dice = (2 * papers) / (term.papers + english.papers)
      const parallel = (beside.get(english)?.length ?? 0) / papers
      return { chinese: term, english, papers, score: dice * (1 + parallel) }
    })
    .filter(({ score }) => score >= MIN_RIVAL_SCORE)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RIVALS)
}

/** Two characters are a word of any title (世界, 现代), unless they are somebody's keyword. */
const isLearnableTerm = ({ chinese }: TermLearner, { text }: ChineseTerm) =>
  text.length > 2 || chinese.get(text)?.isKeyword === true

/** Chinese that is only spelled in Latin letters: a name. */
function isTransliteration({ text }: ChineseTerm, english: EnglishTerm): boolean {
  return nameTerms(text).includes(english.text.toLowerCase().replace(/['’-]/g, ''))
}

const isKnownPair = (known: Bilingual, { text }: ChineseTerm, { key }: EnglishTerm) =>
  chineseForKey(known, key).includes(text)
