import { yearSuffixes } from './cited-names.ts'
import type { CslItem } from './csl.ts'
import { yearText } from './dates.ts'
import { displayName, familyName, isUndividedName, withDemotedParticle } from './names.ts'
import type { StyledRun } from './runs.ts'
import { type EntryLanguage, entryLanguage } from './scripts.ts'
import { citationSystem, type FormatOptions, formatReference, type StyleId } from './styles.ts'
import { primaryCreators } from './western/facts.ts'

/** A printed list: its entries, for each one the index of its item in the given list, and its year letter. */
export interface FormattedReferenceList {
  entries: StyledRun[][]
  order: number[]
  yearSuffixes: string[]
}

/** Sorts Chinese by pinyin, everything else alphabetically. */
const collator = new Intl.Collator('zh-u-co-pinyin')

/**
 * GB/T 7714 puts Chinese first, then Japanese, then alphabetic languages; western styles start with alphabetic
 * languages.
 */
const NATIONAL_LANGUAGE_ORDER: EntryLanguage[] = ['zh', 'ja', 'other', 'ko']
const WESTERN_LANGUAGE_ORDER: EntryLanguage[] = ['other', 'zh', 'ja', 'ko']

function sortKey(styleId: StyleId, item: CslItem): string {
  const names = primaryCreators(item).names.map((stored) => {
    const name = styleId.startsWith('chicago') ? withDemotedParticle(stored) : stored
    return isUndividedName(name) ? displayName(name) : `${familyName(name)} ${name.given ?? ''}`
  })
  return names.length === 0 ? (item.title ?? '') : names.join(' ')
}

function sortedIndexes(styleId: StyleId, items: readonly CslItem[]): number[] {
  const languages = styleId.startsWith('gb-') ? NATIONAL_LANGUAGE_ORDER : WESTERN_LANGUAGE_ORDER
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
 * Formats a list of references. Numeric styles keep the order and number the entries; the others sort by language,
 * name, year and title, and author-date styles distinguish equal years by letters.
 */
export function formatReferenceList(
  styleId: StyleId,
  items: readonly CslItem[],
  options: Pick<FormatOptions, 'punctuation' | 'online'> = {},
): FormattedReferenceList {
  const numbered = citationSystem(styleId) === 'numeric'
  const order = numbered ? items.map((_, i) => i) : sortedIndexes(styleId, items)
  const inOrder = order.flatMap((i) => items[i] ?? [])
  const suffixes = yearSuffixes(styleId, inOrder)
  const entries = inOrder.map((item, i) =>
    formatReference(styleId, item, { ...options, number: i + 1, yearSuffix: suffixes[i] ?? '' }),
  )
  return { entries, order, yearSuffixes: suffixes }
}
