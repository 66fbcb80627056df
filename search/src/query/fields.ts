import type { Field } from './query.ts'

/** The names under which a field is written in a query. */
export interface FieldName {
  field: Field
  code: string
  zh: string
  en: string
}

const name = (field: Field, code: string, zh: string, en: string): FieldName => ({ field, code, zh, en })

/** One row a field, in the order a menu shows them. */
export const fieldNames: FieldName[] = [
  name('any', 'SU', '主题', 'topic'),
  name('title', 'TI', '题名', 'title'),
  name('abstract', 'AB', '摘要', 'abstract'),
  name('keyword', 'KY', '关键词', 'keyword'),
  name('author', 'AU', '作者', 'author'),
  name('first_author', 'FI', '第一作者', 'first_author'),
  name('affiliation', 'AF', '机构', 'affiliation'),
  name('source', 'JN', '期刊', 'source'),
  name('year', 'PY', '年', 'year'),
  name('doi', 'DOI', 'DOI', 'doi'),
  name('issn', 'ISSN', 'ISSN', 'issn'),
  name('isbn', 'ISBN', 'ISBN', 'isbn'),
  name('subject', 'SC', '学科', 'subject'),
  name('corresponding', 'RP', '通讯作者', 'corresponding'),
  name('fund', 'FU', '基金', 'fund'),
  name('clc', 'CLC', '分类号', 'clc'),
  name('degree', 'DEGREE', '学位', 'degree'),
  name('rank', 'RANK', '级别', 'rank'),
  name('type', 'TYPE', '类型', 'type'),
  name('language', 'LANG', '语言', 'language'),
  name('oa', 'OA', '开放获取', 'open_access'),
  name('cited', 'CITED', '被引', 'citations'),
]

/** Other names people know the fields by. */
const aliases: Record<string, Field> = {
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

const byName = new Map<string, Field>(Object.entries(aliases))
for (const { field, code, zh, en } of fieldNames) {
  for (const written of [field, code, zh, en]) byName.set(written.toLowerCase(), field)
}
const codes = new Map(fieldNames.map(({ field, code }) => [field, code]))

/** The field of a code, a Chinese or an English name, whatever the case; undefined where there is none. */
export function fieldOf(written: string): Field | undefined {
  return byName.get(written.toLowerCase())
}

/** The code that printed queries use. */
export function codeOf(field: Field): string {
  return codes.get(field) ?? 'SU'
}

/** Fields that hold a number and take ranges. */
export function isNumeric(field: Field): boolean {
  return field === 'year' || field === 'cited'
}
