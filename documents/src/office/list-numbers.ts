import { romanNumeral } from '@scinav/contract/roman-numeral'
import { child, childrenOf, type XmlElement } from '../xml.ts'
import { valAttribute } from './docx-styles.ts'

// Numbers of list paragraphs in WordprocessingML: a file stores for each paragraph only its list and level. A list
// (`w:num`) refers to a definition (`w:abstractNum`), whose levels say how numbers are printed.

/**
 * Counts list paragraphs, see `createNumberer`.
 *
 * @param list id of the list (`w:numId`)
 * @param level level of the paragraph in the list, from 0
 * @returns the number before the paragraph, such as `2.1` or `（三）`; '•' for bullets; '' without a number or for an
 * unknown list
 */
type Numberer = (list: string, level: number) => string

/**
 * Creates a function that returns the numbers of list paragraphs, which Word displays without storing them. It counts
 * its calls: call it once for each list paragraph, in reading order.
 *
 * @param numbering root of the file's `numbering.xml`; undefined for a file without lists.
 */
export function createNumberer(numbering: XmlElement | undefined): Numberer {
  /** The levels of each definition, by its id. */
  const levelsByDefinition = new Map(
    childrenOf(numbering, 'w:abstractNum').map((definition) => [
      definition.attributes['w:abstractNumId'] ?? '',
      readLevels(definition),
    ]),
  )
  /** Ids of the definitions by those of the lists that use them. Lists of one definition continue each other. */
  const definitionByList = new Map(
    childrenOf(numbering, 'w:num').map((list) => [
      list.attributes['w:numId'] ?? '',
      valAttribute(child(list, 'w:abstractNumId')) ?? '',
    ]),
  )
  /** The last number on every level from 0 down, by definition; undefined on levels without a paragraph so far. */
  const numbersByDefinition = new Map<string, number[]>()
  return (list, level) => {
    const definition = definitionByList.get(list) ?? ''
    const levels = levelsByDefinition.get(definition)
    const listLevel = levels?.get(level)
    if (!levels || !listLevel || listLevel.format === 'none') return ''
    if (listLevel.format === 'bullet') return '•'
    const numbers = numbersByDefinition.get(definition) ?? []
    numbersByDefinition.set(definition, numbers)
    numbers[level] = (numbers[level] ?? listLevel.start - 1) + 1
    // A new item begins the levels below it anew.
    numbers.length = level + 1
    // In the template, levels count from 1.
    return listLevel.text.replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1
      const { format = 'decimal', start = 1 } = levels.get(index) ?? {}
      return formatNumber(format, numbers[index] ?? start)
    })
  }
}

/** How one level of a list is numbered. */
interface ListLevel {
  /** `decimal`, `lowerRoman`, `bullet`, …; `none` for no number. */
  format: string
  /** A template such as `%1.%2`, in which `%2` stands for the number of the second level. */
  text: string
  /** The first number of the level. */
  start: number
}

/** Returns the levels of a definition by their number, from 0. */
const readLevels = (definition: XmlElement): Map<number, ListLevel> =>
  new Map(
    childrenOf(definition, 'w:lvl').map((level) => [Number(level.attributes['w:ilvl']), readLevel(level)]),
  )

/** Reads a level; what it does not state has the default of the format. */
const readLevel = (element: XmlElement): ListLevel => ({
  format: valAttribute(child(element, 'w:numFmt')) ?? 'decimal',
  text: valAttribute(child(element, 'w:lvlText')) ?? '',
  start: Number(valAttribute(child(element, 'w:start')) ?? 1),
})

/** Formats a number in a format of WordprocessingML (ST_NumberFormat); unknown formats give digits. */
function formatNumber(format: string, value: number): string {
  switch (format) {
    case 'chineseCounting':
    case 'chineseCountingThousand':
    // Japanese numerals are the same up to 99.
    case 'japaneseCounting':
      return chineseNumeral(value)
    case 'ideographDigital':
      return positionalNumeral(value)
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

// The digits of 二十三, and of 二三.
const CHINESE_DIGITS = '零一二三四五六七八九'
const POSITIONAL_DIGITS = '〇一二三四五六七八九'

/** Formats 1–99 as a Chinese numeral; other values as digits. */
function chineseNumeral(value: number): string {
  if (value < 1 || value > 99) return String(value)
  const tens = Math.floor(value / 10)
  const ones = value % 10
  return `${tens > 1 ? CHINESE_DIGITS[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? CHINESE_DIGITS[ones] : ''}`
}

/** Formats a number digit by digit in Chinese signs: 12 is 一二. */
const positionalNumeral = (value: number): string =>
  String(value).replace(/\d/g, (digit) => POSITIONAL_DIGITS[Number(digit)] ?? '')

/** Maximum number of letters of a list number: a damaged file may begin a list with a number of billions. */
const MAX_REPEATED_LETTERS = 8
const LETTER_COUNT = 26

/** Formats a number by letters as Word does: a … z, aa … zz, aaa …; '' below 1. */
function letterNumeral(value: number): string {
  if (value < 1) return ''
  const letter = String.fromCharCode('a'.charCodeAt(0) + ((value - 1) % LETTER_COUNT))
  return letter.repeat(Math.min(MAX_REPEATED_LETTERS, Math.ceil(value / LETTER_COUNT)))
}
