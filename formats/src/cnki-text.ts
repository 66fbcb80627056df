import type { Work } from '@scinav/contract'
import { cnkiInstitutions, cnkiKeywords, cnkiText } from './cnki.ts'
import { finishWork } from './finish.ts'
import { people } from './names.ts'
import { degreeOf, kindOf } from './resource-types.ts'
import { affiliate, all, type Fields, first, parseTagged, type TagRules } from './tagged.ts'

/** CNKI's own text: 自定义 (`SrcDatabase-来源库: 期刊` first) and 研学 (`DataType: 1` first). */

const line = /^[\s\ufeff]*(?:(DataType)|([A-Za-z]+)-([\p{Script=Han}A-Za-z]{1,10}))\s*[:：]\s?(.*)$/u

function tagOf(text: string): readonly [string, string] | null {
  const [whole, type, english = '', local = '', value = ''] = line.exec(text) ?? []
  // `mTOR-AMPK: …` begins a line of an abstract; of the two names of a field one is Chinese, or they are the same.
  if (whole === undefined || (english !== local && !/^\p{Script=Han}/u.test(local))) return null
  // 页数 is a count, 页码 are pages; both are called PageCount.
  const counts: Readonly<Record<string, string>> = { 页数: 'count', 页码: 'page' }
  return [counts[local] ?? (type ?? english).toLowerCase(), value]
}

const rulesFor = (begin: string): TagRules => ({ tagger: () => tagOf, begin, lenient: true })

export const cnkiCustomRules = rulesFor('srcdatabase')
export const cnkiStudyRules = rulesFor('datatype')

/** What the number before a 研学 record stands for, where no 来源库 says it. */
const dataTypes: Readonly<Record<string, string>> = {
  '1': '期刊',
  '2': '学位论文',
  '3': '报纸',
  '4': '会议',
  '5': '图书',
  '6': '专利',
  '7': '标准',
}

function draftOf(fields: Fields): Work {
  const database = first(fields, 'srcdatabase') ?? dataTypes[first(fields, 'datatype') ?? ''] ?? '期刊'
  const kind = kindOf('named', database)
  const creators = [...people(all(fields, 'author')), ...people(all(fields, 'teacher', 'tutor'), 'advisor')]
  const beside = affiliate(creators, cnkiInstitutions(all(fields, 'organ')))
  const source = first(fields, 'source')
  const thesis = kind.type === 4
  return finishWork({
    kind,
    title: cnkiText(first(fields, 'title')),
    abstract: cnkiText(first(fields, 'summary')),
    keywords: cnkiKeywords(all(fields, 'keyword')),
    creators,
    source: thesis ? null : source,
    volume: first(fields, 'volume', 'roll'),
    issue: first(fields, 'period'),
    number: first(fields, 'patentno', 'standardno', 'number'),
    pages: first(fields, 'page'),
    date: first(fields, 'pubtime', 'year'),
    isbn: first(fields, 'isbn'),
    issn: first(fields, 'issn'),
    doi: first(fields, 'doi'),
    url: first(fields, 'url', 'link'),
    publisher: thesis ? source : first(fields, 'publisher'),
    degree: thesis ? degreeOf(first(fields, 'degree') ?? database) : null,
    funds: all(fields, 'fund').flatMap((value) => value.split(/[;；]/)),
    clc_codes: all(fields, 'clc').flatMap((value) => value.split(/[;；,\s]+/)),
    csl: { source: 'CNKI', ...beside },
  })
}

export function cnkiCustomWork(text: string): Work {
  return draftOf(parseTagged(text, cnkiCustomRules))
}

export function cnkiStudyWork(text: string): Work {
  return draftOf(parseTagged(text, cnkiStudyRules))
}
