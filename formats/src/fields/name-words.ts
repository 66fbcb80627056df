// The words that distinguish parts of names, from the files in `name-words/`.
import { readFileSync } from 'node:fs'
import { anyOf, splitLines } from './word-files.ts'

/** Reads the words of a file in `name-words/`; lines that start with `#` are comments. */
const readLines = (name: string): string[] =>
  splitLines(readFileSync(new URL(`name-words/${name}.txt`, import.meta.url), 'utf8'))

/** Reads a file in which several words may stand on a line. */
const readWords = (name: string): string[] => readLines(name).flatMap((line) => line.split(' '))

/** Chinese surnames of two characters; every other Chinese surname is one character. */
export const COMPOUND_SURNAMES: ReadonlySet<string> = new Set(readWords('compound-surnames'))

/** Chinese surnames of one character in pinyin, in lower case. */
export const PINYIN_SURNAMES: ReadonlySet<string> = new Set(readWords('pinyin-surnames'))

/** Chinese surnames of two characters in pinyin, in lower case. */
export const PINYIN_COMPOUND_SURNAMES: ReadonlySet<string> = new Set(readWords('pinyin-compound-surnames'))

/** Words in lower case that belong to the following family name, such as `von` and `de`. */
export const NAME_PARTICLES: ReadonlySet<string> = new Set(readWords('particles'))

/** Matches what occurs in names of bodies and not in names of persons: `大学`, `Institute`, ` of `. */
export const BODY_WORD = new RegExp(
  `${anyOf(readWords('body-words-chinese'))}|\\b(?:${anyOf(readWords('body-words-latin'))})s?\\b|\\s(?:and|&|of|for|the)\\s`,
  'i',
)

// The endings of Chinese names of bodies, single characters apart from words.
const { character = [], word = [] } = Object.groupBy(readWords('body-endings-chinese'), ({ length }) =>
  length === 1 ? 'character' : 'word',
)

/**
 * Matches the end of a Chinese name of a body, before a separator or the end of the text: a word (大学, 委员会), or a
 * single character after three others (厂), as few names of persons have.
 */
export const BODY_END = new RegExp(
  `(?:(?<=\\p{Script=Han}{2})(?:${anyOf(word)})|(?<=\\p{Script=Han}{3})[${character.join('')}])(?=$|[\\s.。,，、;；])`,
  'u',
)

/**
 * Matches a word of another language for "and" with the spaces around it; it may be part of a name:
 * `Ortega y Gasset`.
 */
export const FOREIGN_CONJUNCTION = new RegExp(
  `(?<![\\s,])[\\s,]+(?:${anyOf(readWords('conjunctions'))})\\s+`,
  'iu',
)

/** Marks for further names: after a space in alphabets, directly after the last name in Chinese and Japanese. */
const { spaced = [], unspaced = [] } = Object.groupBy(readLines('and-others'), (mark) =>
  /[\p{Script=Han}\p{Script=Hiragana}]/u.test(mark) ? 'unspaced' : 'spaced',
)

/** Matches the end of a list that is not complete: `, et al.`, ` and others`, and 等 after a Chinese name. */
export const TRAILING_OTHERS = new RegExp(
  `(?:(?<![\\s,])[\\s,]+(?:(?:and|&)\\s+)?(?:${anyOf(spaced)})|(?<=\\p{Script=Han}{2})(?:${anyOf(unspaced)}))$`,
  'iu',
)

/** Matches a name that stands for further creators instead of naming one: `others`, `et al.`, 等. */
export const OTHERS_NAME = new RegExp(`^(?:(?:and )?(?:${anyOf(spaced)})|${anyOf(unspaced)})[,，]?$`, 'iu')
