/** Textbook BM25 over words as written, the baseline of our own ranking. */
interface PlainIndex {
  /** Returns the fraction of papers that contain a word. */
  share: (word: string) => number
  /** Returns papers with all of the words, best first, at most `top`. */
  search: (words: string[], top: number) => number[]
  /** Returns papers with any of the words, best first, at most `top`. */
  searchAny: (words: string[], top: number) => number[]
}

interface Posting {
  paper: number
  frequency: number
}

const DEFAULT_PARAMETERS = { k1: 1.2, b: 0.75 }
/** BM25 parameters; our own ranking must reach the better of the two. */
export const SETTINGS = [{ k1: 0.9, b: 0.4 }, DEFAULT_PARAMETERS]

/** Returns the words of a text in lower case. */
export const tokenizeWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Builds an index of papers, given as their words.
 *
 * Score: Σ idf(w) · f(w) · (k1 + 1) / (f(w) + k1 · (1 − b + b · length / mean length)), Robertson and Zaragoza 2009.
 */
export function plainIndex(papers: string[][], { k1, b } = DEFAULT_PARAMETERS): PlainIndex {
  const postings = new Map<string, Posting[]>()
  papers.forEach((words, paper) => {
    const frequencies = new Map<string, number>()
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
    for (const [word, frequency] of frequencies) {
      const list = postings.get(word) ?? []
      list.push({ paper, frequency })
      postings.set(word, list)
    }
  })
  const mean = papers.reduce((sum, words) => sum + words.length, 0) / papers.length
  const norms = papers.map((words) => k1 * (1 - b + (b * words.length) / mean))
  const count = (word: string) => postings.get(word)?.length ?? 0

  function search(words: string[], top: number, least = words.length): number[] {
    const scores = new Map<number, { score: number; words: number }>()
    for (const word of words) {
      const idf = Math.log(1 + (papers.length - count(word) + 0.5) / (count(word) + 0.5))
      for (const { paper, frequency } of postings.get(word) ?? []) {
        const known = scores.get(paper) ?? { score: 0, words: 0 }
        const weight = (idf * frequency * (k1 + 1)) / (frequency + (norms[paper] ?? 0))
        scores.set(paper, { score: known.score + weight, words: known.words + 1 })
      }
    }
    return [...scores]
      .filter(([, found]) => found.words >= least)
      .sort(([first, one], [second, other]) => other.score - one.score || first - second)
      .slice(0, top)
      .map(([paper]) => paper)
  }

  return {
    share: (word) => count(word) / papers.length,
    search: (words, top) => search(words, top),
    searchAny: (words, top) => search([...new Set(words)], top, 1),
  }
}

/** Tokenizes a text into words as written, and into character bigrams for Chinese. */
export const wordsAndPairs = (text: string): string[] =>
  tokenizeWords(text).flatMap((word) =>
    /\p{Script=Han}/u.test(word)
      ? [...word].slice(1).map((character, at) => `${[...word][at]}${character}`)
      : [word],
  )
