import { shiftText } from '../structure/script-shift.ts'
import { childrenOf, elementAt, elementsOf, elementText, type XmlElement } from '../xml.ts'

const MS_PER_DAY = 86_400_000
/** Day 0 of the two date systems of workbooks; the 1900 system contains a 29 February 1900 that never existed. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)

/** Returns whether a built-in number format is a date or time (ECMA-376, 18.8.30). */
const isDateNumber = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)
/** Returns whether a format code denotes a date: it has date letters outside quotes and brackets. */
function isDateCode(code: string): boolean {
  const unquoted = code.split('"').filter((_, at) => at % 2 === 0)
  const bare = unquoted.flatMap((part) => part.split('[').map((piece) => piece.slice(piece.indexOf(']') + 1)))
  return /[ymdhs]/i.test(bare.join(' ').replace(/\\./g, ''))
}

/** Returns, for each cell style, whether it displays a date. */
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
    return code === undefined ? isDateNumber(id) : isDateCode(code)
  })
}

/** Formats a day number as a date, with the time if there is one, or as a time alone when it is less than a day. */
export function dateText(days: number, from1904: boolean): string {
  const at = (from1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(days * MS_PER_DAY)
  if (!Number.isFinite(days) || Math.abs(at) > 8.64e15) return String(days)
  const [day = '', time = ''] = new Date(at).toISOString().slice(0, 19).split('T')
  if (days >= 0 && days < 1) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Returns the displayed text of a string item, without its phonetic guide. */
export const sharedText = (item: XmlElement): string =>
  elementsOf(item)
    .map((part) => {
      const aligned = elementAt(part, 's:rPr', 's:vertAlign')?.attributes.val
      const text = part.name === 's:t' || part.name === 's:r' ? elementText(part) : ''
      if (aligned === 'superscript') return shiftText(text, 'raised')
      return aligned === 'subscript' ? shiftText(text, 'lowered') : text
    })
    .join('')

/** Returns the 0-based column of a cell reference: `C7` → 2. */
export function columnIndex(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const digit = letter.charCodeAt(0) - 64
    if (digit < 1 || digit > 26) break
    column = column * 26 + digit
  }
  return column - 1
}
