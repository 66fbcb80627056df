import { conflateEnglish } from '../analysis/conflation.ts'
import { ANY_MASK } from '../index/layout.ts'
import { printQuery } from '../query/print.ts'
import type { ParsedQuery, Query } from '../query/query.ts'
import { type BetterWord, correctWord, HAN_RUN, isOneAway, MAX_TYPO_PAPERS } from './better-word.ts'
import type { Bilingual } from './bilingual.ts'
import type { KnownWordTest } from './correct-chinese.ts'
import { textMask } from './field-plans.ts'
import type { Plan } from './plan.ts'
import { createRequest, type TermIndex } from './term-index.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A likely intended query. */
export interface Correction {
  /** The query in the query language. */
  text: string
  /** Whether none of the replaced words occurs in any paper. */
  certain: boolean
}

/** Maximum number of words examined in one text; each takes several searches. */
const MAX_WORDS = 8

/**
 * Replaces rare Latin words of a query by similar frequent ones, and runs of Chinese that occur in no paper by
 * homophones; returns null when nothing is better. Names, codes and excluded words stay as written.
 */
export async function correctQuery(
  index: TermIndex,
  vocabulary: Pick<Vocabulary, 'words'>,
  { query }: ParsedQuery,
): Promise<Correction | null> {
  const texts = correctableTexts(query).flatMap((text) => text.split(/\s+/))
  const corrections = new Map<string, BetterWord>()
  const isKnown = knownWordTest(await vocabulary.words())
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

/** Returns a test whether a word is in the vocabulary. */
function knownWordTest({ fromChinese }: Bilingual): KnownWordTest {
  return (word) => fromChinese.has(word)
}

/** Returns a query with every correctable text changed. */
function replaceTexts(query: Query, change: (text: string) => string): Query {
  if ('parts' in query) return { ...query, parts: query.parts.map((part) => replaceTexts(part, change)) }
  return isCorrectable(query) ? { ...query, text: change(query.text) } : query
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
  vocabulary: Pick<Vocabulary, 'words'>,
  text: string,
): Promise<{ from: string; to: string }[]> {
  const words = await vocabulary.words()
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
