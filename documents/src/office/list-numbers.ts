import { child, childrenOf, type XmlElement } from '../xml.ts'

const CHINESE_DIGITS = '零一二三四五六七八九'

/** Formats 1–99 as a Chinese numeral; other values as digits. */
function chineseNumeral(value: number): string {
  if (value < 1 || value > 99) return String(value)
  const tens = Math.floor(value / 10)
  const ones = value % 10
  return `${tens > 1 ? CHINESE_DIGITS[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? CHINESE_DIGITS[ones] : ''}`
}

const ROMAN_VALUES: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

/** Formats 1–3999 as a lower-case Roman numeral; other values as digits. */
export function romanNumeral(value: number): string {
  if (value < 1 || value > 3_999) return String(value)
  let rest = value
  let text = ''
  for (const [size, sign] of ROMAN_VALUES)
    while (rest >= size) {
      text += sign
      rest -= size
    }
  return text
}

const letterNumeral = (value: number): string =>
  value < 1 ? '' : String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(8, Math.ceil(value / 26)))

function formatNumber(format: string, value: number): string {
  switch (format) {
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'japaneseCounting':
    case 'ideographDigital':
      return chineseNumeral(value)
    case 'lowerRoman':
      return romanNumeral(value)
    case 'upperRoman':
      return romanNumeral(value).toUpperCase()
    case 'lowerLetter':
      return letterNumeral(value)
    case 'upperLetter':
      return letterNumeral(value).toUpperCase()
    default:
      return String(value)
  }
}

interface ListLevel {
  format: string
  /** A template such as `%1.%2`, where the digits denote levels. */
  text: string
  start: number
}

const valAttribute = (element: XmlElement | undefined): string | undefined => element?.attributes['w:val']

const readLevel = (element: XmlElement): ListLevel => ({
  format: valAttribute(child(element, 'w:numFmt')) ?? 'decimal',
  text: valAttribute(child(element, 'w:lvlText')) ?? '',
  start: Number(valAttribute(child(element, 'w:start')) ?? 1),
})

const readLevels = (list: XmlElement): Map<number, ListLevel> =>
  new Map(childrenOf(list, 'w:lvl').map((level) => [Number(level.attributes['w:ilvl']), readLevel(level)]))

/**
 * Returns a function that counts list paragraphs and yields the number that Word displays before each without storing
 * it.
 */
export function createNumberer(tree: XmlElement | undefined): (list: string, level: number) => string {
  const lists = new Map(
    childrenOf(tree, 'w:abstractNum').map((list) => [
      list.attributes['w:abstractNumId'] ?? '',
      readLevels(list),
    ]),
  )
  const uses = new Map(
    childrenOf(tree, 'w:num').map((use) => [
      use.attributes['w:numId'] ?? '',
      valAttribute(child(use, 'w:abstractNumId')) ?? '',
    ]),
  )
  /** The current count on every level, by list. */
  const counts = new Map<string, number[]>()
  return (list, level) => {
    const name = uses.get(list) ?? ''
    const levels = lists.get(name)
    const own = levels?.get(level)
    if (!levels || !own || own.format === 'none') return ''
    if (own.format === 'bullet') return '•'
    const count = counts.get(name) ?? []
    counts.set(name, count)
    count[level] = (count[level] ?? own.start - 1) + 1
    count.length = level + 1
    return own.text.replace(/%([1-9])/g, (_, at: string) => {
      const index = Number(at) - 1
      return formatNumber(
        levels.get(index)?.format ?? 'decimal',
        count[index] ?? levels.get(index)?.start ?? 1,
      )
    })
  }
}
