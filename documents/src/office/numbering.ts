import { child, childrenOf, type Element } from '../xml/xml.ts'

const DIGITS = '零一二三四五六七八九'

/** 1–99 in Chinese signs; others as they are. */
function chinese(value: number): string {
  if (value < 1 || value > 99) return String(value)
  const tens = Math.floor(value / 10)
  const ones = value % 10
  return `${tens > 1 ? DIGITS[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? DIGITS[ones] : ''}`
}

const ROMAN: [number, string][] = [
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

export function roman(value: number): string {
  if (value < 1 || value > 3_999) return String(value)
  let rest = value
  let text = ''
  for (const [size, sign] of ROMAN)
    while (rest >= size) {
      text += sign
      rest -= size
    }
  return text
}

const letter = (value: number): string =>
  value < 1 ? '' : String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(8, Math.ceil(value / 26)))

function numberAs(format: string, value: number): string {
  switch (format) {
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'japaneseCounting':
    case 'ideographDigital':
      return chinese(value)
    case 'lowerRoman':
      return roman(value)
    case 'upperRoman':
      return roman(value).toUpperCase()
    case 'lowerLetter':
      return letter(value)
    case 'upperLetter':
      return letter(value).toUpperCase()
    default:
      return String(value)
  }
}

interface Level {
  format: string
  /** `%1.%2`: numbers of the levels. */
  text: string
  start: number
}

const val = (element: Element | undefined): string | undefined => element?.attributes['w:val']

const levelOf = (element: Element): Level => ({
  format: val(child(element, 'w:numFmt')) ?? 'decimal',
  text: val(child(element, 'w:lvlText')) ?? '',
  start: Number(val(child(element, 'w:start')) ?? 1),
})

const levelsOf = (list: Element): Map<number, Level> =>
  new Map(childrenOf(list, 'w:lvl').map((level) => [Number(level.attributes['w:ilvl']), levelOf(level)]))

/** The numbers that Word shows before paragraphs and does not store with them. */
export function numberer(tree: Element | undefined): (list: string, level: number) => string {
  const lists = new Map(
    childrenOf(tree, 'w:abstractNum').map((list) => [
      list.attributes['w:abstractNumId'] ?? '',
      levelsOf(list),
    ]),
  )
  const uses = new Map(
    childrenOf(tree, 'w:num').map((use) => [
      use.attributes['w:numId'] ?? '',
      val(child(use, 'w:abstractNumId')) ?? '',
    ]),
  )
  /** Of each list the count on every level. */
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
      return numberAs(levels.get(index)?.format ?? 'decimal', count[index] ?? levels.get(index)?.start ?? 1)
    })
  }
}
