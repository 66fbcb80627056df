// The texts of cells as spreadsheet programs display them.

import { shiftText } from '../structure/script-shift.ts'
import { childrenOf, elementAt, elementsOf, elementText, type XmlElement } from '../xml.ts'

/** Returns for each cell style, in their order, whether it displays a date. */
export function readDateStyles(styles: XmlElement | undefined): boolean[] {
  const codes = new Map(
    childrenOf(elementAt(styles, 's:numFmts'), 's:numFmt').map(({ attributes }) => [
      Number(attributes.numFmtId),
      attributes.formatCode ?? '',
    ]),
  )
  return childrenOf(elementAt(styles, 's:cellXfs'), 's:xf').map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0)
    const code = codes.get(id)
    return code === undefined ? isDateFormat(id) : isDateCode(code)
  })
}

/** Returns whether a built-in number format, given by its id, is a date or time (ECMA-376, 18.8.30). */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/**
 * Returns whether a format code denotes a date: it has date letters outside quotes, brackets and escapes, as
 * `yyyy"年"m"月"` does and `0.00"day"` does not.
 */
function isDateCode(code: string): boolean {
  const unquoted = code.split('"').filter((_, at) => at % 2 === 0)
  const withoutBrackets = unquoted.flatMap((part) =>
    part.split('[').map((piece) => piece.slice(piece.indexOf(']') + 1)),
  )
  return /[ymdhs]/i.test(withoutBrackets.join(' ').replace(/\\./g, ''))
}

/** Returns the displayed text of a string item (`s:si`, `s:is`), without its phonetic guide. */
export const stringItemText = (item: XmlElement): string =>
  elementsOf(item)
    .map((part) => {
      const aligned = elementAt(part, 's:rPr', 's:vertAlign')?.attributes.val
      const text = part.name === 's:t' || part.name === 's:r' ? elementText(part) : ''
      if (aligned === 'superscript') return shiftText(text, 'raised')
      return aligned === 'subscript' ? shiftText(text, 'lowered') : text
    })
    .join('')

/** Returns the 0-based column of a cell reference: `C7` → 2; −1 for one without letters. */
export function columnIndex(reference: string): number {
  let column = 0
  for (const letter of reference) {
    // Letters are digits from A = 1 in base 26.
    const digit = letter.charCodeAt(0) - 'A'.charCodeAt(0) + 1
    if (digit < 1 || digit > 26) break
    column = column * 26 + digit
  }
  return column - 1
}

/** The parts of a workbook on which the display of cells depends. */
export interface WorkbookContext {
  /** The shared strings, to which cells refer by index. */
  texts: string[]
  /** Whether a style displays a date, by index. */
  dates: boolean[]
  /** Whether days count from 1904 instead of 1900. */
  isFrom1904: boolean
}

/** Returns the displayed text of a cell, '' when it is empty. */
export function cellText(cell: XmlElement, { texts, dates, isFrom1904 }: WorkbookContext): string {
  const { t: type, s: style } = cell.attributes
  if (type === 'inlineStr') return childrenOf(cell, 's:is').map(stringItemText).join('')
  const value = childrenOf(cell, 's:v')
    .flatMap(({ children }) => children)
    .join('')
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== undefined && type !== 'n') return value
  return value !== '' && dates[Number(style ?? 0)] ? dateText(Number(value), isFrom1904) : numberText(value)
}

const MS_PER_DAY = 86_400_000
/** Largest distance from 1970 that `Date` represents, in milliseconds. */
const MAX_DATE_MS = 8.64e15
/**
 * Day 0 of the two date systems of workbooks. The 1900 system counts a 29 February 1900 that never existed, so its
 * days are right from 1 March 1900.
 */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)

/** Formats a day number as a date, with the time if there is one, or as a time alone when it is less than a day. */
function dateText(days: number, isFrom1904: boolean): string {
  const instant = (isFrom1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(days * MS_PER_DAY)
  if (!Number.isFinite(days) || Math.abs(instant) > MAX_DATE_MS) return String(days)
  const [day = '', time = ''] = new Date(instant).toISOString().slice(0, 19).split('T')
  if (days >= 0 && days < 1) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Significant digits that spreadsheet programs display. */
const DISPLAYED_DIGITS = 15

/** Returns a number as displayed: 0.1 + 0.2 is stored with its binary rounding error. */
const numberText = (value: string): string =>
  value.length > DISPLAYED_DIGITS && Number.isFinite(Number(value))
    ? String(Number(Number(value).toPrecision(DISPLAYED_DIGITS)))
    : value
