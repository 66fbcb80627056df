import { NAME_PARTICLES } from '@scinav/formats'
import { fold } from '@scinav/search'
import { foldLookalikes, normalizedWords } from './fuzzy-match.ts'

/** Returns a word with one form for the spellings of umlauts, the Chinese ü and the Japanese long o: `Mueller`, `Lyu`, `Ohno`. */
export const oneSpelling = (word: string): string =>
  foldLookalikes(word)
    .replace(/([aou])e/gu, '$1')
    .replace(/oh(?![aou])/gu, 'o')
    .replace(/^([ln])(?:v|yu)(?=e?$)/u, '$1u')

/** Returns the forms of the words of a name. */
export const wordsOfName = (name: string): string[] =>
  normalizedWords(fold(name, false).text).map(oneSpelling)

/** Returns whether the words of one name are all in the other, whole or as initials, at least one of them whole. */
export function maybeSame(one: readonly string[], other: readonly string[]): boolean {
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
