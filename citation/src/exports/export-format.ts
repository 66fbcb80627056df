import type { CslItem, CslName } from '../csl.ts'
import { stripMarkup } from '../markup.ts'
import { displayName, familyName, isOthersName, isUndividedName } from '../names.ts'
import { isEastAsian } from '../scripts.ts'

/**
 * Writes a list item by item, so that a long one can be streamed: header, then every entry with its index in the list
 * (from 0), then footer. A writer has state, so every list needs a new one.
 */
export interface ExportWriter {
  header: () => string
  entry: (item: CslItem, index: number) => string
  footer: () => string
}

/** Returns the empty header or footer of a format. */
export const emptyText = (): string => ''

/** Returns a text on one line, without markup. */
export function plainLine(text: string | undefined): string {
  return stripMarkup(text ?? '')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
}

/** Returns the non-empty fields as `format` writes them, without markup and on one line. */
export const printFields = (
  fields: [name: string, value: string | undefined][],
  format: (name: string, text: string) => string,
): string[] =>
  fields.flatMap(([name, value]) => {
    const text = plainLine(value)
    return text === '' ? [] : [format(name, text)]
  })

/** Returns the keywords of an item as a list, divided at semicolons and commas. */
export function keywordsOf(item: CslItem): string[] {
  return (item.keyword ?? '').split(/(?:(?<!\s)\s+)?[;；,]\s*/).filter((word) => word !== '')
}

/** Returns first and last page; the last is empty for an article number, a single page or a list of pages. */
export function pagesOf(item: CslItem): [first: string, last: string] {
  const [first = '', last = ''] = plainLine(item.page).split(/(?:(?<!\s)\s+)?(?:-+|[–—])\s*/)
  return /,/.test(item.page ?? '') ? [plainLine(item.page), ''] : [first, last]
}

/** Returns the arXiv number of a preprint, such as `arXiv:1706.03762`; "" for other numbers. */
export function arxivNumberOf({ number }: CslItem): string {
  return number && /^arXiv:\S+$/i.test(number) ? number : ''
}

/** Returns the numbers that formats keep in one field: that of a standard, patent or report, then ISBN and ISSN. */
export function serialNumbersOf(item: CslItem): string[] {
  const number = arxivNumberOf(item) === '' ? item.number : undefined
  return [number, item.ISBN, item.ISSN].filter((serial) => serial !== undefined)
}

/**
 * Returns a name for tagged formats: `Dunbar, Kyle L.`, `Davis, Sammy, Jr.`, 王利平. Names of bodies end with a comma,
 * because programs would split them otherwise: `World Bank,`.
 */
export function taggedName(name: CslName): string {
  if (!isUndividedName(name)) return [familyName(name), name.given, name.suffix].filter(Boolean).join(', ')
  if (isOthersName(name)) return 'et al.'
  const whole = displayName(name)
  return isEastAsian(whole) ? whole : `${whole},`
}
