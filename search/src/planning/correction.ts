import { conflateEnglish } from '../analysis/conflation.ts'
import { segmentChinese } from '../analysis/dictionary.ts'
import { areWithinDistance } from '../analysis/edit-distance.ts'
import { findHomophones } from '../analysis/pinyin.ts'
import { simplifyText } from '../analysis/traditional.ts'
import { ANY_MASK } from '../index/layout.ts'
import { AUTHOR_MASKS } from '../index/terms.ts'
import { printQuery } from '../query/print.ts'
import type { ParsedQuery, Query } from '../query/query.ts'
import { authorPlan, textMask } from './field-plans.ts'
import type { Plan } from './plan.ts'
import { createRequest, type TermIndex } from './term-index.ts'
import type { Vocabulary } from './vocabulary.ts'
import { cjkPlan } from './word-plans.ts'

/** Minimum length of words that are corrected; too many others are one letter away from shorter ones. */
const MIN_WORD_CHARS = 4
/** Maximum number of words examined in one text; each takes several searches. */
const MAX_WORDS = 8
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

/** A likely intended query. */
export interface Correction {
  /** The query in the query language. */
  text: string
  /** Whether none of the replaced words occurs in any paper. */
  certain: boolean
}

/** A word that is likely meant instead of another one. */
interface BetterWord {
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
const MAX_TYPO_PAPERS = 5
const MIN_TYPO_RATIO = 1_000

/**
 * Replaces rare Latin words of a query by similar frequent ones, and runs of Chinese that occur in no paper by
 * homophones; returns null when nothing is better. Names, codes and excluded words stay as written.
 */
export async function correctQuery(
  index: TermIndex,
  { words }: Pick<Vocabulary, 'words'>,
  { query }: ParsedQuery,
): Promise<Correction | null> {
  const texts = correctableTexts(query).flatMap((text) => text.split(/\s+/))
  const corrections = new Map<string, BetterWord>()
  const isKnown = knownWordTest(words)
  for (const word of [...new Set(texts)].slice(0, MAX_WORDS)) {
    const better = await correctWord(index, word, isKnown)
    if (better !== null) corrections.set(word, better)
  }
  if (corrections.size === 0) return null
  const correct = (text: string) => text.replace(/\S+/g, (word) => corrections.get(word)?.word ?? word)
  return {
    text: printQuery(replaceTexts(query, correct)),
    certain: [...corrections.values()].every(({ certain }) => certain),
  }
}

/** Matches a word of at least five letters that is not written as a name. */
const COMMON_LATIN_WORD = /^[a-z]{5,}$/

/**
 * Returns the words of a text that occur in no paper, or only as a typing error, each with its likely correction, which
 * is one edit away or, for Chinese, a homophone; in the order of the text, [] for none. Only the first `MAX_WORDS`
 * Chinese runs and `COMMON_LATIN_WORD`s are examined, so no words that are written as names.
 */
export async function findMisspelt(
  index: TermIndex,
  { words }: Pick<Vocabulary, 'words'>,
  text: string,
): Promise<{ from: string; to: string }[]> {
  const isKnown = knownWordTest(words)
  const texts = text.split(/\s+/).filter((word) => HAN_RUN.test(word) || COMMON_LATIN_WORD.test(word))
  const misspelt: { from: string; to: string }[] = []
  for (const from of [...new Set(texts)].slice(0, MAX_WORDS)) {
    const isWord =
      !HAN_RUN.test(from) && (words.fromEnglish.has(conflateEnglish(from)) || (await isFrequent(index, from)))
    if (isWord) continue
    const better = await correctWord(index, from, isKnown)
    if (!better || !(better.certain || better.isTypo)) continue
    if (HAN_RUN.test(from) || isOneAway(from, better.word)) misspelt.push({ from, to: better.word })
  }
  return misspelt
}

/**
 * Returns whether more than `MAX_TYPO_PAPERS` papers contain a word in any form. Most words are frequent, and searching
 * for similar words is expensive.
 */
async function isFrequent(index: TermIndex, word: string): Promise<boolean> {
  const plan: Plan = { op: 'term', term: conflateEnglish(word), mask: ANY_MASK, weight: 1 }
  return (await index.search(createRequest(plan))).total > MAX_TYPO_PAPERS
}

/** Returns the texts of a query's words and phrases that are searched in a paper's text. */
function correctableTexts(query: Query): string[] {
  if ('parts' in query) return query.parts.flatMap(correctableTexts)
  return isCorrectable(query) ? [query.text] : []
}

/** A word or a phrase of a query. */
type TextQuery = Extract<Query, { kind: 'word' | 'phrase' }>

/** Returns whether a part of a query is text whose words may be corrected. */
const isCorrectable = (query: Query): query is TextQuery =>
  (query.kind === 'word' || query.kind === 'phrase') && textMask(query.field) !== null

/** Returns a query with every correctable text changed. */
function replaceTexts(query: Query, change: (text: string) => string): Query {
  if ('parts' in query) return { ...query, parts: query.parts.map((part) => replaceTexts(part, change)) }
  return isCorrectable(query) ? { ...query, text: change(query.text) } : query
}

/** Returns whether the vocabulary contains a Chinese word, which the dictionary for segmentation may lack. */
type KnownWordTest = (word: string) => boolean

/** Returns a test whether a word is in the vocabulary. */
function knownWordTest({ fromChinese }: Vocabulary['words']): KnownWordTest {
  return (word) => fromChinese.has(word)
}

/** Matches two or more Chinese characters. */
const HAN_RUN = /^\p{Script=Han}{2,}$/u

/** Returns the likely correction of a word; null for names with digits or accents, and when nothing is better. */
async function correctWord(
  index: TermIndex,
  word: string,
  isKnown: KnownWordTest,
): Promise<BetterWord | null> {
  const folded = word.normalize('NFKC').toLowerCase()
  const mayBeMistyped = HAN_RUN.test(folded) || (/^[a-z]+$/.test(folded) && folded.length >= MIN_WORD_CHARS)
  return mayBeMistyped ? getBetterWord(index, folded, isKnown) : null
}

/** Number of words at which the cache is emptied. */
const MAX_CACHED_WORDS = 5_000

/** Corrections of one state of the library. */
interface CorrectionCache {
  /** Number of the last change of the library. */
  change: number
  byWord: Map<string, Promise<BetterWord | null>>
}
/** The corrections found so far, by index. */
const correctionCaches = new WeakMap<TermIndex, CorrectionCache>()

/** Returns the cached correction of a folded word, or looks for one; null when the word needs none. */
function getBetterWord(index: TermIndex, word: string, isKnown: KnownWordTest): Promise<BetterWord | null> {
  const { change } = index.state()
  let cache = correctionCaches.get(index)
  if (cache?.change !== change || cache.byWord.size >= MAX_CACHED_WORDS) {
    cache = { change, byWord: new Map() }
    correctionCaches.set(index, cache)
  }
  const { byWord } = cache
  const cached = byWord.get(word)
  if (cached) return cached
  const better = HAN_RUN.test(word) ? findBetterRun(index, word, isKnown) : findBetterWord(index, word)
  byWord.set(word, better)
  // A failed search is tried again the next time.
  better.catch(() => byWord.delete(word))
  return better
}

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

/** Returns the likely correction of a run of Chinese characters; null for names of authors. */
async function findBetterRun(
  index: TermIndex,
  run: string,
  isKnown: KnownWordTest,
): Promise<BetterWord | null> {
  const better = (await isAuthorName(index, run)) ? null : await correctChinese(index, run, isKnown)
  return better === null ? null : { word: better, certain: true, isTypo: false }
}

/** Returns the letters of a word in ascending order. */
const sortLetters = (word: string) => [...word].sort().join('')
/** Returns whether two words differ only in the order of their letters. */
const hasSameLetters = (word: string, other: string) => sortLetters(word) === sortLetters(other)

/** Returns whether two words differ by one edit at most. */
const isOneAway = (word: string, other: string) => areWithinDistance(word, other, 1)

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

/** Returns whether an author has this name. */
async function isAuthorName(index: TermIndex, word: string): Promise<boolean> {
  const { total } = await index.search(createRequest(authorPlan(word, AUTHOR_MASKS.any)))
  return total > 0
}

/** Maximum length of a run of Chinese that is considered to be a mistyped word or term. */
const MAX_RUN_CHARS = 16
/** Maximum length of a chain of single characters that is considered to be one word with a mistake. */
const MAX_CHAIN_CHARS = 4

/**
 * Corrects a run of Chinese that occurs in no paper by replacing characters with homophones: 情敢分析 becomes 情感分析. Only
 * characters that the dictionary does not join to words are changed, and only into words that occur in papers. Returns
 * null when there is no correction.
 */
async function correctChinese(index: TermIndex, run: string, isKnown: KnownWordTest): Promise<string | null> {
  const text = simplifyText(run)
  if ([...text].length > MAX_RUN_CHARS || (await countPapersWith(index, text)) > 0) return null
  const words = segmentChinese(text)
  for (const { from, to } of findChains(words)) {
    const chain = words.slice(from, to).join('')
    if (VERB_COMPLEMENT.test(chain) || [...chain].length > MAX_CHAIN_CHARS) continue
    const better = await findLikeliest(index, chain, isKnown)
    if (better === null) continue
    const corrected = words.slice(0, from).join('') + better + words.slice(to).join('')
    // Another word may be mistyped too.
    return (await correctChinese(index, corrected, isKnown)) ?? corrected
  }
  return null
}

/** Matches a verb with its complement, such as 翻成 and 建出, which is not mistyped although no dictionary has it. */
const VERB_COMPLEMENT = /^\p{Script=Han}[成出到给为入回作掉]$/u

/** Returns the ranges of two or more consecutive single-character words; `to` is exclusive. */
function findChains(words: string[]): { from: number; to: number }[] {
  const chains: { from: number; to: number }[] = []
  for (let from = 0; from < words.length; from += 1) {
    let to = from
    while (to < words.length && [...(words[to] ?? '')].length === 1) to += 1
    if (to - from > 1) chains.push({ from, to })
    // The word at `to` is longer than one character, so no chain begins there.
    from = Math.max(from, to)
  }
  return chains
}

/**
 * Returns the word with the most papers among those that replace one character of a chain with a homophone; null when
 * the chain, or a pair of its characters, is a word after all, or no such word occurs.
 */
async function findLikeliest(
  index: TermIndex,
  chain: string,
  isKnown: KnownWordTest,
): Promise<string | null> {
  const characters = [...chain]
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  if ([chain, ...pairs].some(isKnown) || (await countPapersWith(index, chain)) > 0) return null
  const replacements = await Promise.all(
    characters.map(async (character, at) => {
      const others = await findHomophones(character)
      return others.map((other) => characters.with(at, other).join(''))
    }),
  )
  const words = replacements.flat().filter((word) => isKnown(word) || segmentChinese(word).length === 1)
  const frequencies = await Promise.all(
    words.map(async (word) => ({ word, papers: await countPapersWith(index, word) })),
  )
  const [best] = frequencies.toSorted((a, b) => b.papers - a.papers)
  return best && best.papers > 0 ? best.word : null
}

/** Returns the number of papers that contain a Chinese text. */
const countPapersWith = async (index: TermIndex, text: string): Promise<number> =>
  (await index.search(createRequest(cjkPlan(text, { mask: ANY_MASK, weight: 1 })))).total
