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

/** Returns whether the authors of a record are, in order, those that an entry prints, whatever the order of their names' words. */
export function areSamePeople(
  authors: readonly Creator[],
  printed: readonly string[],
  goOn: boolean,
): boolean {
  const names = authors.length
  const words = new Map<number, string[]>()
  const known = (at: number): string[] => {
    const found = words.get(at) ?? wordsOfName(authors[at]?.name ?? '')
    words.set(at, found)
    return found
  }
  const isCut = goOn || authors.at(-1)?.and_others === true
  if (printed.length === 0 || (!goOn && printed.length < Math.min(names, MIN_ORDERED))) return false
  if (printed.length > names && !isCut) return false
  return printed.every((name, at) => {
    const own = wordsOfName(name)
    if (at < MIN_ORDERED) return maybeSame(own, known(at))
    return placesNear(at, names).some((place) => maybeSame(own, known(place)))
  })
}

/** The first names, which are compared by their place. */
const MIN_ORDERED = 3
/** How far from its place a later name may be: records of thousands of authors are not compared with each name. */
const MAX_SHIFT = 12

/** Returns the places of a list of names where a later name may be: near its own, and at the end, where cut lists go on. */
const placesNear = (at: number, names: number): number[] =>
  Array.from({ length: 2 * MAX_SHIFT + 1 }, (_, shift) => at - MAX_SHIFT + shift)
    .concat(Array.from({ length: MAX_SHIFT }, (_, fromEnd) => names - 1 - fromEnd))
    .filter((place) => place >= 0 && place < names)

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
