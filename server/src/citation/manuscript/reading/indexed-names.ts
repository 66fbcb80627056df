import type { ManuscriptBlock } from './manuscript.ts'

/** A name of a program or a formula with brackets behind it. */
const NAME_WITH_BRACKET = /(?<![\p{Script=Latin}\p{M}\d_])([A-Za-z_]\w{0,40})(?=\[)/gu
/** Length of the text behind a name in which its index stands, in UTF-16 units. */
const MAX_INDEX_CHARS = 60
const { raw } = String
const NUMBER = raw`\d{1,4}`
/** A variable that counts: no letter that labels entries or their parts, as `a` and `s` do. */
const COUNTER = '[i-npqt-z]'
const VARIABLE = raw`[a-z]\w{0,12}`
const VALUE = raw`\w{0,12}`
/** What stands in brackets as an index and never as a citation. */
const INDEX_FORMS = {
  /** `i`, `2, i`, `i, 0`. */
  counters: raw`(?:(?:${NUMBER}|${COUNTER}),\s?){0,3}${COUNTER}(?:,\s?${NUMBER}){0,3}`,
  /** `n:`, `n + 1`, `last - 1`; a hyphen between words is none of an operation. */
  operationOnVariable: raw`${VARIABLE}\s?(?:[:+*]\s?${VALUE}|-\s?${NUMBER})`,
  /** `2:`, `2 * n`. */
  operationOnNumber: raw`${NUMBER}\s?[:+*]\s?(?:${VARIABLE})?`,
  /** `:`, `:5`. */
  rangeFromStart: raw`:\s?${VALUE}`,
  /** `'name'`. */
  key: raw`["'][^"'\]\n]{0,40}["']`,
  zero: '0',
  negative: raw`-\s?${NUMBER}`,
}
const BRACKETED_INDEX = raw`\[\s?(?:${Object.values(INDEX_FORMS).join('|')})\s?\]`
const INDEX_BEFORE = new RegExp(`${BRACKETED_INDEX}$`, 'u')
const INDEX_AFTER = new RegExp(`^${BRACKETED_INDEX}`, 'u')

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
