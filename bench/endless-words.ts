import type { Random } from './random.ts'

/*
 * A vocabulary without end. In a real collection the number of different words grows with the number n of words as
 * K · n^β (Heaps' law), because word frequencies fall as a power of their rank k (Zipf's law): where words are drawn
 * with probabilities proportional to (k + q)^(−1/β), n draws contain about n^β different ones (Karlin 1967).
 *
 * The first `kept` words of the given texts stay where they are in sampled sentences, so that these keep their sense.
 * All rarer words are drawn anew from the tail k > `kept` of the distribution. A rank beyond the given words stands for
 * a word that is coined from the rank alone, so nothing has to be remembered, however many words there are.
 */
export interface EndlessWords {
  /** Returns whether a word keeps its place. */
  isKept: (word: string) => boolean
  /** Draws a word from the tail. */
  draw: (random: Random) => string
}

/** What is known of a vocabulary. */
interface MeasuredWords {
  /** The words by descending frequency. */
  words: string[]
  /** The exponent of Heaps' law. */
  beta: number
}

/** Share of the texts that is compared with all of them to measure the exponent: one in so many. */
const SAMPLE_RATIO = 8

/** Returns the words of texts, and the exponent by which their number grows from every eighth text to all of them. */
export function measureWords(texts: Iterable<readonly string[]>): MeasuredWords {
  const counts = new Map<string, number>()
  const sample = new Set<string>()
  let [count, total, sampled] = [0, 0, 0]
  for (const text of texts) {
    const isSampled = count % SAMPLE_RATIO === 0
    for (const word of text) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
      if (isSampled) sample.add(word)
    }
    count += 1
    total += text.length
    if (isSampled) sampled += text.length
  }
  const beta = Math.log(counts.size / sample.size) / Math.log(total / sampled)
  const ordered = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return { words: ordered.map(([word]) => word), beta }
}

/**
 * Creates a vocabulary without end.
 *
 * @param kept number of words that keep their places
 * @param coin returns a word for a number, a different one for every number below 2^48
 */
export function createEndlessWords(
  { words, beta }: MeasuredWords,
  kept: number,
  coin: (number: number) => string,
): EndlessWords {
  const keptWords = new Set(words.slice(0, kept))
  return {
    isKept: (word) => keptWords.has(word),
    draw(random) {
      const rank = tailRank(random, kept, beta)
      return words[rank] ?? coin(rank - words.length)
    },
  }
}

/** The greatest rank; drawing one beyond it would take some million draws. */
const MAX_RANK = 2 ** 48

/**
 * Draws a rank k ≥ `from` with a probability proportional to k^(−1/β), by inverting the distribution function
 * P(K ≥ k) = (k / from)^(1 − 1/β).
 */
const tailRank = (random: Random, from: number, beta: number): number =>
  Math.min(MAX_RANK, Math.floor(from * (1 - random.share()) ** (-beta / (1 - beta))))

/** Returns a function that spells numbers in an alphabet, with at least `length` signs. */
export const spellWith =
  (alphabet: readonly string[], length: number) =>
  (number: number): string => {
    let word = ''
    let rest = number
    for (let signs = 0; rest > 0 || signs < length; signs += 1) {
      word += alphabet[rest % alphabet.length]
      rest = Math.floor(rest / alphabet.length)
    }
    return word
  }

const CONSONANTS = 'b d f g k l m n p r s t v z br dr gr kr pl st'.split(' ')
const VOWELS = 'a e i o u ia eo'.split(' ')

/** Spells a number in syllables, at least three of them. */
export const coinLatinWord = spellWith(
  CONSONANTS.flatMap((consonant) => VOWELS.map((vowel) => consonant + vowel)),
  3,
)
