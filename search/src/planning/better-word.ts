// Finds the words that are likely meant instead of mistyped ones.
import { conflateEnglish } from '../analysis/conflation.ts'
import { areWithinDistance } from '../analysis/edit-distance.ts'
import { AUTHOR_MASKS } from '../index/terms.ts'
import { correctChinese, type KnownWordTest } from './correct-chinese.ts'
import { authorPlan } from './field-plans.ts'
import { createIndexCache } from './index-cache.ts'
import { createRequest, type TermIndex } from './term-index.ts'

/** A word that is likely meant instead of another one. */
export interface BetterWord {
  word: string
  /** Whether the other word occurs in no paper. */
  certain: boolean
  /**
   * Whether papers contain the other word only as a typing error: it has the same letters in another order, occurs in
   * at most `MAX_TYPO_PAPERS` and is `MIN_TYPO_RATIO` times as rare.
   */
  isTypo: boolean
}

/** Maximum number of papers with a typing error, and how many times as many papers must have the correct word. */
export const MAX_TYPO_PAPERS = 5
const MIN_TYPO_RATIO = 1_000
/** Matches two or more Chinese characters. */
export const HAN_RUN = /^\p{Script=Han}{2,}$/u
/** Minimum length of words that are corrected; too many others are one letter away from shorter ones. */
const MIN_WORD_CHARS = 4

/** Returns the likely correction of a word; null for names with digits or accents, and when nothing is better. */
export async function correctWord(
  index: TermIndex,
  word: string,
  isKnown: KnownWordTest,
): Promise<BetterWord | null> {
  const folded = word.normalize('NFKC').toLowerCase()
  const mayBeMistyped = HAN_RUN.test(folded) || (/^[a-z]+$/.test(folded) && folded.length >= MIN_WORD_CHARS)
  if (!mayBeMistyped) return null
  return getCorrection(index, folded, () =>
    HAN_RUN.test(folded) ? findBetterRun(index, folded, isKnown) : findBetterWord(index, folded),
  )
}

/** Number of words at which their cache is emptied. */
const MAX_CACHED_WORDS = 5_000
/** Returns the correction of a folded word, which is looked for once; null for a word that needs none. */
const getCorrection = createIndexCache<BetterWord | null>(MAX_CACHED_WORDS)

/** Returns the likely correction of a run of Chinese characters; null for names of authors. */
async function findBetterRun(
  index: TermIndex,
  run: string,
  isKnown: KnownWordTest,
): Promise<BetterWord | null> {
  const better = (await isAuthorName(index, run)) ? null : await correctChinese(index, run, isKnown)
  return better === null ? null : { word: better, certain: true, isTypo: false }
}

/** Returns whether an author has this name. */
async function isAuthorName(index: TermIndex, word: string): Promise<boolean> {
  const { total } = await index.search(createRequest(authorPlan(word, AUTHOR_MASKS.any)))
  return total > 0
}

/** How many times as many papers as the word itself a correction must be in. */
const MIN_FREQUENCY_RATIO = 10
/**
 * A word in more papers than this, and in more than this share of all, is not considered mistyped: searching for a
 * better one is expensive.
 */
const MAX_RARE_PAPERS = 10
const MAX_RARE_SHARE = 0.001
/** Maximum number of words with the same beginning among which a word's own frequency is looked up. */
const MAX_EXAMINED_WORDS = 1_000
/** Maximum number of similar words, and of words with a stem, that are read from the index. */
const MAX_SIMILAR_WORDS = 40
/** Maximum number of similar words whose written form is looked up. */
const MAX_CANDIDATES = 4

/** Returns a frequent word one or two edits away from a rare Latin word; null for frequent words and for names. */
async function findBetterWord(index: TermIndex, word: string): Promise<BetterWord | null> {
  // Longer words may begin with it and be more frequent.
  const sameBeginning = await index.wordsWith(word, MAX_EXAMINED_WORDS)
  const wordPapers = sameBeginning.find((other) => other.word === word)?.papers ?? 0
  if (wordPapers > Math.max(MAX_RARE_PAPERS, index.state().papers * MAX_RARE_SHARE)) return null
  const minPapers = wordPapers === 0 ? 1 : wordPapers * MIN_FREQUENCY_RATIO
  const similar = (await index.wordsLike(word, MAX_SIMILAR_WORDS)).filter(({ papers }) => papers >= minPapers)
  // Words one edit away precede those two edits away.
  const nearest = similar.toSorted(
    (a, b) => Number(isOneAway(word, b.word)) - Number(isOneAway(word, a.word)),
  )
  if (nearest.length === 0 || (await isAuthorName(index, word))) return null
  for (const { word: term, papers } of nearest.slice(0, MAX_CANDIDATES)) {
    const written = await findWrittenWord(index, term)
    if (written === null || written === word) continue
    const isRare = wordPapers > 0 && wordPapers <= MAX_TYPO_PAPERS && papers >= wordPapers * MIN_TYPO_RATIO
    return { word: written, certain: wordPapers === 0, isTypo: isRare && hasSameLetters(word, written) }
  }
  return null
}

/** Returns whether two words differ by one edit at most. */
export const isOneAway = (word: string, other: string) => areWithinDistance(word, other, 1)

/**
 * Returns a term as people write it: for a mere stem (`translat`, `studi`) its most frequent word, null when the index
 * lists none. The index does not distinguish stems from words that are their own stem; the endings of longer words tell
 * them apart.
 */
async function findWrittenWord(index: TermIndex, term: string): Promise<string | null> {
  const longer = await index.wordsWith(term.replace(/i$/, ''), MAX_SIMILAR_WORDS)
  const forms = longer.filter(({ word }) => word !== term && conflateEnglish(word) === term)
  const papers = longer.find(({ word }) => word === term)?.papers ?? 0
  // A stem may itself have another stem: `rais` of `raises`.
  if (forms.length === 0) return term
  const endings = new Set(forms.map(({ word }) => word.slice(term.length)))
  const [mostFrequent] = forms
  const isStem =
    // `studi`
    term.endsWith('i') ||
    // Every paper with the term has this form.
    (mostFrequent?.papers ?? 0) >= Math.max(papers, 1) ||
    // `translate`, but not `boxes`; `translation`
    endings.has('e') ||
    (endings.has('es') && !/(?:s|x|z|ch|sh)$/.test(term)) ||
    (endings.has('ion') && term.endsWith('at'))
  return isStem ? (mostFrequent?.word ?? null) : term
}

/** Returns whether two words differ only in the order of their letters. */
const hasSameLetters = (word: string, other: string) => sortLetters(word) === sortLetters(other)

/** Returns the letters of a word in ascending order. */
const sortLetters = (word: string) => [...word].sort().join('')
