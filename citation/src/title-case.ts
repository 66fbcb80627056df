import type { CslItem } from './csl.ts'

const SMALL = new Set(
  `a an the and but or nor for so yet as at by from in into of off on onto out over per to up upon via with within
  without through throughout between among toward towards under about above across after against along around before
  behind below beneath beside beyond despite down during except inside like near past since than till until versus vs
  vs.`.split(/\s+/),
)

/** Whether a title is English: as its record says, else where it has no letter but the plain Latin ones. */
export function isEnglish(item: CslItem, title: string): boolean {
  if (item.language !== undefined) return item.language.toLowerCase().startsWith('en')
  return !/[^\p{ASCII}\p{P}\p{S}\s]/u.test(title)
}

const capital = (word: string): string => word.replace(/\p{L}/u, (letter) => letter.toUpperCase())

const bareOf = (word: string): string =>
  word.replace(/^[("'‘“[]+/, '').replace(/(?<![)"'’”\],;:.?!])[)"'’”\],;:.?!]+$/, '')

/** One word, or one part of a hyphenated word. A capital or digit that is there was put there and stays. */
function cased(word: string, always: boolean): string {
  const bare = bareOf(word)
  if (/[\p{Lu}\d]/u.test(bare)) return word
  return !always && SMALL.has(bare) ? word : capital(word)
}

/**
 * An English title in headline style: every word with a capital but articles, conjunctions and prepositions,
 * the first and last word always, the first after a colon too. What has a capital already stays.
 *
 * Source: Chicago Manual of Style 17, 8.159; MLA Handbook 9, 2.90.
 */
export function headline(title: string): string {
  const words = title.split(' ')
  const printed = words.map((word, i) => {
    const always = i === 0 || i === words.length - 1 || /[:?!—]$/.test(words[i - 1] ?? '')
    const parts = word.split('-')
    return parts.map((part, n) => cased(part, always && n === 0)).join('-')
  })
  return printed.join(' ')
}
