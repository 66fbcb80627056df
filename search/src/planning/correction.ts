import { conflateEnglish } from '../analysis/conflation.ts'
import { areWithinDistance } from '../analysis/edit-distance.ts'
import { ANY_MASK } from '../index/layout.ts'
import { AUTHOR_MASKS } from '../index/terms.ts'
import { printQuery } from '../query/print.ts'
import type { ParsedQuery, Query } from '../query/query.ts'
import { correctChinese, type KnownWordTest } from './chinese-correction.ts'
import { authorPlan, textMask } from './field-plans.ts'
import type { Plan } from './plan.ts'
import { createRequest } from './request.ts'
import type { TermIndex } from './term-index.ts'
import type { Vocabulary } from './vocabulary.ts'

const MIN_WORD_CHARS = 4
const MAX_WORDS = 8
/** A correction must be in this many times as many papers as the word itself. */
const MIN_FREQUENCY_RATIO = 10

/**
 * A word in more papers than this, and in more than one in a thousand, is not considered mistyped: searching for a
 * better one is expensive.
 */
const MAX_RARE_PAPERS = 10
const MAX_RARE_SHARE = 0.001
const MAX_EXAMINED_WORDS = 1_000

/** A likely intended query. */
export interface Correction {
  text: string
  /** Whether none of the replaced words occurs in any paper. */
  certain: boolean
}

interface BetterWord {
  word: string
  certain: boolean
  /**
   * Whether papers contain the word only as a typing error: letters are swapped in a word that is a thousand times as
   * frequent.
   */
  slip: boolean
}

/** Maximum number of papers with a typing error, and minimum ratio of the frequency of the correct word to its own. */
const MAX_SLIP_PAPERS = 5
const MIN_SLIP_RATIO = 1_000

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
  const better = new Map<string, BetterWord>()
  const known = knownWordTest(words)
  for (const word of [...new Set(texts)].slice(0, MAX_WORDS)) {
    const found = await correctWord(index, word, known)
    if (found !== null) better.set(word, found)
  }
  if (better.size === 0) return null
  const changed = (text: string) => text.replace(/\S+/g, (word) => better.get(word)?.word ?? word)
  return {
    text: printQuery(replaceTexts(query, changed)),
    certain: [...better.values()].every(({ certain }) => certain),
  }
}

/**
 * Returns words of a text that occur in no paper, or only as a typing error, each with its likely correction: only
 * corrections one letter or homophones apart, and only words that are not written as names.
 */
export async function findMisspelt(
  index: TermIndex,
  { words }: Pick<Vocabulary, 'words'>,
  text: string,
): Promise<{ from: string; to: string }[]> {
  const known = knownWordTest(words)
  const texts = text.split(/\s+/).filter((word) => HAN_RUN.test(word) || /^[a-z]{5,}$/.test(word))
  const found: { from: string; to: string }[] = []
  for (const from of [...new Set(texts)].slice(0, MAX_WORDS)) {
    const isWord =
      !HAN_RUN.test(from) && (words.fromEnglish.has(conflateEnglish(from)) || (await isFrequent(index, from)))
    if (isWord) continue
    const better = await correctWord(index, from, known)
    if (!better || !(better.certain || better.slip)) continue
    if (HAN_RUN.test(from) || isOneAway(from, better.word)) found.push({ from, to: better.word })
  }
  return found
}

/**
 * Returns whether more than a few papers contain a word in any form. Most words are frequent, and searching for similar
 * words is expensive.
 */
async function isFrequent(index: TermIndex, word: string): Promise<boolean> {
  const plan: Plan = { op: 'term', term: conflateEnglish(word), mask: ANY_MASK, weight: 1 }
  return (await index.search(createRequest(plan))).total > MAX_SLIP_PAPERS
}

/** Returns the words and phrases of a query that are searched in a paper's text. */
function correctableTexts(query: Query): string[] {
  if ('parts' in query) return query.parts.flatMap(correctableTexts)
  return isCorrectable(query) ? [query.text] : []
}

type TextQuery = Extract<Query, { kind: 'word' | 'phrase' }>

const isCorrectable = (query: Query): query is TextQuery =>
  (query.kind === 'word' || query.kind === 'phrase') && textMask(query.field) !== null

function replaceTexts(query: Query, change: (text: string) => string): Query {
  if ('parts' in query) return { ...query, parts: query.parts.map((part) => replaceTexts(part, change)) }
  return isCorrectable(query) ? { ...query, text: change(query.text) } : query
}

const knownWordTest =
  ({ fromChinese }: Vocabulary['words']): KnownWordTest =>
  (word) =>
    fromChinese.has(word)

const HAN_RUN = /^\p{Script=Han}{2,}$/u

async function correctWord(index: TermIndex, word: string, known: KnownWordTest): Promise<BetterWord | null> {
  const folded = word.normalize('NFKC').toLowerCase()
  if (HAN_RUN.test(folded)) return getBetterWord(index, folded, known)
  return /^[a-z]+$/.test(folded) && folded.length >= MIN_WORD_CHARS
    ? getBetterWord(index, folded, known)
    : null
}

/** Number of words whose corrections are cached until the library changes. */
const MAX_CACHED_WORDS = 5_000
interface CorrectionCache {
  change: number
  byWord: Map<string, Promise<BetterWord | null>>
}
const correctionCaches = new WeakMap<TermIndex, CorrectionCache>()

function getBetterWord(index: TermIndex, word: string, isKnown: KnownWordTest): Promise<BetterWord | null> {
  const { change } = index.state()
  let own = correctionCaches.get(index)
  if (own?.change !== change || own.byWord.size >= MAX_CACHED_WORDS) {
    own = { change, byWord: new Map() }
    correctionCaches.set(index, own)
  }
  const { byWord } = own
  const known = byWord.get(word)
  if (known) return known
  const found = findBetterWord(index, word, isKnown)
  byWord.set(word, found)
  found.catch(() => byWord.delete(word))
  return found
}

async function findBetterWord(
  index: TermIndex,
  word: string,
  isKnown: KnownWordTest,
): Promise<BetterWord | null> {
  if (HAN_RUN.test(word)) return findBetterRun(index, word, isKnown)
  // Longer words may begin with it and be more frequent.
  const longer = await index.wordsWith(word, MAX_EXAMINED_WORDS)
  const own = longer.find((each) => each.word === word)?.papers ?? 0
  if (own > Math.max(MAX_RARE_PAPERS, index.state().papers * MAX_RARE_SHARE)) return null
  const least = own === 0 ? 1 : own * MIN_FREQUENCY_RATIO
  const alike = (await index.wordsLike(word, MAX_LIKE_WORDS)).filter(({ papers }) => papers >= least)
  // Words one edit away precede those two edits away.
  const near = alike.toSorted((a, b) => Number(isOneAway(word, b.word)) - Number(isOneAway(word, a.word)))
  if (near.length === 0 || (await isAuthorName(index, word))) return null
  for (const { word: stem, papers } of near.slice(0, MAX_FIRST_EXAMINED)) {
    const real = await findWrittenWord(index, stem)
    const slip =
      own > 0 && own <= MAX_SLIP_PAPERS && papers >= own * MIN_SLIP_RATIO && hasSameLetters(word, real ?? '')
    if (real !== null && real !== word) return { word: real, certain: own === 0, slip }
  }
  return null
}

async function findBetterRun(
  index: TermIndex,
  run: string,
  isKnown: KnownWordTest,
): Promise<BetterWord | null> {
  const better = (await isAuthorName(index, run)) ? null : await correctChinese(index, run, isKnown)
  return better === null ? null : { word: better, certain: true, slip: false }
}

const sortLetters = (word: string) => [...word].sort().join('')
const hasSameLetters = (word: string, other: string) => sortLetters(word) === sortLetters(other)

const MAX_LIKE_WORDS = 40
const MAX_FIRST_EXAMINED = 4

const isOneAway = (word: string, other: string) => areWithinDistance(word, other, 1)

/**
 * Returns a term as people write it: for a mere stem (`translat`, `studi`) its most frequent word. The index does not
 * distinguish stems from words that are their own stem; the endings of longer words tell them apart.
 */
async function findWrittenWord(index: TermIndex, term: string): Promise<string | null> {
  const longer = await index.wordsWith(term.replace(/i$/, ''), MAX_LIKE_WORDS)
  const forms = longer.filter(({ word }) => word !== term && conflateEnglish(word) === term)
  const papers = longer.find(({ word }) => word === term)?.papers ?? 0
  // A stem may itself have another stem: `rais` of `raises`.
  if (forms.length === 0) return term
  const endings = new Set(forms.map(({ word }) => word.slice(term.length)))
  const isStem =
    term.endsWith('i') ||
    // Every paper with the term has this form.
    (forms[0]?.papers ?? 0) >= Math.max(papers, 1) ||
    endings.has('e') ||
    (endings.has('es') && !/(?:s|x|z|ch|sh)$/.test(term)) ||
    (endings.has('ion') && term.endsWith('at'))
  return isStem ? (forms[0]?.word ?? null) : term
}

/** Returns whether an author has this name. */
async function isAuthorName(index: TermIndex, word: string): Promise<boolean> {
  const { total } = await index.search(createRequest(authorPlan(word, AUTHOR_MASKS.any)))
  return total > 0
}
