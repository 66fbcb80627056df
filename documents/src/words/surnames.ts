import { readEntries } from './word-lists.ts'

/** The most frequent Chinese surnames of one character, and the first characters of those of two. */
const HAN_SURNAMES = new Set(readEntries('front-matter/surnames').join(''))

/** Returns whether a text in Chinese characters begins with a frequent surname, as names of persons do. */
export const hasHanSurname = (text: string): boolean => HAN_SURNAMES.has(text.charAt(0))
