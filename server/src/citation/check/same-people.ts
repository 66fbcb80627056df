import type { Creator } from '@scinav/contract'
import { maybeSame, wordsOfName } from './same-name.ts'

/** Scripts in which names are written; Japanese mixes its own with Chinese characters. */
const SCRIPTS = [
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Latin}/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
]

/** Returns whether two texts have letters of one script, so that the names in them can be compared. */
export const shareScript = (one: string, other: string): boolean =>
  SCRIPTS.some((script) => script.test(one) && script.test(other))

/** Number of the first names, which are compared by their position. */
const MIN_ORDERED = 3
/** How far from its position a later name may be. */
const MAX_SHIFT = 12
/** Lists that need more comparisons are too different to be of the same people. */
const MAX_COMPARISONS = 1_000

/**
 * Returns whether the authors of a record are those that an entry prints: the first ones by their position, later ones near
 * it, whatever the order of the words of their names.
 *
 * @param hasMore whether the entry has "et al.".
 */
export function areSamePeople(
  authors: readonly Creator[],
  printed: readonly string[],
  hasMore: boolean,
): boolean {
  const isCut = hasMore || authors.at(-1)?.and_others === true
  if (printed.length === 0 || (!hasMore && printed.length < Math.min(authors.length, MIN_ORDERED)))
    return false
  if (printed.length > authors.length && !isCut) return false
  // Records of thousands of authors have more names than are compared.
  const cachedWords = new Map<number, string[]>()
  const wordsAt = (position: number): string[] => {
    const words = cachedWords.get(position) ?? wordsOfName(authors[position]?.name ?? '')
    cachedWords.set(position, words)
    return words
  }
  const names = printed.map(wordsOfName)
  return haveCounterparts(names.length, authors.length, (at, position) =>
    maybeSame(names[at] ?? [], wordsAt(position)),
  )
}

/**
 * Returns whether each name of one list is in another: the first ones at their positions, later ones near theirs, or at
 * the end, where cut lists go on. What one name is shifted by is tried first for the next.
 *
 * @param isSame compares the name at the index `at` of the first list with that at `position` in the second.
 */
export function haveCounterparts(
  nameCount: number,
  otherCount: number,
  isSame: (at: number, position: number) => boolean,
): boolean {
  let shift = 0
  let compared = 0
  for (let at = 0; at < nameCount; at += 1) {
    const positions = at < MIN_ORDERED ? [at] : positionsNear(at, shift, otherCount)
    const found = positions.find((position) => {
      compared += 1
      return compared <= MAX_COMPARISONS && isSame(at, position)
    })
    if (found === undefined) return false
    shift = found - at
  }
  return true
}

/** Returns the positions in a list where a later name may be, nearest to the shift of the name before it first. */
function positionsNear(at: number, shift: number, otherCount: number): number[] {
  const near = Array.from({ length: 2 * MAX_SHIFT + 1 }, (_, index) => at - MAX_SHIFT + index)
  const last = Array.from({ length: MAX_SHIFT }, (_, fromEnd) => otherCount - 1 - fromEnd)
  const distance = (position: number) => Math.abs(position - at - shift)
  return [...new Set([...near, ...last])]
    .filter((position) => position >= 0 && position < otherCount)
    .sort((a, b) => distance(a) - distance(b))
}
