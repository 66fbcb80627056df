// Kinds of UTF-16 units of a folded text; 0 stands for a unit whose kind has not been determined.

export const SEPARATOR_UNIT = 1
export const WORD_UNIT = 2
export const CJK_UNIT = 3
/** Joins two words: `state-of-the-art`, `n^2`, `r&d`, `o'brien`, `asp.net`. */
export const JOINER_UNIT = 4
/** Part of the names of some programming languages: `c++`, `c#`. */
export const SIGN_UNIT = 5

/** The kind of each unit, determined on first use. */
const kindTable = new Uint8Array(0x10000)
const CJK_LETTER = /[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}]]/v
for (const character of "-'_^&.") kindTable[character.charCodeAt(0)] = JOINER_UNIT
for (const character of '+#') kindTable[character.charCodeAt(0)] = SIGN_UNIT

/**
 * Returns the kind of a unit. Of a surrogate pair the high surrogate decides; the low one alone counts as a letter.
 */
export function unitKind(code: number): number {
  return kindTable[code] || learnKind(code)
}

function learnKind(code: number): number {
  const kind = letterKind(code)
  kindTable[code] = kind
  return kind
}

function letterKind(code: number): number {
  // Planes 2 and 3 contain only Chinese characters; in the others folding leaves nothing but letters.
  if (code >= 0xd840 && code <= 0xd8bf) return CJK_UNIT
  if (code >= 0xd800 && code <= 0xdfff) return WORD_UNIT
  const character = String.fromCharCode(code)
  if (CJK_LETTER.test(character)) return CJK_UNIT
  return /[\p{L}\p{N}\p{M}]/u.test(character) ? WORD_UNIT : SEPARATOR_UNIT
}
