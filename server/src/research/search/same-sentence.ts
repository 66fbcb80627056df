/** A text without its signs, in small letters: made once, and compared with many. */
export const normalizeSentence = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether two sentences, as `bareWords` makes them, are the same but for their signs, or one is a part of the other. */
export const isSameNormalized = (a: string, b: string): boolean => a === b || a.includes(b) || b.includes(a)

export const isSameSentence = (one: string, other: string): boolean =>
  isSameNormalized(normalizeSentence(one), normalizeSentence(other))
