export interface ChineseTerm {
  text: string
  /** In how many papers it stands. */
  papers: number
}

export interface EnglishTerm extends ChineseTerm {
  /** Its stems. */
  key: string
}

/** Two terms that could stand for each other. */
export interface TermCandidate {
  chinese: ChineseTerm
  english: EnglishTerm
  /** In how many papers both stand. */
  papers: number
  score: number
}

/** What reaches this part of a pair's score would do nearly as well. */
const MIN_RIVAL_RATIO = 0.8

/** Pairs that are looked at before others have their turn. */
const BATCH_SIZE = 1_000

/**
 * Links each term at most once, the surest pairs first (competitive linking). Of equal pairs the longest: parts of a
 * term stand in the same papers as the whole. A pair with a rival that is no such part of it stays open.
 */
export async function linkTerms(
  candidates: TermCandidate[],
  least: number,
  pause: () => Promise<void>,
): Promise<TermCandidate[]> {
  const byChinese = Map.groupBy(candidates, ({ chinese }) => chinese)
  await pause()
  const byEnglish = Map.groupBy(candidates, ({ english }) => english)
  await pause()
  const sorted = candidates.filter(({ score }) => score >= least).sort(compareSureness)
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

const pairLength = ({ chinese, english }: TermCandidate) => chinese.text.length * 5 + english.key.length
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Whether a term stands within another of its language, or is the same. */
export function isPartOf(term: ChineseTerm | EnglishTerm, whole: ChineseTerm | EnglishTerm): boolean {
  if ('key' in term && 'key' in whole) return ` ${whole.key} `.includes(` ${term.key} `)
  return !('key' in term) && !('key' in whole) && whole.text.includes(term.text)
}
