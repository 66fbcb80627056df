import type { CslItem } from '../csl.ts'
import type { EntryLanguage } from '../scripts.ts'
import type { PunctuationMarks } from './gb-marks.ts'

/** The edition of GB/T 7714 by its year. */
export type GbEdition = 2015 | 2025

/** 顺序编码制 numbers the entries; 著者-出版年制 starts them with name and year. */
export type GbSystem = 'numeric' | 'author-date'

/** An item with everything that determines how GB/T 7714 prints it. */
export interface GbEntry {
  item: CslItem
  edition: GbEdition
  system: GbSystem
  language: EntryLanguage
  marks: PunctuationMarks
  /** Whether address, identifier and `/OL` are printed. */
  online: boolean
  /** Whether a missing place or publisher is stated. */
  placeholders: boolean
  /** How given names in pinyin are printed, except for the `printedNames`. */
  pinyin: 'whole' | 'initials'
  /** Keys of names in the form in which they are to be printed; see `nameKey`. */
  printedNames: ReadonlySet<string>
  /** `a`, `b`, … after the year, where one author has several entries of one year. */
  yearSuffix: string
}

type InTextLanguage = 'by_source' | 'zh' | 'en'

/**
 * The language of 等, 和, 佚名 and 无日期 within a text: that of each cited work, or always the same. The variants with
 * `_pairs` name both authors of a work with two, which the standard shortens like three.
 */
export type InTextWords = InTextLanguage | `${InTextLanguage}_pairs`

/** Returns whether the words of a citation within a text are Chinese. */
export const isChineseCited = (words: InTextWords, isChineseWork: boolean): boolean =>
  words.startsWith('by_source') ? isChineseWork : words.startsWith('zh')

/** Returns whether an entry uses 等, 译, 佚名, as Chinese and Japanese ones do; all others use et al., trans., Anon. */
export function isChineseWorded(entry: GbEntry): boolean {
  return entry.language === 'zh' || entry.language === 'ja'
}

/** Joins the non-empty parts with a mark. */
export function joinParts(parts: string[], mark: string): string {
  return parts.filter((part) => part !== '').join(mark)
}

/** Joins the non-empty blocks of an entry with full stops; a block that ends with one receives no second. */
export function joinSentences(blocks: string[]): string {
  const present = blocks.filter((block) => block !== '')
  return present.reduce((text, block) => {
    if (text === '') return block
    return `${text}${text.endsWith('.') ? ' ' : '. '}${block}`
  }, '')
}

/** Returns the arXiv identifier of an item; "" where it has none. */
export const arxivIdOf = ({ number = '' }: CslItem): string => /^arXiv:(\S+)$/i.exec(number)?.[1] ?? ''

/** Returns the arXiv address of a preprint without DOI; "" for other items. */
export function arxivAddress({ item }: GbEntry): string {
  const id = arxivIdOf(item)
  return item.type === 'article' && item.DOI === undefined && id !== '' ? `https://arxiv.org/abs/${id}` : ''
}

/** Returns whether an entry has an address or an identifier. */
export const isOnline = (entry: GbEntry): boolean => {
  const { URL: address, DOI: doi, custom } = entry.item
  return (address ?? doi ?? custom?.cstr) !== undefined || arxivAddress(entry) !== ''
}
