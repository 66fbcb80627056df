// Selects the learned pairs of terms that are likely translations of each other.
import { nameTerms } from '../analysis/names.ts'
import { type Bilingual, chineseForKey } from '../planning/bilingual.ts'
import type { ChineseOccurrences, LearnedPair, TermLearner } from './learn-terms.ts'
import { type ChineseTerm, type EnglishTerm, linkTerms, type TermCandidate } from './link-terms.ts'

/** Minimum scores of learned pairs and of their rivals: a rival need not be good enough itself. */
const MIN_SCORE = 0.6
const MIN_RIVAL_SCORE = 0.45
/** Maximum number of learned pairs. */
const MAX_PAIRS = 10_000
/** Number of pairs whose pinyin is compared between two pauses. */
const NAME_BATCH_SIZE = 50

/**
 * Returns the pairs that are not in `known`, most certain first. `pause` is awaited regularly, so that other work
 * proceeds.
 */
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

/** Minimum number of papers of a Chinese term, and of papers with both terms of a pair. */
const MIN_PAPERS = 3
/** Number of lists of English terms counted between two pauses: some milliseconds of work. */
const BATCH_SIZE = 2_000

/** Returns the candidates of all Chinese terms that occur often enough. */
async function collectCandidates(
  { chinese }: TermLearner,
  pause: () => Promise<void>,
): Promise<TermCandidate[]> {
  const candidates: TermCandidate[] = []
  let listsSincePause = 0
  for (const term of chinese.values()) {
    if (term.papers < MIN_PAPERS) continue
    candidates.push(...termCandidates(term))
    listsSincePause += term.candidates.length + 1
    if (listsSincePause < BATCH_SIZE) continue
    listsSincePause = 0
    await pause()
  }
  return candidates
}

/** Maximum number of candidates per Chinese term: the pair that may be linked and its rivals. */
const MAX_CANDIDATES = 10

/** Returns the English terms that may translate a Chinese one, highest score first. */
function termCandidates(term: ChineseOccurrences): TermCandidate[] {
  const commonPapers = new Map<EnglishTerm, number>()
  for (const list of [term.parallel, ...term.candidates])
    for (const other of list) commonPapers.set(other, (commonPapers.get(other) ?? 0) + 1)
  const parallel = Map.groupBy(term.parallel, (other) => other)
  return [...commonPapers]
    .filter(([, papers]) => papers >= MIN_PAPERS)
    .map(([english, papers]) => {
      const dice = (2 * papers) / (term.papers + english.papers)
      const parallelShare = (parallel.get(english)?.length ?? 0) / papers
      return { chinese: term, english, papers, score: dice * (1 + parallelShare) }
    })
    .filter(({ score }) => score >= MIN_RIVAL_SCORE)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_CANDIDATES)
}

/** Returns whether a Chinese term may be learned. Two characters may be a word of any title (世界), unless a keyword. */
const isLearnableTerm = ({ chinese }: TermLearner, { text }: ChineseTerm) =>
  text.length > 2 || chinese.get(text)?.isKeyword === true

/** Returns whether a pair of terms is known already. */
const isKnownPair = (known: Bilingual, { text }: ChineseTerm, { key }: EnglishTerm) =>
  chineseForKey(known, key).includes(text)

/** Returns whether the English term is only the pinyin of the Chinese one: a name. */
function isTransliteration({ text }: ChineseTerm, english: EnglishTerm): boolean {
  return nameTerms(text).includes(english.text.toLowerCase().replace(/['’-]/g, ''))
}
