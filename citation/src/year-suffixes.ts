import { authorsKey, citedNames, citedYear, disambiguatesByNames } from './cited-names.ts'
import type { CslItem } from './csl.ts'
import { citationSystem, type StyleId } from './styles.ts'

/** Returns the letters of an index: a … z, aa, ab, … */
function suffixLetters(n: number): string {
  const last = String.fromCharCode(97 + (n % 26))
  return n < 26 ? last : `${suffixLetters(Math.floor(n / 26) - 1)}${last}`
}

/**
 * Returns the letter after the year of each item, in the order of the list: `a`, `b`, … where a text could not
 * distinguish two items by names and year, else "". In styles that distinguish items by more names, only items of
 * exactly the same authors have letters. Always "" in styles that do not cite by year.
 */
export function yearSuffixes(styleId: StyleId, items: readonly CslItem[]): string[] {
  if (citationSystem(styleId) !== 'author-date') return items.map(() => '')
  const nameOf = disambiguatesByNames(styleId) ? authorsKey : (item: CslItem) => citedNames(styleId, item)
  const keys = items.map((item) => `${nameOf(item)}|${citedYear(item)}`)
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const seen = new Map<string, number>()
  return keys.map((key) => {
    if (counts.get(key) === 1) return ''
    const n = seen.get(key) ?? 0
    seen.set(key, n + 1)
    return suffixLetters(n)
  })
}
