// Text as CNKI exports it, in whatever format, and as Wanfang and VIP do, which follow it; CNKI's own two formats.

import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import { splitList, toCreators } from '../fields/name-lists.ts'
import { convertCnkiScripts } from '../fields/text.ts'
import { kindOrOther, parseDegree } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import {
  allValues,
  assignAffiliations,
  firstValue,
  parseTagged,
  type TaggedFields,
  type TagRules,
} from '../input/tagged.ts'

/** Removes CNKI's marks, `Abstract(#br)…` and `<正>…`, and converts scripts such as `Ca~(2+)` to light markup. */
export function cleanCnkiText(text: string | null): string | null {
  if (text === null) return null
  const plain = text
    .replace(/^\s*(?:Abstract|摘\s*要)\s*(?:\(#br\)|[:：])/i, '')
    .replaceAll('(#br)', ' ')
    .replace(/^\s*[<〈《]正[>〉》]\s*/, '')
  return convertCnkiScripts(plain)
}

/** Splits keywords, `关键词一;;关键词二`; they are not trimmed, and some may be ''. */
export function splitCnkiKeywords(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(/[;；]+|,(?=\p{Script=Han})/u))
    .map((text) => convertCnkiScripts(text))
}

/** Splits institutions, which are separated by `;`, possibly with a trailing one. */
export function splitCnkiInstitutions(texts: readonly string[]): string[] {
  return texts.flatMap(splitList).map((each) => each.replace(/!/g, ' '))
}

/**
 * Matches a line `Title-题名: …` of CNKI's own text formats: 自定义, whose records start with `SrcDatabase-来源库: 期刊`, and
 * 研学, whose records start with `DataType: 1`. Captures `DataType`, the two halves of any other name, and the value.
 */
const TAGGED_LINE = /^[\s\ufeff]*(?:(DataType)|([A-Za-z]+)-([\p{Script=Han}A-Za-z]{1,10}))\s*[:：]\s?(.*)$/u
/** Tags by the Chinese half of their names: 页数 is a count, 页码 is a range of pages; both are named PageCount. */
const TAG_BY_LOCAL_NAME: Readonly<Record<string, string>> = { 页数: 'count', 页码: 'page' }

/** Returns the tag, in lower case and English, and the value of a line; null for one without a tag. */
function parseTag(text: string): readonly [string, string] | null {
  const [whole, type, english = '', local = '', value = ''] = TAGGED_LINE.exec(text) ?? []
  // `mTOR-AMPK: …` starts a line of an abstract; in a field name, the second half is Chinese or equals the first.
  if (whole === undefined || (english !== local && !/^\p{Script=Han}/u.test(local))) return null
  return [TAG_BY_LOCAL_NAME[local] ?? (type ?? english).toLowerCase(), value]
}

/** Returns the rules of a format whose records start with the tag `begin`. */
const createRules = (begin: string): TagRules => ({ tagger: () => parseTag, begin, lenient: true })

/** Rules of the 自定义 format. */
export const cnkiCustomRules = createRules('srcdatabase')
/** Rules of the 研学 format. */
export const cnkiStudyRules = createRules('datatype')

/** Reads a record of the 自定义 format. @throws RecordFault when there is no title. */
export function cnkiCustomWork(text: string): Work {
  return workFromFields(parseTagged(text, cnkiCustomRules))
}

/** The kind for the number in `DataType: 1`, which starts a 研学 record; for records without 来源库. */
const DATA_TYPE_NAMES: Readonly<Record<string, string>> = {
  '1': '期刊',
  '2': '学位论文',
  '3': '报纸',
  '4': '会议',
  '5': '图书',
  '6': '专利',
  '7': '标准',
}

/** Returns the work of a record in either format; the two share the names of their fields. */
function workFromFields(fields: TaggedFields): Work {
  const database =
    firstValue(fields, 'srcdatabase') ?? DATA_TYPE_NAMES[firstValue(fields, 'datatype') ?? ''] ?? '期刊'
  const kind = kindOrOther('named', database)
  const creators = [
    ...toCreators(allValues(fields, 'author')),
    ...toCreators(allValues(fields, 'teacher', 'tutor'), 'advisor'),
  ]
  const unassigned = assignAffiliations(creators, splitCnkiInstitutions(allValues(fields, 'organ')))
  const source = firstValue(fields, 'source')
  const isThesis = kind.type === RESOURCE_TYPE.thesis
  return finishWork({
    kind,
    title: cleanCnkiText(firstValue(fields, 'title')),
    abstract: cleanCnkiText(firstValue(fields, 'summary')),
    keywords: splitCnkiKeywords(allValues(fields, 'keyword')),
    creators,
    source: isThesis ? null : source,
    volume: firstValue(fields, 'volume', 'roll'),
    issue: firstValue(fields, 'period'),
    number: firstValue(fields, 'patentno', 'standardno', 'number'),
    pages: firstValue(fields, 'page'),
    date: firstValue(fields, 'pubtime', 'year'),
    isbn: firstValue(fields, 'isbn'),
    issn: firstValue(fields, 'issn'),
    doi: firstValue(fields, 'doi'),
    url: firstValue(fields, 'url', 'link'),
    publisher: isThesis ? source : firstValue(fields, 'publisher'),
    degree: isThesis ? parseDegree(firstValue(fields, 'degree') ?? database) : null,
    funds: allValues(fields, 'fund').flatMap((value) => value.split(/[;；]/)),
    clc_codes: allValues(fields, 'clc').flatMap((value) => value.split(/[;；,\s]+/)),
    csl: { source: 'CNKI', ...unassigned },
  })
}

/** Reads a record of the 研学 format. @throws RecordFault when there is no title. */
export function cnkiStudyWork(text: string): Work {
  return workFromFields(parseTagged(text, cnkiStudyRules))
}
