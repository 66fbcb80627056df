import type { Creator } from '@scinav/contract'
import { NAME_PARTICLES } from '@scinav/formats'
import { fold } from '@scinav/search'
import { foldLookalikes, normalizedWords } from './fuzzy-match.ts'

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

/** Returns a word with one form for the spellings of umlauts, the Chinese ü and the Japanese long o: `Mueller`, `Lyu`, `Ohno`. */
export const oneSpelling = (word: string): string =>
  foldLookalikes(word)
    .replace(/([aou])e/gu, '$1')
    .replace(/oh(?![aou])/gu, 'o')
    .replace(/^([ln])(?:v|yu)(?=e?$)/u, '$1u')

/** Returns the forms of the words of a name. */
const wordsOfName = (name: string): string[] => normalizedWords(fold(name, false).text).map(oneSpelling)

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

/** Number of the first names, which are compared by their position. */
const MIN_ORDERED = 3
/** How far from its position a later name may be. */
const MAX_SHIFT = 12
/** Lists that need more comparisons are too different to be of the same people. */
const MAX_COMPARISONS = 1_000

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

/** Returns whether the words of one name are all in the other, whole or as initials, at least one of them whole. */
function maybeSame(one: readonly string[], other: readonly string[]): boolean {
  const [left, right] = [[...one], [...other]]
  const whole = takeWhole(left, right) + takeJoined(left, right) + takeJoined(right, left)
  takeInitials(left, right)
  takeInitials(right, left)
  return whole > 0 && [left, right].some((rest) => rest.every((word) => PARTICLES.has(word)))
}

/** Particles in the form of the words of names. */
const PARTICLES: ReadonlySet<string> = new Set([...NAME_PARTICLES].flatMap(wordsOfName))

/** Removes words that both names have, and returns how many are no initials. */
function takeWhole(left: string[], right: string[]): number {
  let taken = 0
  for (const word of [...left]) {
    const at = right.indexOf(word)
    if (at < 0) continue
    right.splice(at, 1)
    left.splice(left.indexOf(word), 1)
    taken += word.length > 1 ? 1 : 0
  }
  return taken
}

/** The most words of a name that another source joins: `Vandermeer`. */
const MAX_JOINED_WORDS = 3

/** Removes words of one name that are adjacent words of the other, as `Elsayed` and `El Sayed`; returns how many. */
function takeJoined(left: string[], right: string[]): number {
  let taken = 0
  for (const word of [...left]) {
    const ranges = right.flatMap((_, from) =>
      Array.from({ length: MAX_JOINED_WORDS - 1 }, (_, more) => ({ from, to: from + more + 2 })),
    )
    const joined = ranges.find(
      ({ from, to }) => to <= right.length && right.slice(from, to).join('') === word,
    )
    if (!joined) continue
    right.splice(joined.from, joined.to - joined.from)
    left.splice(left.indexOf(word), 1)
    taken += 1
  }
  return taken
}

/** The most letters of initials written together. */
const MAX_JOINED_INITIALS = 3

/** Removes initials of one name with the words of the other that they stand for; joined ones begin with the letter of a word. */
function takeInitials(left: string[], right: string[]): void {
  for (const word of [...left].filter(({ length }) => length <= MAX_JOINED_INITIALS)) {
    const found = [...word].map((letter) => right.find((each) => each.startsWith(letter)))
    if (found[0] === undefined) continue
    left.splice(left.indexOf(word), 1)
    for (const each of new Set(found)) if (each !== undefined) right.splice(right.indexOf(each), 1)
  }
}
