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
  score: number
}

/** A pair is a rival of another if it has at least this share of its score. */
const MIN_RIVAL_RATIO = 0.8

/** Number of pairs processed between two pauses. */
const BATCH_SIZE = 1_000

/**
 * Links each term at most once, the most certain pairs first (competitive linking). Among equal pairs the longest comes
 * first, because parts of a term occur in the same papers as the whole. A pair with a rival that is not such a part is
 * not linked, and neither is one that scores less than `minScore`.
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
  const isSure = (pair: TermCandidate) =>
    !byChinese
      .get(pair.chinese)
      ?.some((other) => isRival(other, pair) && !isWeakerPart(other, pair, other.english, pair.english)) &&
    !byEnglish
      .get(pair.english)
      ?.some((other) => isRival(other, pair) && !isWeakerPart(other, pair, other.chinese, pair.chinese))

  const found: TermCandidate[] = []
  for (const [at, pair] of sorted.entries()) {
    if (at % BATCH_SIZE === BATCH_SIZE - 1) await pause()
    if (!isOpen(pair) || !isSure(pair)) continue
    linked.add(pair.chinese).add(pair.english)
    found.push(pair)
  }
  return found
}

function isWeakerPart(
  other: TermCandidate,
  pair: TermCandidate,
  part: ChineseTerm | EnglishTerm,
  whole: ChineseTerm | EnglishTerm,
): boolean {
  return other.score <= pair.score && isPartOf(part, whole)
}

function compareSureness(a: TermCandidate, b: TermCandidate): number {
  return (
    b.score - a.score ||
    b.papers - a.papers ||
    pairLength(b) - pairLength(a) ||
    compareText(a.chinese.text, b.chinese.text) ||
    compareText(a.english.key, b.english.key)
  )
}

/** Returns the length of both terms; one Chinese character counts like five Latin letters. */
const pairLength = ({ chinese, english }: TermCandidate) => chinese.text.length * 5 + english.key.length
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Returns whether a term is contained in another one of its language, or equals it. */
export function isPartOf(term: ChineseTerm | EnglishTerm, whole: ChineseTerm | EnglishTerm): boolean {
  if ('key' in term && 'key' in whole) return ` ${whole.key} `.includes(` ${term.key} `)
  return !('key' in term) && !('key' in whole) && whole.text.includes(term.text)
}
