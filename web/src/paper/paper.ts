import type { api, Creator, OutputOf } from '@scinav/contract'
import { languageName } from '@scinav/contract/language-name'

/** A paper as every screen receives it. */
export type Paper = OutputOf<typeof api.papers.byIds>['list'][number]

/**
 * A search hit in the text of a paper's field, from `start` to before `end` in UTF-16 code units. In a field that is a
 * list, `index` is the entry, from 0.
 */
export interface Mark {
  field: string
  start: number
  end: number
  index?: number | undefined
}

/** Names of the types of papers by number. */
const typeNames: Readonly<Record<number, string>> = {
  1: '期刊',
  2: '专著',
  3: '报纸',
  4: '学位论文',
  5: '会议',
  6: '标准',
  7: '专利',
  8: '科技报告',
  9: '预印本',
  10: '数据集与网络资源',
}

/** The selectable resource types, in the specification's order. */
export const resourceTypes = Object.entries(typeNames).map(([value, name]) => ({ value, name }))

/** Returns the label of a resource type; unknown types are 其他. */
export const typeName = (type: number): string => typeNames[type] ?? '其他'

/** Returns the year of a printed date, or undefined. */
export const yearOf = (paper: Pick<Paper, 'publish_date'>): string | undefined =>
  /\d{4}/.exec(paper.publish_date ?? '')?.[0]

/** Returns the source of the paper: its full name, or the abbreviation when the record has only that. */
export const sourceNameOf = (paper: Pick<Paper, 'source_name' | 'basic_sourcename'>): string | null =>
  paper.source_name ?? paper.basic_sourcename

/** Returns the authors; where there are none, all creators, and otherwise the names as printed. */
export function authorsOf(paper: Pick<Paper, 'creators' | 'authors_short'>): Creator[] {
  const authors = paper.creators.filter(({ role }) => role === 'author' || role === 'corresponding')
  if (authors.length > 0) return authors
  if (paper.creators.length > 0) return paper.creators
  return paper.authors_short.map((name) => ({ name, role: 'author', affiliations: [] }))
}

/** Matches a Chinese character, which Japanese texts contain too. */
const HAN_CHARACTER = /\p{Script=Han}/u

/** Returns a creator's name in Chinese characters where the record has it, otherwise the recorded name. */
export const chineseNameOf = (creator: Creator): string => creator.name_zh ?? creator.name

/** Returns a creator's name as the work prints it: in Chinese characters, where recorded, in a Chinese work. */
export function printedName(
  { language, title }: Pick<Paper, 'language' | 'title'>,
  creator: Creator,
): string {
  const isChinese = language ? language === 'zh' : HAN_CHARACTER.test(title)
  return isChinese ? chineseNameOf(creator) : creator.name
}

/** Whether a text has no Chinese characters; Latin journal titles are set in italics, Chinese ones are not. */
export const isLatin = (text: string): boolean => !HAN_CHARACTER.test(text)

/**
 * Returns the `lang` of a text from a record, which controls fonts, quotes, line breaks and screen readers. The text
 * itself decides whether it is Chinese or Japanese; otherwise the language recorded for the work counts, or English.
 */
export function langOf(text: string, recorded?: string | null): string {
  if (HAN_CHARACTER.test(text)) return recorded === 'ja' ? 'ja' : 'zh'
  return recorded && recorded !== 'zh' ? recorded : 'en'
}

/** Languages offered before anything has been searched. */
export const commonLanguages = ['zh', 'en'].map((value) => ({ value, name: languageName(value) }))

/** Names of the degrees. */
const degrees: Readonly<Record<string, string>> = { bachelor: '学士', master: '硕士', doctor: '博士' }

/** Returns a degree's Chinese name. */
export const degreeName = (degree: string): string => degrees[degree] ?? degree

/** Formats a journal rank with its list and year: `北大核心 2023`, `JCR 2025 Q1`. */
export function rankLabel({ list, year, value }: Paper['ranks'][number]): string {
  return [list, year, value === list ? '' : value].filter(Boolean).join(' ')
}

/** Returns the address of an open PDF, or undefined. Only web addresses count. */
export const pdfAddress = (paper: Pick<Paper, 'pdf_url'>): string | undefined => webAddress(paper.pdf_url)

/** Returns the publisher's page of the work: its DOI link, otherwise its web address; undefined without either. */
export const publisherAddress = (paper: Pick<Paper, 'doi' | 'url'>): string | undefined =>
  paper.doi ? `https://doi.org/${encodeURI(paper.doi)}` : webAddress(paper.url)

/** Returns an address if it is of http or https, otherwise undefined. */
function webAddress(text: string | null): string | undefined {
  return text && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined
}
