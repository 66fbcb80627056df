// Formats the reference list of a text, in the order that its style requires.
import type { NationalOptions } from '@scinav/contract'
import { yearSuffixes } from './cited-names.ts'
import type { CslItem } from './csl.ts'
import { yearText } from './dates.ts'
import { displayName, familyName, isUndividedName, withDemotedParticle } from './names.ts'
import type { StyledRun } from './runs.ts'
import { type EntryLanguage, entryLanguage } from './scripts.ts'
import { citationSystem, formatReference, type StyleId } from './styles.ts'
import { primaryCreators } from './western/facts.ts'

/** A printed list; the three arrays have the same length and are in printed order. */
export interface FormattedReferenceList {
  entries: StyledRun[][]
  /** For each entry the 0-based index of its item in the given list. */
  order: number[]
  /** For each entry the letter after its year, `a`, `b`, …; '' where it needs none. */
  yearSuffixes: string[]
}

/**
 * Formats a list of references. Numeric styles keep the order of `items` and number the entries from 1; the others sort
 * by language, names, year and title, and author-date styles distinguish equal years of the same authors by letters.
 * Without `options`, GB/T 7714 entries have `standard` punctuation and their addresses. Does not change `items`.
 */
export function formatReferenceList(
  styleId: StyleId,
  items: readonly CslItem[],
  options: NationalOptions = {},
): FormattedReferenceList {
  const isNumeric = citationSystem(styleId) === 'numeric'
  const order = isNumeric ? items.map((_, i) => i) : sortedIndexes(styleId, items)
  const printedItems = order.map((i) => items[i]).filter((item) => item !== undefined)
  const suffixes = yearSuffixes(styleId, printedItems)
  const entries = printedItems.map((item, i) =>
    formatReference(styleId, item, { ...options, number: i + 1, yearSuffix: suffixes[i] ?? '' }),
  )
  return { entries, order, yearSuffixes: suffixes }
}

/** Sorts Chinese by pinyin, everything else alphabetically. */
const collator = new Intl.Collator('zh-u-co-pinyin')

/**
 * Order of the languages in a sorted list; `other` stands for all languages with an alphabet. GB/T 7714 puts Chinese
 * first and alphabetic languages after Japanese; western styles start with alphabetic languages. Korean comes last in
 * both.
 */
const GB_LANGUAGE_ORDER: EntryLanguage[] = ['zh', 'ja', 'other', 'ko']
const WESTERN_LANGUAGE_ORDER: EntryLanguage[] = ['other', 'zh', 'ja', 'ko']

/** Returns the indexes of the items in the order of language, names, year and title. */
function sortedIndexes(styleId: StyleId, items: readonly CslItem[]): number[] {
  const languages = styleId.startsWith('gb-') ? GB_LANGUAGE_ORDER : WESTERN_LANGUAGE_ORDER
  const keys = items.map((item) => ({
    language: languages.indexOf(entryLanguage(item)),
    name: sortKey(styleId, item),
    year: yearText(item.issued),
    title: item.title ?? '',
  }))
  return items
    .map((_, i) => i)
    .sort((i, j) => {
      const [a, b] = [keys[i], keys[j]]
      if (!a || !b) return 0
      return (
        a.language - b.language ||
        collator.compare(a.name, b.name) ||
        collator.compare(a.year, b.year) ||
        collator.compare(a.title, b.title)
      )
    })
}

/**
 * Returns the text by which an item is sorted within its language: the names of its creators, family name first
 * (`Abel Anna Meer Lotte`), or its title where it has no creators. Names that are not divided, such as Chinese names
 * and those of bodies, are used as printed. Chicago sorts a name with a particle by what follows the particle: `van der
 * Meer` as `Meer`.
 */
function sortKey(styleId: StyleId, item: CslItem): string {
  const names = primaryCreators(item).names.map((stored) => {
    const name = styleId.startsWith('chicago') ? withDemotedParticle(stored) : stored
    return isUndividedName(name) ? displayName(name) : `${familyName(name)} ${name.given ?? ''}`
  })
  return names.length === 0 ? (item.title ?? '') : names.join(' ')
}
