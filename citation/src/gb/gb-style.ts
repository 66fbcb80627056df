import type { CslItem } from '../csl.ts'
import type { EntryLanguage } from '../scripts.ts'
import type { PunctuationMarks } from './gb-marks.ts'

/** Everything that decides how one GB/T 7714 entry is printed. */
export interface GbEntry {
  item: CslItem
  edition: 2015 | 2025
  /** Name and year first (著者-出版年制), or numbers (顺序编码制). */
  authorDate: boolean
  language: EntryLanguage
  marks: PunctuationMarks
  /** Whether address and identifier are printed, and with them `/OL`. */
  online: boolean
  /** `a`, `b`, … behind the year, where one author has several entries of one year. */
  yearSuffix: string
}

type InTextLanguage = 'by_source' | 'zh' | 'en'

/**
 * The language of 等, 和, 佚名 and 无日期 within a text: that of each cited work, or always one. With `_pairs` two authors are both
 * named, which the standard shortens as it does three.
 */
export type InTextWords = InTextLanguage | `${InTextLanguage}_pairs`

/** Whether the words of a citation within a text are Chinese. */
export const isChineseCited = (words: InTextWords, isChineseWork: boolean): boolean =>
  words.startsWith('by_source') ? isChineseWork : words.startsWith('zh')

/** Chinese and Japanese entries take 等, 译, 佚名; all others et al., trans., Anon. */
export function isChineseWorded(entry: GbEntry): boolean {
  return entry.language === 'zh' || entry.language === 'ja'
}

/** Parts that are there, with a mark between them. */
export function joinParts(parts: string[], mark: string): string {
  return parts.filter((part) => part !== '').join(mark)
}

/** Blocks of an entry parted by full stops; a block that ends with one takes no second. */
export function joinSentences(blocks: string[]): string {
  const there = blocks.filter((block) => block !== '')
  return there.reduce((text, block) => {
    if (text === '') return block
    return `${text}${text.endsWith('.') ? ' ' : '. '}${block}`
  }, '')
}

/** Returns the identifier that arXiv gave a preprint; "" where it has none. */
export const arxivIdOf = ({ number = '' }: CslItem): string => /^arXiv:(\S+)$/i.exec(number)?.[1] ?? ''

/** Returns where arXiv shows a preprint that has no address of its own. */
export function arxivAddress({ item }: GbEntry): string {
  const id = arxivIdOf(item)
  return item.type === 'article' && item.DOI === undefined && id !== '' ? `https://arxiv.org/abs/${id}` : ''
}

/** Whether an entry names a place on the net. */
export const isOnline = (entry: GbEntry): boolean => {
  const { URL: address, DOI: doi, custom } = entry.item
  return (address ?? doi ?? custom?.cstr) !== undefined || arxivAddress(entry) !== ''
}
