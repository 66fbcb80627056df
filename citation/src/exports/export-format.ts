import type { CslItem } from '../csl.ts'
import { stripMarkup } from '../markup.ts'

/**
 * Writes a list item by item, so that a long one can be streamed: header, every entry with its place in the
 * list (from 0), footer. A writer remembers what it wrote: take a new one for every list.
 */
export interface ExportWriter {
  header: () => string
  entry: (item: CslItem, index: number) => string
  footer: () => string
}

export const emptyText = (): string => ''

/** Text on one line, without mark-up. */
export function plainLine(text: string | undefined): string {
  return stripMarkup(text ?? '')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
}

/** The fields that say something, each as its format prints it. */
export const printFields = (
  fields: [name: string, value: string | undefined][],
  print: (name: string, text: string) => string,
): string[] =>
  fields.flatMap(([name, value]) => {
    const text = plainLine(value)
    return text === '' ? [] : [print(name, text)]
  })

/** The keywords of an item, apart. */
export function keywordsOf(item: CslItem): string[] {
  return (item.keyword ?? '').split(/(?:(?<!\s)\s+)?[;；,]\s*/).filter((word) => word !== '')
}

/** First and last page; an article number or single page has no last. */
export function pagesOf(item: CslItem): [first: string, last: string] {
  const [first = '', last = ''] = plainLine(item.page).split(/(?:(?<!\s)\s+)?(?:-+|[–—])\s*/)
  return /,/.test(item.page ?? '') ? [plainLine(item.page), ''] : [first, last]
}

/** The number of a preprint of arXiv: `arXiv:1706.03762`. */
export function arxivNumberOf({ number }: CslItem): string {
  return number && /^arXiv:\S+$/i.test(number) ? number : ''
}

/** Numbers that formats keep in one field: of a standard, patent or report, then ISBN and ISSN. */
export function serialNumbersOf(item: CslItem): string[] {
  const number = arxivNumberOf(item) === '' ? item.number : undefined
  return [number, item.ISBN, item.ISSN].filter((serial) => serial !== undefined)
}
