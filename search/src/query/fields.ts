import type { SearchField } from './query.ts'

/** The names of a field in queries; all of them are read without regard to case. */
export interface FieldName {
  field: SearchField
  /** Short code in capitals, by which queries are printed. */
  code: string
  zh: string
  en: string
}

/** Returns the names of a field: its code, and those in Chinese and English. */
const fieldName = (field: SearchField, code: string, zh: string, en: string): FieldName => ({
  field,
  code,
  zh,
  en,
})

/** All fields, in the order of menus. */
export const FIELD_NAMES: FieldName[] = [
  fieldName('any', 'SU', '主题', 'topic'),
  fieldName('title', 'TI', '题名', 'title'),
  fieldName('abstract', 'AB', '摘要', 'abstract'),
  fieldName('keyword', 'KY', '关键词', 'keyword'),
  fieldName('author', 'AU', '作者', 'author'),
  fieldName('first_author', 'FI', '第一作者', 'first_author'),
  fieldName('affiliation', 'AF', '机构', 'affiliation'),
  fieldName('source', 'JN', '期刊', 'source'),
  fieldName('year', 'PY', '年', 'year'),
  fieldName('doi', 'DOI', 'DOI', 'doi'),
  fieldName('issn', 'ISSN', 'ISSN', 'issn'),
  fieldName('isbn', 'ISBN', 'ISBN', 'isbn'),
  fieldName('subject', 'SC', '学科', 'subject'),
  fieldName('corresponding', 'RP', '通讯作者', 'corresponding'),
  fieldName('fund', 'FU', '基金', 'fund'),
  fieldName('clc', 'CLC', '分类号', 'clc'),
  fieldName('degree', 'DEGREE', '学位', 'degree'),
  fieldName('rank', 'RANK', '级别', 'rank'),
  fieldName('type', 'TYPE', '类型', 'type'),
  fieldName('language', 'LANG', '语言', 'language'),
  fieldName('oa', 'OA', '开放获取', 'open_access'),
  fieldName('cited', 'CITED', '被引', 'citations'),
]

/** Alternative names of fields. */
const FIELD_ALIASES: Record<string, SearchField> = {
  any: 'any',
  篇名: 'title',
  标题: 'title',
  关键字: 'keyword',
  keywords: 'keyword',
  authors: 'author',
  单位: 'affiliation',
  作者单位: 'affiliation',
  刊名: 'source',
  来源: 'source',
  文献来源: 'source',
  journal: 'source',
  年份: 'year',
  出版年: 'year',
  发表年: 'year',
  通信作者: 'corresponding',
  基金项目: 'fund',
  中图分类号: 'clc',
  文献类型: 'type',
  语种: 'language',
  被引次数: 'cited',
  被引频次: 'cited',
}

/** Fields by their names in lower case. */
const fieldsByName = new Map<string, SearchField>(Object.entries(FIELD_ALIASES))
for (const { field, code, zh, en } of FIELD_NAMES) {
  for (const name of [field, code, zh, en]) fieldsByName.set(name.toLowerCase(), field)
}
/** The code of each field. */
const codesByField = new Map(FIELD_NAMES.map(({ field, code }) => [field, code]))

/** Returns the field of a code, a Chinese or an English name, ignoring case; undefined when there is none. */
export function findField(written: string): SearchField | undefined {
  return fieldsByName.get(written.toLowerCase())
}

/** Returns the code of a field in printed queries. */
export function fieldCode(field: SearchField): string {
  return codesByField.get(field) ?? 'SU'
}

/** Returns whether a field holds a number and accepts ranges. */
export function isNumeric(field: SearchField): boolean {
  return field === 'year' || field === 'cited'
}
