import type { Work } from '@scinav/contract'
import { nameTerms } from '../analysis/names.ts'
import { type Bilingual, chineseOf, stemsOf } from '../planning/bilingual.ts'
import { crossLanguageOf } from './cross-language.ts'
import { type Candidate, type Chinese, type English, isPartOf, link } from './link-terms.ts'

export interface LearnedPair {
  chinese: string
  english: string
  /** In how many papers both stand. */
  papers: number
}

/** Where a Chinese term may be any of some English ones, and where the order of keywords says which. */
interface Seen extends Chinese {
  among: English[][]
  beside: English[]
  isKeyword: boolean
}

const LEAST_PAPERS = 3
/** Less than this is also kept while pairs are made: a rival need not be good enough itself. */
const LEAST_SCORE = 0.6
const RIVAL_SCORE = 0.45
const MOST_RIVALS = 10
const MOST_PAIRS = 10_000
/** Papers that are learned from, and terms of one language that are held: together some 200 MB. */
const MOST = { papers: 50_000, terms: 200_000 }
/** Lists that are counted before others have their turn; some milliseconds. */
const AT_ONCE = 2_000
/** The same of pairs whose pinyin is looked at. */
const NAMES_AT_ONCE = 50

/** What papers have taught so far. */
export interface Learner {
  known: Bilingual
  papers: number
  chinese: Map<string, Seen>
  english: Map<string, English>
  /** English terms of each paper that nothing explains. */
  open: English[][]
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
export function emptyLearner(known: Bilingual, most = MOST): Learner {
  return { known, papers: 0, chinese: new Map(), english: new Map(), open: [], most: { ...most } }
}

/** Whether more papers would be too many. */
export const isFull = ({ papers, most }: Learner) => papers >= most.papers

export function addPaper(learner: Learner, work: Work): void {
  const found = crossLanguageOf(work)
  if (!found) return
  learner.papers += 1
  const here = { chinese: found.chinese.map(chineseTerm), english: new Set(found.english.map(englishTerm)) }
  for (const term of [...here.chinese, ...here.english]) term.papers += 1
  for (const term of here.chinese) term.isKeyword ||= found.keywords.has(term.text)
  const explained = explainedBy(learner.known, here.chinese, here.english)
  for (const [text, translation] of found.paired) {
    const [term, other] = [chineseTerm(text), englishTerm(translation)]
    if (explained.has(term) || explained.has(other)) continue
    term.beside.push(other)
    explained.add(term).add(other)
  }
  const isOpen = (term: Chinese | English) => ![...explained].some((other) => isPartOf(term, other))
  const open = [...here.english].filter(isOpen)
  learner.open.push(open)
  for (const term of here.chinese.filter(isOpen)) term.among.push(open)
  if (Math.max(learner.chinese.size, learner.english.size) > learner.most.terms) forget(learner)

  function chineseTerm(text: string): Seen {
    return entry(learner.chinese, text, () => ({ text, papers: 0, among: [], beside: [], isKeyword: false }))
  }
  function englishTerm(text: string): English {
    const key = stemsOf(text)
    return entry(learner.english, key, () => ({ text, key, papers: 0 }))
  }
}

/** Terms of one paper that stand for each other, as is known already. */
function explainedBy(bilingual: Bilingual, chinese: Chinese[], english: Iterable<English>) {
  const explained = new Set<Chinese | English>()
  for (const term of english) {
    const translations = chineseOf(bilingual, term.key)
    for (const other of chinese) if (translations.includes(other.text)) explained.add(term).add(other)
  }
  return explained
}

/** Terms that came once are forgotten when there are too many; those that matter come again. */
function forget(learner: Learner): void {
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
export async function learnedPairs(learner: Learner, pause: () => Promise<void>): Promise<LearnedPair[]> {
  const { known } = learner
  const candidates = await allCandidates(learner, pause)
  const learned: LearnedPair[] = []
  for (const { chinese, english, papers } of await link(candidates, LEAST_SCORE, pause)) {
    if (!isTerm(learner, chinese) || isKnown(known, chinese, english) || isName(chinese, english)) continue
    learned.push({ chinese: chinese.text, english: english.text, papers })
    if (learned.length === MOST_PAIRS) break
    if (learned.length % NAMES_AT_ONCE === 0) await pause()
  }
  return learned
}

async function allCandidates({ chinese }: Learner, pause: () => Promise<void>): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  let counted = 0
  for (const term of chinese.values()) {
    if (term.papers < LEAST_PAPERS) continue
    candidates.push(...candidatesOf(term))
    counted += term.among.length + 1
    if (counted < AT_ONCE) continue
    counted = 0
    await pause()
  }
  return candidates
}

function entry<Term>(terms: Map<string, Term>, key: string, make: () => Term): Term {
  const term = terms.get(key) ?? make()
  terms.set(key, term)
  return term
}

function candidatesOf(term: Seen): Candidate[] {
  const together = new Map<English, number>()
  for (const list of [term.beside, ...term.among])
    for (const other of list) together.set(other, (together.get(other) ?? 0) + 1)
  const beside = Map.groupBy(term.beside, (other) => other)
  return [...together]
    .filter(([, papers]) => papers >= LEAST_PAPERS)
    .map(([english, papers]) => {
      const dice = (2 * papers) / (term.papers + english.papers)
      const parallel = (beside.get(english)?.length ?? 0) / papers
      return { chinese: term, english, papers, score: dice * (1 + parallel) }
    })
    .filter(({ score }) => score >= RIVAL_SCORE)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_RIVALS)
}

/** Two characters are a word of any title (世界, 现代), unless they are somebody's keyword. */
const isTerm = ({ chinese }: Learner, { text }: Chinese) =>
  text.length > 2 || chinese.get(text)?.isKeyword === true

/** Chinese that is only spelled in Latin letters: a name. */
function isName({ text }: Chinese, english: English): boolean {
  return nameTerms(text).includes(english.text.toLowerCase().replace(/['’-]/g, ''))
}

const isKnown = (known: Bilingual, { text }: Chinese, { key }: English) =>
  chineseOf(known, key).includes(text)
