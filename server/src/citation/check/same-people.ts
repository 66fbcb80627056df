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
 * Returns whether the authors of a record are those that an entry prints: the first ones by their place, later ones near
 * it, whatever the order of the words of their names.
 *
 * @param goOn whether the entry has "et al.".
 */
export function areSamePeople(
  authors: readonly Creator[],
  printed: readonly string[],
  goOn: boolean,
): boolean {
  const isCut = goOn || authors.at(-1)?.and_others === true
  if (printed.length === 0 || (!goOn && printed.length < Math.min(authors.length, MIN_ORDERED))) return false
  if (printed.length > authors.length && !isCut) return false
  // Records of thousands of authors have more names than are compared.
  const known = new Map<number, string[]>()
  const wordsAt = (place: number): string[] => {
    const words = known.get(place) ?? wordsOfName(authors[place]?.name ?? '')
    known.set(place, words)
    return words
  }
  const names = printed.map(wordsOfName)
  return haveCounterparts(names.length, authors.length, (at, place) =>
    maybeSame(names[at] ?? [], wordsAt(place)),
  )
}

/** The first names, which are compared by their place. */
const MIN_ORDERED = 3
/** How far from its place a later name may be. */
const MAX_SHIFT = 12
/** Lists that need more comparisons are too different to be of the same people. */
const MAX_COMPARISONS = 1_000

/**
 * Returns whether each of the names of one list is in another: the first ones at their places, later ones near theirs,
 * or at the end, where cut lists go on. Compares what one name is shifted by first for the next.
 *
 * @param isSame compares the name at a place of the first list with that at a place of the second.
 */
export function haveCounterparts(
  names: number,
  others: number,
  isSame: (at: number, place: number) => boolean,
): boolean {
  let shift = 0
  let compared = 0
  for (let at = 0; at < names; at += 1) {
    const places = at < MIN_ORDERED ? [at] : placesNear(at, shift, others)
    const found = places.find((place) => {
      compared += 1
      return compared <= MAX_COMPARISONS && isSame(at, place)
    })
    if (found === undefined) return false
    shift = found - at
  }
  return true
}

/** Returns the places of a list where a later name may be, from that at the shift of the name before it. */
function placesNear(at: number, shift: number, others: number): number[] {
  const near = Array.from({ length: 2 * MAX_SHIFT + 1 }, (_, index) => at - MAX_SHIFT + index)
  const last = Array.from({ length: MAX_SHIFT }, (_, fromEnd) => others - 1 - fromEnd)
  const distance = (place: number) => Math.abs(place - at - shift)
  return [...new Set([...near, ...last])]
    .filter((place) => place >= 0 && place < others)
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

/** Removes words of one name that are adjacent words of the other, as `Elsayed` and `El Sayed`. */
function takeJoined(left: string[], right: string[]): number {
  let taken = 0
  for (const word of [...left]) {
    const places = right.flatMap((_, from) =>
      Array.from({ length: MAX_JOINED_WORDS - 1 }, (_, more) => [from, from + more + 2] as const),
    )
    const place = places.find(([from, to]) => to <= right.length && right.slice(from, to).join('') === word)
    if (!place) continue
    right.splice(place[0], place[1] - place[0])
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
