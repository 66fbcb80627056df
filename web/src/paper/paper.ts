import type { api, Creator, OutputOf } from '@scinav/contract'
import { languageName } from '@scinav/contract/language-name'

/** A paper as every screen gets it. */
export type Paper = OutputOf<typeof api.papers.byIds>['list'][number]

/** A place in one field's text, in UTF-16 code units; `index` counts the entries of a list field. */
export interface Mark {
  field: string
  start: number
  end: number
  index?: number | undefined
}

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

/** Kinds of works a person can choose from, in the specification's order. */
export const resourceTypes = Object.entries(typeNames).map(([value, name]) => ({ value, name }))

/** What a resource type is called; types outside the list are 其他. */
export const typeName = (type: number): string => typeNames[type] ?? '其他'

/** The year of a printed date, or nothing. */
export const yearOf = (paper: Pick<Paper, 'publish_date'>): string | undefined =>
  /\d{4}/.exec(paper.publish_date ?? '')?.[0]

/** What it appeared in, by its full name where the record has only a short one. */
export const sourceNameOf = (paper: Pick<Paper, 'source_name' | 'basic_sourcename'>): string | null =>
  paper.source_name ?? paper.basic_sourcename

/** Who wrote it: the authors; where there are none, whoever made it; else the names as printed. */
export function authorsOf(paper: Pick<Paper, 'creators' | 'authors_short'>): Creator[] {
  const authors = paper.creators.filter(({ role }) => role === 'author' || role === 'corresponding')
  if (authors.length > 0) return authors
  if (paper.creators.length > 0) return paper.creators
  return paper.authors_short.map((name) => ({ name, role: 'author', affiliations: [] }))
}

const HAN_CHARACTER = /\p{Script=Han}/u

/** The name by which somebody is known wherever they publish: in Chinese characters where the record has them. */
export const chineseNameOf = (creator: Creator): string => creator.name_zh ?? creator.name

/** The name as one work prints it: all its people in the script of its language, as far as the record goes. */
export function printedName(
  { language, title }: Pick<Paper, 'language' | 'title'>,
  creator: Creator,
): string {
  const isChinese = language ? language === 'zh' : HAN_CHARACTER.test(title)
  return isChinese ? chineseNameOf(creator) : creator.name
}

/** Journal titles in Latin letters are set in italics, Chinese ones are not. */
export const isLatin = (text: string): boolean => !HAN_CHARACTER.test(text)

/** The `lang` of a text from a record: fonts, quotes and line breaks follow it, and so does a voice that reads it out. */
export function langOf(text: string, recorded?: string | null): string {
  if (HAN_CHARACTER.test(text)) return recorded === 'ja' ? 'ja' : 'zh'
  return recorded && recorded !== 'zh' ? recorded : 'en'
}

/** Languages offered before anything is searched. */
export const commonLanguages = ['zh', 'en'].map((value) => ({ value, name: languageName(value) }))

const degrees: Readonly<Record<string, string>> = { bachelor: '学士', master: '硕士', doctor: '博士' }

/** A degree's Chinese name. */
export const degreeName = (degree: string): string => degrees[degree] ?? degree

/** `北大核心 2023`, `JCR 2025 Q1`: a mark always with its list and year. */
export function rankLabel({ list, year, value }: Paper['ranks'][number]): string {
  return [list, year, value === list ? '' : value].filter(Boolean).join(' ')
}

/** The address of an open PDF, or nothing. Only web addresses count. */
export const pdfAddress = (paper: Pick<Paper, 'pdf_url'>): string | undefined => webAddress(paper.pdf_url)

/** Where the publisher shows the work. */
export const publisherAddress = (paper: Pick<Paper, 'doi' | 'url'>): string | undefined =>
  paper.doi ? `https://doi.org/${encodeURI(paper.doi)}` : webAddress(paper.url)

function webAddress(text: string | null): string | undefined {
  return text && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined
}
