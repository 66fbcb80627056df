import type { ManuscriptBlock } from './manuscript.ts'

/** A name of a program or a formula with brackets behind it. */
const NAME_WITH_BRACKET = /(?<![\p{Script=Latin}\p{M}\d_])([A-Za-z_]\w{0,40})(?=\[)/gu
/** Length of the text behind a name in which its index stands, in UTF-16 units. */
const MAX_INDEX_CHARS = 60
/** A variable that counts, and a name or a number within an index. */
const COUNTER = '[i-npqt-z]'
const OPERAND = '[a-z]\\w{0,12}'
/** What stands in brackets as an index alone: counters, an operation, part of a range, a key, zero, a negative number. */
const INDEX = `(?:${[
  `(?:(?:\\d{1,4}|${COUNTER}),\\s?){0,3}${COUNTER}(?:,\\s?\\d{1,4}){0,3}`,
  `${OPERAND}\\s?(?:[:+*]\\s?\\w{0,12}|-\\s?\\d{1,4})`,
  `\\d{1,4}\\s?[:+*]\\s?(?:${OPERAND})?`,
  ':\\s?\\w{0,12}',
  '["\'][^"\'\\]\\n]{0,40}["\']',
  '0|-\\s?\\d{1,4}',
].join('|')})`
const INDEX_BEFORE = new RegExp(`\\[\\s?${INDEX}\\s?\\]$`, 'u')
const INDEX_AFTER = new RegExp(`^\\[\\s?${INDEX}\\s?\\]`, 'u')

/** Returns whether the text before or after brackets is an index in brackets, so that they are one as well: `x[i][2]`. */
export const isBesideIndex = (before: string, after: string): boolean =>
  INDEX_BEFORE.test(before) || INDEX_AFTER.test(after)

/** Returns the names that have an index anywhere in a manuscript: what follows them in brackets is no citation. */
export function findIndexedNames(blocks: readonly ManuscriptBlock[]): Set<string> {
  const names = new Set<string>()
  for (const { kind, text } of blocks) {
    for (const { 1: name = '', index } of text.matchAll(NAME_WITH_BRACKET)) {
      const from = index + name.length
      if (kind === 'code' || INDEX_AFTER.test(text.slice(from, from + MAX_INDEX_CHARS))) names.add(name)
    }
  }
  return names
}
