/** Returns the letters and digits of a text in lower case, to be compared with others. */
export const normalizeSentence = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns whether two normalised sentences are equal or one contains the other. */
export const isSameNormalized = (a: string, b: string): boolean => a === b || a.includes(b) || b.includes(a)

/** Returns whether two sentences are equal apart from punctuation and case, or one contains the other. */
export const isSameSentence = (one: string, other: string): boolean =>
  isSameNormalized(normalizeSentence(one), normalizeSentence(other))
