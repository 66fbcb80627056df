import type { CslItem } from './csl.ts'

const SMALL_WORDS = new Set(
  `a an the and but or nor for so yet as at by from in into of off on onto out over per to up upon via with within
  without through throughout between among toward towards under about above across after against along around before
  behind below beneath beside beyond despite down during except inside like near past since than till until versus vs
  vs.`.split(/\s+/),
)

/** Whether a title is English: as its record says, else where it has no letter but the plain Latin ones. */
export function isEnglishTitle(item: CslItem, title: string): boolean {
  if (item.language !== undefined) return item.language.toLowerCase().startsWith('en')
  return !/[^\p{ASCII}\p{P}\p{S}\s]/u.test(title)
}

/** Letters of other alphabets are symbols in an English title: α, μ. */
const capitalize = (word: string): string =>
  word.replace(/\p{L}/u, (letter) => (/\p{Script=Latin}/u.test(letter) ? letter.toUpperCase() : letter))

const stripPunctuation = (word: string): string =>
  word.replace(/^[("'‘“[]+/, '').replace(/(?<![)"'’”\],;:.?!])[)"'’”\],;:.?!]+$/, '')

/** One word, or one part of a hyphenated word. A capital or digit that is there was put there and stays. */
function headlineWord(word: string, always: boolean): string {
  const bare = stripPunctuation(word)
  if (/[\p{Lu}\d]/u.test(bare)) return word
  return !always && SMALL_WORDS.has(bare) ? word : capitalize(word)
}

/** Returns for each word of a title whether it stands in one of the phrases. */
export function protectedWordFlags(words: readonly string[], phrases: readonly string[]): boolean[] {
  const title = words.join(' ')
  const ranges = phrases
    .filter((phrase) => phrase !== '')
    .map((phrase) => [title.indexOf(phrase), phrase.length] as const)
    .filter(([at]) => at >= 0)
  let next = 0
  return words.map(({ length }) => {
    const from = next
    next += length + 1
    return ranges.some(([at, size]) => at < from + length && from < at + size)
  })
}

/**
 * An English title in headline style: every word with a capital but articles, conjunctions and prepositions,
 * the first and last word always, the first after a colon too. What has a capital already stays.
 *
 * Source: Chicago Manual of Style 17, 8.159; MLA Handbook 9, 2.90.
 *
 * @param phrases whose letters stay as they are: `Homo sapiens`.
 */
export function headlineCase(title: string, phrases: readonly string[] = []): string {
  const words = title.split(' ')
  const kept = protectedWordFlags(words, phrases)
  const printed = words.map((word, i) => {
    if (kept[i] && !word.includes('-')) return word
    const always = i === 0 || i === words.length - 1 || /[:?!—]$/.test(words[i - 1] ?? '')
    const parts = word.split('-')
    const isKept = (part: string) =>
      kept[i] && phrases.some((phrase) => phrase.split(/[ -]/).includes(stripPunctuation(part)))
    return parts.map((part, n) => (isKept(part) ? part : headlineWord(part, always && n === 0))).join('-')
  })
  return printed.join(' ')
}
