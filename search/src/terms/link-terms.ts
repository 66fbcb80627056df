/** A Chinese term with its frequency. */
export interface ChineseTerm {
  text: string
  /** Number of papers with the term. */
  papers: number
}

/** An English term with its frequency and the key by which it is compared. */
export interface EnglishTerm extends ChineseTerm {
  /** Its stems. */
  key: string
}

/** Two terms that may translate each other. */
export interface TermCandidate {
  chinese: ChineseTerm
  english: EnglishTerm
  /** Number of papers with both terms. */
  papers: number
  /** The more certain the pair, the higher. */
  score: number
}

/** Minimum score of a rival of a pair, as a share of the pair's score. */
const MIN_RIVAL_RATIO = 0.8

/** Number of pairs processed between two pauses. */
const BATCH_SIZE = 1_000

/**
 * Links each term at most once, the most certain pairs first (competitive linking), and returns the linked pairs. Among
 * equal pairs the longest comes first, because parts of a term occur in the same papers as the whole. A pair is not
 * linked when it scores less than `minScore`, or when it has a rival: another pair of one of its terms that scores
 * nearly as well and is not such a part.
 *
 * @param pause awaited regularly, so that other work proceeds.
 */
export async function linkTerms(
  candidates: TermCandidate[],
  minScore: number,
  pause: () => Promise<void>,
): Promise<TermCandidate[]> {
  const byChinese = Map.groupBy(candidates, ({ chinese }) => chinese)
  await pause()
  const byEnglish = Map.groupBy(candidates, ({ english }) => english)
  await pause()
  const sorted = candidates.filter(({ score }) => score >= minScore).sort(compareSureness)
  await pause()
  const linked = new Set<ChineseTerm | EnglishTerm>()
  const isOpen = ({ chinese, english }: TermCandidate) => !linked.has(chinese) && !linked.has(english)
  const isRival = (other: TermCandidate, { score }: TermCandidate) =>
    other.score >= score * MIN_RIVAL_RATIO && isOpen(other)
  const isSure = (pair: TermCandidate) => {
    const hasChineseRival = byChinese
      .get(pair.chinese)
      ?.some((other) => isRival(other, pair) && !isWeakerPart(other, pair, other.english, pair.english))
    const hasEnglishRival = byEnglish
      .get(pair.english)
      ?.some((other) => isRival(other, pair) && !isWeakerPart(other, pair, other.chinese, pair.chinese))
    return !hasChineseRival && !hasEnglishRival
  }

  const pairs: TermCandidate[] = []
  for (const [index, pair] of sorted.entries()) {
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await pause()
    if (!isOpen(pair) || !isSure(pair)) continue
    linked.add(pair.chinese).add(pair.english)
    pairs.push(pair)
  }
  return pairs
}

/** Returns whether `other` scores no more than `pair`, and its term `part` is contained in that of the pair. */
function isWeakerPart(
  other: TermCandidate,
  pair: TermCandidate,
  part: ChineseTerm | EnglishTerm,
  whole: ChineseTerm | EnglishTerm,
): boolean {
  return other.score <= pair.score && isPartOf(part, whole)
}

/** Orders pairs from the most certain to the least; the texts only make the order definite. */
function compareSureness(a: TermCandidate, b: TermCandidate): number {
  return (
    b.score - a.score ||
    b.papers - a.papers ||
    pairLength(b) - pairLength(a) ||
    compareText(a.chinese.text, b.chinese.text) ||
    compareText(a.english.key, b.english.key)
  )
}

/** Number of Latin letters that one Chinese character counts as. */
const LETTERS_PER_CHARACTER = 5
/** Returns the length of both terms, in Latin letters. */
const pairLength = ({ chinese, english }: TermCandidate) =>
  chinese.text.length * LETTERS_PER_CHARACTER + english.key.length
/** Orders texts by their UTF-16 units. */
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Returns whether a term is contained in another one of its language, or equals it. */
export function isPartOf(term: ChineseTerm | EnglishTerm, whole: ChineseTerm | EnglishTerm): boolean {
  if ('key' in term && 'key' in whole) return ` ${whole.key} `.includes(` ${term.key} `)
  return !('key' in term) && !('key' in whole) && whole.text.includes(term.text)
}
