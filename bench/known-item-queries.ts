import type { AclPaper } from './corpus.ts'
import { createRandom, type Random } from './random.ts'

/** Returns the numbers of the first papers that a query finds, from 1, in the order of the corpus. */
export type FindPapers = (query: string, limit: number) => Promise<number[]>

/**
 * Inserts random punctuation without meaning into a query: quotes or brackets around one to three words, or a dash
 * between two; around the whole query when it is one word.
 */
export function insertNoiseSign(random: Random, query: string): string {
  const words = query.trim().split(/\s+/)
  const kind = random.pick(['quotes', 'dash', 'brackets'] as const)
  const [open, close] = kind === 'quotes' ? ['"', '"'] : ['(', ')']
  if (words.length === 1) return `${open}${words[0]}${close}`
  const from = random.below(words.length - 1)
  if (kind === 'dash') return [...words.slice(0, from + 1), '-', ...words.slice(from + 1)].join(' ')
  const to = Math.min(words.length, from + 1 + random.below(3))
  const around = `${open}${words.slice(from, to).join(' ')}${close}`
  return [...words.slice(0, from), around, ...words.slice(to)].join(' ')
}

const FUNCTION_WORDS = new Set(
  'a an the of for and or in on at to from by with as is are be it its you we do does how what why all not can your our their this that'.split(
    ' ',
  ),
)
const titleKey = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
const contentWords = (title: string) =>
  (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !FUNCTION_WORDS.has(word)).length

/** Returns papers with a unique title of at least two words. */
function findUniqueTitles(papers: AclPaper[]): { at: number; title: string }[] {
  const counts = new Map<string, number>()
  for (const { title } of papers) counts.set(titleKey(title), (counts.get(titleKey(title)) ?? 0) + 1)
  return papers.flatMap(({ title }, at) =>
    counts.get(titleKey(title)) === 1 && title.trim().includes(' ') ? [{ at, title }] : [],
  )
}

function sample<Each>(random: Random, list: Each[], count: number): Each[] {
  const left = [...list]
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)).flat()
}

const LATIN_LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LONG_WORD = /[a-z]{5,}/gi

/**
 * Introduces one typing error into a title: in one of its words of five letters or more, a letter is omitted, doubled,
 * replaced or swapped with the next.
 */
function mistypeTitle(random: Random, title: string): string {
  const words = [...title.matchAll(LONG_WORD)]
  const word = random.pick(words as [RegExpExecArray, ...RegExpExecArray[]])
  const [text] = word
  const at = random.below(text.length - 1)
  const [before, letter, next, after] = [
    text.slice(0, at),
    text.charAt(at),
    text.charAt(at + 1),
    text.slice(at + 2),
  ]
  const wrong = random.pick([
    before + next + after,
    before + letter + letter + next + after,
    before + random.pick(LATIN_LETTERS.split('') as [string, ...string[]]) + next + after,
    before + next + letter + after,
  ])
  return title.slice(0, word.index) + wrong + title.slice(word.index + text.length)
}

/**
 * Counts how many of 200 titles, 100 of them with at most five content words, rank their paper first, and how many of
 * 100 with one typing error find it on the first page. Identical in every run.
 */
export async function evaluateKnownTitles(
  papers: AclPaper[],
  find: FindPapers,
): Promise<{ exact: number; mistyped: number }> {
  const random = createRandom(11)
  const titles = findUniqueTitles(papers)
  const short = titles.filter(({ title }) => contentWords(title) <= 5)
  const exact = [...sample(random, titles, 100), ...sample(random, short, 100)]
  const long = titles.filter(({ title }) => title.search(LONG_WORD) >= 0)
  const found = { exact: 0, mistyped: 0 }
  for (const { at, title } of exact) {
    const isFirst = (await find(title, 1))[0] === at + 1
    if (isFirst) found.exact += 1
  }
  for (const { at, title } of sample(random, long, 100))
    if ((await find(mistypeTitle(random, title), 20)).includes(at + 1)) found.mistyped += 1
  return found
}
