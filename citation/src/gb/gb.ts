import type { NationalOptions } from '@scinav/contract'
import type { CslItem } from '../csl.ts'
import { isoText } from '../dates.ts'
import { printedTitle } from '../markup.ts'
import { isOthersName } from '../names.ts'
import { entryLanguage, isEastAsian } from '../scripts.ts'
import { tidyItem } from './gb-item.ts'
import { punctuationMarks } from './gb-marks.ts'
import { gbCitedName, gbHeading, gbNames, gbTranslators, nameKey, responsibleNames } from './gb-names.ts'
import {
  gbAccessed,
  gbImprint,
  gbLinks,
  journalSource,
  newspaperSource,
  patentSource,
  periodicalRun,
  platformSource,
  versionBlock,
  webSource,
} from './gb-source.ts'
import {
  type GbEdition,
  type GbEntry,
  type GbSystem,
  type InTextWords,
  isChineseCited,
  isChineseWorded,
  joinParts,
  joinSentences,
} from './gb-style.ts'
import { gbCode, gbEdition, gbTitle, gbVolume } from './gb-title.ts'

/** Options of a GB/T 7714 entry. */
export interface GbOptions extends NationalOptions {
  /** The letter after the year that distinguishes entries of the same names and year: `a`. */
  yearSuffix?: string
}

/**
 * Formats an entry of a list of references after GB/T 7714-2025 or -2015, numeric or author-date, with its final full
 * stop and without a number in front.
 *
 * Source: GB/T 7714-2025 and GB/T 7714-2015; `docs/design/citation.md` lists differences from other programs.
 */
export function formatGb(
  item: CslItem,
  edition: GbEdition,
  system: GbSystem,
  options: GbOptions = {},
): string {
  const entry = createEntry(item, edition, system, options)
  const text = joinSentences([entryHeading(entry), ...entryBody(entry), ...gbLinks(entry)])
  return text.endsWith('.') ? text : `${text}.`
}

/** Prepares an item for printing: numbers tidied (2025), language found, options with their defaults. */
function createEntry(item: CslItem, edition: GbEdition, system: GbSystem, options: GbOptions): GbEntry {
  const language = entryLanguage(item)
  const eastAsian = language === 'zh' || language === 'ja'
  return {
    item: edition === 2025 ? tidyItem(item) : item,
    edition,
    system,
    language,
    marks: punctuationMarks({ edition, punctuation: options.punctuation ?? 'standard', eastAsian }),
    online: options.online ?? true,
    placeholders: options.placeholders ?? edition === 2015,
    pinyin: options.pinyin ?? 'whole',
    printedNames: new Set((options.names ?? []).map(nameKey)),
    yearSuffix: options.yearSuffix ?? '',
  }
}

/**
 * Returns the heading of an entry. A standard in the 2025 edition starts with its number; its author is printed only in
 * the author-date system and is never replaced by 佚名.
 */
function entryHeading(entry: GbEntry): string {
  const code = gbCode(entry.item, entry.edition)
  const startsWithNumber = entry.system === 'numeric' || responsibleNames(entry.item) === undefined
  return code === 'S' && entry.edition === 2025 && startsWithNumber ? '' : gbHeading(entry)
}

/** Returns the blocks of an entry after its heading and before its links, in order; some may be ''. */
function entryBody(entry: GbEntry): string[] {
  const code = gbCode(entry.item, entry.edition)
  // EB is also the code of a preprint in the 2015 edition.
  const isWebPage = code === 'EB' && entry.item.type !== 'article'
  const title = gbTitle(entry)
  const webBlock = `${webSource(entry)}${gbAccessed(entry)}`
  if (isWebPage || isDatedReport(entry, code)) return [title, webBlock]
  if (isDownload(entry)) return [title, versionBlock(entry), webBlock]
  const source = plainSource(entry, code)
  return source === undefined ? bookBlocks(entry, code) : [title, ...source]
}

/**
 * Returns whether the 2015 edition dates a report as it dates a web page, `(2013-09-30)[2014-06-24]`: one with a
 * month or day, and without publisher and place.
 */
function isDatedReport(entry: GbEntry, code: string): boolean {
  const hasMoreThanYear = isoText(entry.item.issued).length > 'YYYY'.length
  return code === 'R' && entry.edition === 2015 && !isPublished(entry) && hasMoreThanYear
}

/** Returns whether an item names a publisher or its place. */
const isPublished = ({ item }: GbEntry): boolean =>
  item.publisher !== undefined || item['publisher-place'] !== undefined

/** Returns whether the 2025 edition prints software as it prints a web page: where it has an address. */
const isDownload = ({ item, edition, online }: GbEntry): boolean =>
  item.type === 'software' && edition === 2025 && online && item.URL !== undefined

/** Returns the blocks after the title of a source that is not published like a book; undefined for one that is. */
function plainSource(entry: GbEntry, code: string): string[] | undefined {
  // Of the visit to these sources, only the 2015 edition prints the date; that of a platform depends on its code.
  const trailing = entry.edition === 2015 ? gbAccessed(entry) : ''
  const platform = `${platformSource(entry)}${gbAccessed(entry)}`
  if (entry.item.type === 'periodical') return [periodicalRun(entry), `${gbImprint(entry)}${trailing}`]
  // J journal, N newspaper, P patent, PP preprint, DS dataset, S standard.
  if (code === 'J') return [gbTranslators(entry), `${journalSource(entry)}${trailing}`]
  if (code === 'N') return [`${newspaperSource(entry)}${trailing}`]
  if (code === 'P') return [`${patentSource(entry)}${trailing}`]
  if (code === 'PP') return [versionBlock(entry), platform]
  if (code === 'DS' && entry.edition === 2025) return [versionBlock(entry), platform]
  // A standard of the 2025 edition has nothing after its title.
  return code === 'S' && entry.edition === 2025 ? [] : undefined
}

/**
 * Document codes (see `gbCode`) of sources that may be part of another: M book, C proceedings, CM map, S standard,
 * G collection.
 */
const CONTAINED_CODES = new Set(['M', 'C', 'CM', 'S', 'G'])

/** Returns title, translators, container, edition and imprint of a source that is published like a book. */
function bookBlocks(entry: GbEntry, code: string): string[] {
  const container = CONTAINED_CODES.has(code) ? gbContainer(entry) : ''
  const translators = gbTranslators(entry)
  const title = gbTitle(entry, { inContainer: container !== '' })
  const named = translators === '' ? [`${title}${container}`] : [title, `${translators}${container}`]
  const edition = gbEdition(entry)
  const source = gbImprint(entry)
  // In the 2025 edition, the year of a conference paper without a publisher follows the conference directly.
  if (code === 'C' && container !== '' && !isPublished(entry) && entry.edition === 2025) {
    const mark = entry.system === 'author-date' ? entry.marks.colon : entry.marks.comma
    return [...named.slice(0, -1), joinParts([named.at(-1) ?? '', source], mark)]
  }
  const size = code === 'CM' && entry.edition === 2025 ? (entry.item.dimensions ?? '') : ''
  return [...named, edition, `${source}${entry.edition === 2015 ? gbAccessed(entry) : ''}`, size]
}

/** Prints the container of a chapter or paper: `//编者. 书名：第1卷`. */
function gbContainer(entry: GbEntry): string {
  const { item, marks } = entry
  const title =
    item['container-title'] ?? (item.type === 'paper-conference' ? item['event-title'] : undefined)
  if (title === undefined) return ''
  const editors = gbNames(item['container-author'] ?? item.editor, entry)
  return `//${joinSentences([editors, joinParts([marks.convert(title), gbVolume(entry)], marks.colon)])}`
}

/**
 * Returns the names of an author-date citation in a text: 王利平 等, Park et al.; 佚名 or Anon without any. Two names are
 * both printed only where `words` ends with `_pairs`.
 */
export function gbCitedNames(item: CslItem, edition: GbEdition, words: InTextWords = 'by_source'): string {
  const entry = createEntry(item, edition, 'author-date', {})
  const names = responsibleNames(item) ?? []
  const chinese = isChineseCited(words, isChineseWorded(entry))
  // The list has no 佚名 before a standard, which starts with its number.
  if (names.length === 0 && item.type === 'standard' && edition === 2025)
    return item.number ?? printedTitle(item.title)
  if (names.length === 0) return chinese ? '佚名' : 'Anon'
  const [first = '', second = ''] = names.slice(0, 2).map((name) => gbCitedName(name, entry))
  if (names.length === 1) return first
  const isPair = names.length === 2 && words.endsWith('_pairs') && !names.some(isOthersName)
  return isPair ? joinPair(first, second, chinese) : `${first} ${chinese ? '等' : 'et al.'}`
}

/** Joins two names: `李岩和王平`, `Park 和 Tosaka` or `Park and Tosaka`. */
function joinPair(first: string, second: string, chinese: boolean): string {
  if (chinese && isEastAsian(first) && isEastAsian(second)) return `${first}和${second}`
  return `${first} ${chinese ? '和' : 'and'} ${second}`
}
