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
/** A correction is offered when its word is this many times as frequent. */
const MIN_FREQUENCY_RATIO = 10

/** A word in more papers than this, and than one in a thousand, is no slip of the pen: looking for a better one is dear. */
const MAX_RARE_PAPERS = 10
const MAX_RARE_SHARE = 0.001
const MAX_EXAMINED_WORDS = 1_000

/** A query that was meant, it seems. */
export interface Correction {
  text: string
  /** Whether no paper has any of the words that it replaces. */
  certain: boolean
}

interface BetterWord {
  word: string
  certain: boolean
  /** Papers have it too, as a slip: two letters changed places in a word that is a thousand times as frequent. */
  slip: boolean
}

/** So few papers may have the same slip, and their word is at least so many times as frequent. */
const MAX_SLIP_PAPERS = 5
const MIN_SLIP_RATIO = 1_000

/**
 * The query with rare Latin words of the text replaced by frequent ones like them, and runs of Chinese that nobody has by
 * such as sound the same; null where nothing is better. Names, codes and what is excluded stay as they are written.
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
 * Words of a text that no paper has, or only by a slip, each with the one that was meant, it seems: only where they are a
 * letter or a sound apart, and not written as a name.
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

/** Whether more than a few papers have a word in any form: most have, and looking for words like it is dear. */
async function isFrequent(index: TermIndex, word: string): Promise<boolean> {
  const plan: Plan = { op: 'term', term: conflateEnglish(word), mask: ANY_MASK, weight: 1 }
  return (await index.search(createRequest(plan))).total > MAX_SLIP_PAPERS
}

/** The texts of words and phrases that are looked for in a paper's text. */
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

/** Words whose corrections are kept, until the library changes. */
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
  // More frequent ones may begin with it.
  const longer = await index.wordsWith(word, MAX_EXAMINED_WORDS)
  const own = longer.find((each) => each.word === word)?.papers ?? 0
  if (own > Math.max(MAX_RARE_PAPERS, index.state().papers * MAX_RARE_SHARE)) return null
  const least = own === 0 ? 1 : own * MIN_FREQUENCY_RATIO
  const alike = (await index.wordsLike(word, MAX_LIKE_WORDS)).filter(({ papers }) => papers >= least)
  // One letter away before two.
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
 * A term as people write it: what is only a stem (`translat`, `studi`) stands for the most frequent of its words. An index
 * does not tell stems from words that are their own stem; those of the former kind are told by how their words go on.
 */
async function findWrittenWord(index: TermIndex, term: string): Promise<string | null> {
  const longer = await index.wordsWith(term.replace(/i$/, ''), MAX_LIKE_WORDS)
  const forms = longer.filter(({ word }) => word !== term && conflateEnglish(word) === term)
  const papers = longer.find(({ word }) => word === term)?.papers ?? 0
  // A stem may have another one itself: `rais` of `raises`.
  if (forms.length === 0) return term
  const endings = new Set(forms.map(({ word }) => word.slice(term.length)))
  const isStem =
    term.endsWith('i') ||
    // Every paper that has it has this form.
    (forms[0]?.papers ?? 0) >= Math.max(papers, 1) ||
    endings.has('e') ||
    (endings.has('es') && !/(?:s|x|z|ch|sh)$/.test(term)) ||
    (endings.has('ion') && term.endsWith('at'))
  return isStem ? (forms[0]?.word ?? null) : term
}

/** Whether somebody who wrote a paper is called so. */
async function isAuthorName(index: TermIndex, word: string): Promise<boolean> {
  const { total } = await index.search(createRequest(authorPlan(word, AUTHOR_MASKS.any)))
  return total > 0
}
