import type { CslItem, CslType } from '../csl.ts'

/** Returns the number of a standard with a dash before its year: `GB/T 3792—2021`. */
const standardNumber = (number: string): string => number.replace(/(?<=[\dA-Z])[-–](?=(?:19|20)\d\d$)/, '—')

/** Matches the beginning of the number of a Chinese application, which ends with a check digit: `ZL 99117225.6`. */
const CHINESE_APPLICATION = /^(?:ZL ?)?(?=\d{8}(?:\d{4})?\.[\dX]$)/

/** Returns the number of a patent with the code of its country and without spaces: `CN99117225.6`, `US4405829`. */
const patentNumber = (number: string): string =>
  number.replace(CHINESE_APPLICATION, 'CN').replace(/^([A-Z]{2})\s(?=\d)/, '$1')

const numberFormats: Partial<Record<CslType, (number: string) => string>> = {
  standard: standardNumber,
  patent: patentNumber,
}

/**
 * Returns an item with the numbers of standards, patents and issues as the 2025 edition writes them, and with volume
 * and edition of a book out of its title.
 */
export function tidyItem(item: CslItem): CslItem {
  const { number, issue } = item
  // CSL keeps the number of a patent application here.
  const { 'call-number': application } = item
  const format = numberFormats[item.type]
  return extractVolumeAndEdition({
    ...item,
    ...(number !== undefined && format && { number: format(number) }),
    ...(application !== undefined && format && { 'call-number': format(application) }),
    ...(issue !== undefined && item.type.startsWith('article-') && { issue: issueNumber(issue) }),
  })
}

const CHINESE_NUMBER = '第[\\d〇零一二三四五六七八九十百]{1,6}'
/** Matches a volume in brackets at the end of a title: `（第一卷）`, `（下册）`. */
const VOLUME_AT_END = new RegExp(`[（(]((?:${CHINESE_NUMBER}|[上中下])[卷册辑集编部]|[上中下])[）)]$`, 'u')
/** Matches an edition in brackets at the end of a title: `（第二版）`, `（修订本）`, `(3rd ed.)`. */
const EDITION_AT_END = new RegExp(
  `[（(](${CHINESE_NUMBER}版|[修增校][订补][本版]|\\d{1,2}(?:st|nd|rd|th) ed(?:\\.|n\\.?|ition)?)[）)]$`,
  'iu',
)

/** Moves volume and edition in brackets, in any order, from the end of a book's title to their own fields if free. */
function extractVolumeAndEdition(item: CslItem): CslItem {
  const field = item.type === 'book' ? 'title' : 'container-title'
  const title = item[field]?.trim()
  if (title === undefined || !['book', 'chapter'].includes(item.type)) return item
  for (const [partField, pattern] of [
    ['edition', EDITION_AT_END],
    ['volume', VOLUME_AT_END],
  ] as const) {
    const found = pattern.exec(title)
    if (found === null || found.index === 0 || item[partField] !== undefined) continue
    return extractVolumeAndEdition({
      ...item,
      [field]: title.slice(0, found.index).trimEnd(),
      [partField]: found[1],
    })
  }
  return item
}

/** Returns an issue without leading zeros; two issues in one have a slash between them: `1/2`. */
function issueNumber(issue: string): string {
  const bare = issue.replace(/(?<!\d)0+(?=\d)/g, '')
  const [, first, last] = /^(\d{1,6})\s?[-–—]\s?(\d{1,6})$/.exec(bare) ?? []
  if (first === undefined || last === undefined) return bare
  return `${first}${Number(last) === Number(first) + 1 ? '/' : '-'}${last}`
}
