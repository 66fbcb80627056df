export interface Chinese {
  text: string
  /** In how many papers it stands. */
  papers: number
}

export interface English extends Chinese {
  /** Its stems. */
  key: string
}

/** Two terms that could stand for each other. */
export interface Candidate {
  chinese: Chinese
  english: English
  /** In how many papers both stand. */
  papers: number
  score: number
}

/** What reaches this part of a pair's score would do nearly as well. */
const NEARLY = 0.8

/** Pairs that are looked at before others have their turn. */
const AT_ONCE = 1_000

/**
 * Links each term at most once, the surest pairs first (competitive linking). Of equal pairs the longest: parts of a
 * term stand in the same papers as the whole. A pair with a rival that is no such part of it stays open.
 */
export async function link(
  candidates: Candidate[],
  least: number,
  pause: () => Promise<void>,
): Promise<Candidate[]> {
  const byChinese = Map.groupBy(candidates, ({ chinese }) => chinese)
  await pause()
  const byEnglish = Map.groupBy(candidates, ({ english }) => english)
  await pause()
  const sorted = candidates.filter(({ score }) => score >= least).sort(bySureness)
  await pause()
  const linked = new Set<Chinese | English>()
  const isOpen = ({ chinese, english }: Candidate) => !linked.has(chinese) && !linked.has(english)
  const isRival = (other: Candidate, { score }: Candidate) => other.score >= score * NEARLY && isOpen(other)
  const isSure = (pair: Candidate) =>
    !byChinese
      .get(pair.chinese)
      ?.some((other) => isRival(other, pair) && !isWeakerPart(other, pair, other.english, pair.english)) &&
    !byEnglish
      .get(pair.english)
      ?.some((other) => isRival(other, pair) && !isWeakerPart(other, pair, other.chinese, pair.chinese))

  const found: Candidate[] = []
  for (const [at, pair] of sorted.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await pause()
    if (!isOpen(pair) || !isSure(pair)) continue
    linked.add(pair.chinese).add(pair.english)
    found.push(pair)
  }
  return found
}

function isWeakerPart(
  other: Candidate,
  pair: Candidate,
  part: Chinese | English,
  whole: Chinese | English,
): boolean {
  return other.score <= pair.score && isPartOf(part, whole)
}

function bySureness(a: Candidate, b: Candidate): number {
  return (
    b.score - a.score ||
    b.papers - a.papers ||
    length(b) - length(a) ||
    compare(a.chinese.text, b.chinese.text) ||
    compare(a.english.key, b.english.key)
  )
}

const length = ({ chinese, english }: Candidate) => chinese.text.length * 5 + english.key.length
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Whether a term stands within another of its language, or is the same. */
export function isPartOf(term: Chinese | English, whole: Chinese | English): boolean {
  if ('key' in term && 'key' in whole) return ` ${whole.key} `.includes(` ${term.key} `)
  return !('key' in term) && !('key' in whole) && whole.text.includes(term.text)
}
