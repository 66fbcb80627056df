// Corrects Chinese words whose characters were mistaken for homophones.
import { segmentChinese } from '../analysis/dictionary.ts'
import { findHomophones } from '../analysis/pinyin.ts'
import { simplifyText } from '../analysis/traditional.ts'
import { ANY_MASK } from '../index/layout.ts'
import { createRequest, type TermIndex } from './term-index.ts'
import { cjkPlan } from './word-plans.ts'

/** Returns whether the vocabulary contains a Chinese word, which the dictionary for segmentation may lack. */
export type KnownWordTest = (word: string) => boolean

/** Maximum length of a run of Chinese that is considered to be a mistyped word or term. */
const MAX_RUN_CHARS = 16
/** Maximum length of a chain of single characters that is considered to be one word with a mistake. */
const MAX_CHAIN_CHARS = 4
/** Matches a verb with its complement, such as 翻成 and 建出, which is not mistyped although no dictionary has it. */
const VERB_COMPLEMENT = /^\p{Script=Han}[成出到给为入回作掉]$/u

/**
 * Corrects a run of Chinese that occurs in no paper by replacing characters with homophones: 情敢分析 becomes 情感分析. Only
 * characters that the dictionary does not join to words are changed, and only into words that occur in papers. Returns
 * null when there is no correction.
 */
export async function correctChinese(
  index: TermIndex,
  run: string,
  isKnown: KnownWordTest,
): Promise<string | null> {
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

/** Returns the number of papers that contain a Chinese text. */
const countPapersWith = async (index: TermIndex, text: string): Promise<number> =>
  (await index.search(createRequest(cjkPlan(text, { mask: ANY_MASK, weight: 1 })))).total

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
