/** What a UTF-16 unit of a folded text is to the scanner. */
export const separator = 1
export const word = 2
export const cjk = 3
/** Holds two words together: `state-of-the-art`, `n^2`, `r&d`, `o'brien`, `asp.net`. */
export const joiner = 4
/** Belongs to the names of some languages: `c++`, `c#`. */
export const sign = 5

const kinds = new Uint8Array(0x10000)
const cjkLetter = /[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}]]/v
for (const character of "-'_^&.") kinds[character.charCodeAt(0)] = joiner
for (const character of '+#') kinds[character.charCodeAt(0)] = sign

/** The kind of a unit. Outside the basic plane the high surrogate tells; the low one counts as a letter. */
export function kindOf(code: number): number {
  return kinds[code] || learn(code)
}

function learn(code: number): number {
  const kind = kindOfLetter(code)
  kinds[code] = kind
  return kind
}

function kindOfLetter(code: number): number {
  // Planes 2 and 3 hold Chinese characters alone; folding left nothing but letters in the others.
  if (code >= 0xd840 && code <= 0xd8bf) return cjk
  if (code >= 0xd800 && code <= 0xdfff) return word
  const character = String.fromCharCode(code)
  if (cjkLetter.test(character)) return cjk
  return /[\p{L}\p{N}\p{M}]/u.test(character) ? word : separator
}
