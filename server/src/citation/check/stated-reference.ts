import { fold } from '@scinav/search'
import { type ComparableRecord, plainTitles, type ReferenceEntry } from './entry.ts'
import { foldLookalikes, normalizedWords, WORD_OR_HAN } from './fuzzy-match.ts'

/** The journal reference that an entry states; fields that cannot be read are null. */
export interface StatedJournalReference {
  journal: string | null
  volume: string | null
  issue: string | null
  /** The first and the last page. */
  first: string | null
  last: string | null
}

/**
 * Reads journal, volume, issue and pages after the title of a record. If the entry has another title, only the numbers
 * are read; if it has none, the journal is what was read as such.
 */
export function readStatedReference(
  record: ComparableRecord,
  { text, parsed }: ReferenceEntry,
): StatedJournalReference {
  const afterTitle = plainTitles(record)
    .map((title) => textAfterTitle(text, title))
    .find((each) => each !== null)
  const searched = (afterTitle ?? text).replace(URL_OR_IDENTIFIER, ' ')
  const untitledJournal = parsed.title === null ? (parsed.fields.container ?? null) : null
  const journal = afterTitle == null ? untitledJournal : (JOURNAL.exec(searched)?.[1]?.trim() ?? null)
  const volume = firstMatch(VOLUME_PATTERNS, searched)
  const pages = firstMatch(PAGE_PATTERNS, searched)
  return {
    journal:
      journal !== null && (PROCEEDINGS_NAME.test(journal) || PREPRINT_MARK.test(text)) ? null : journal,
    volume: volume.volume ?? null,
    issue: volume.issue ?? null,
    first: pages.first ?? null,
    last: pages.last ?? null,
  }
}

/** Marks of a preprint in an entry. */
export const PREPRINT_MARK = /\b(?:arxiv|biorxiv|medrxiv|chemrxiv|chinaxiv|preprint)\b|预印本|\[PP/iu

/** Returns the text after the title of a record in an entry; null when the title is not in it word for word. */
function textAfterTitle(text: string, title: string): string | null {
  const words = normalizedWords(fold(title, false).text).map(foldLookalikes)
  const tokens = [...text.matchAll(WORD_OR_HAN)].map((match) => ({
    end: match.index + match[0].length,
    form: foldLookalikes(fold(match[0].normalize('NFKD').replace(/\p{M}/gu, ''), false).text),
  }))
  const from = tokens.findIndex((_, at) => words.every((word, offset) => tokens[at + offset]?.form === word))
  const last = words.length > 0 && from >= 0 ? tokens[from + words.length - 1] : undefined
  return last ? text.slice(last.end).replace(TITLE_END, '') : null
}

/** The type mark, quotation marks and punctuation after a title. */
const TITLE_END = /^[^\p{L}\p{N}[/]{0,6}(?:\[[A-Z]{1,2}(?:\/[A-Z]{2})?\])?[.,\s]{0,4}(?:\/\/)?\s{0,2}/u
/** The beginning of volume, issue or pages: `77`, `(2)`, `LIX(2)`, `vol.`, `no. 3`, `pp. 5`, `第 5`, `e0123`. */
const NUMBERS_START = String.raw`(?:\(?\d|[ivxlcdm]{1,8}\s?\(\d|vol\b|no\.?\s?\d|pp?\.\s?\d|第\s?\d|e\d{3})`

/** A journal name up to the numbers after it; without numbers the text may be anything. */
const JOURNAL = new RegExp(
  String.raw`^(\p{L}[^\n]{0,150}?)(?:\[J(?:/[A-Z]{2})?\])?[\s.,，:：;；]{1,3}(?=${NUMBERS_START})`,
  'iu',
)

/** Marks of proceedings: `In …`, and a name that was cut off before its year, as `Proceedings of the` 2019 …. */
const PROCEEDINGS_NAME = /^in\b|\b(?:of|the)$/iu

/** Volume and issue, tried in this order: `77(18):`, `vol. 77, no. 18`, `1996, 77: 3865`, `Lett, 77: 3865`. */
const VOLUME_PATTERNS = [
  /(?<![\d.])(?<volume>\d{1,4})\s?\((?<issue>\d{1,6}[A-Z]?(?:[-–]\d{1,4})?)\)\s?[:,，：]/u,
  /\bvol\.?\s?(?<volume>\d{1,4})\b(?:,?\s?no\.?\s?(?<issue>\d{1,6}(?:[-–]\d{1,4})?))?/iu,
  /(?<!\d)(?:1[5-9]|20)\d{2}[a-z]?\s?[,，;；]\s?(?<volume>\d{1,4})\s?[:：]\s?(?=[a-z]?\d)/iu,
  /\p{L}[,，]\s?(?<volume>\d{1,3})\s?(?:[:：]\s?[a-z]?\d|[,，]\s?[a-z]?\d+\s?[-–])/iu,
]

/** One page or a range, whose ends are the groups `first` and `last`: `3865-8`, `e12`. */
const PAGE_RANGE = String.raw`(?<first>[A-Z]?\d{1,7})(?:\s?[-–—]{1,2}\s?(?<last>[A-Z]?\d{1,7}))?(?![\d/])`

/** Pages, tried in this order: `77(18): 3865-8`, `pp. 3865-8`, `77: 3865`, `: 3865-8` at the end, `77, 3865-8`. */
const PAGE_PATTERNS = [
  new RegExp(String.raw`\(\d{1,4}(?:[-–]\d{1,4})?\)\s?[:,，：]\s?(?:pp?\.\s?)?${PAGE_RANGE}`, 'iu'),
  new RegExp(String.raw`\b(?:pp?\.|pages?)\s?${PAGE_RANGE}`, 'iu'),
  new RegExp(String.raw`\d\s?[:：]\s?${PAGE_RANGE}`, 'iu'),
  /[:：]\s?(?<first>\d{1,6})\s?[-–—]\s?(?<last>\d{1,6})[\s.]*$/iu,
  /\d[,，]\s?(?<first>[A-Z]?\d{1,6})\s?[-–—]\s?(?<last>[A-Z]?\d{1,6})(?![\d/])/iu,
]

/** Addresses and identifiers, whose digits are no volumes or pages: `doi:10.1000/182`. */
const URL_OR_IDENTIFIER = /(?:https?:|doi:|arxiv:|\b10\.\d)\S+/giu

/** Returns the named groups of the first pattern that matches; an empty object when none does. */
function firstMatch(patterns: readonly RegExp[], text: string): Record<string, string | undefined> {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups
    if (groups) return groups
  }
  return {}
}

/** Returns whether an entry states pages from one to another, or a volume with a page, as published works have. */
export function statesPages(text: string): boolean {
  const searched = text
    .normalize('NFKC')
    .replace(URL_OR_IDENTIFIER, ' ')
    .replace(/\d{4}-\d{2}-\d{2}/g, ' ')
  const { first, last } = firstMatch(PAGE_PATTERNS, searched)
  return (
    last !== undefined || (first !== undefined && firstMatch(VOLUME_PATTERNS, searched).volume !== undefined)
  )
}

/** Returns the numbers in a text without leading zeros. */
export const extractNumbers = (text: string): string[] =>
  (text.match(/\d+/g) ?? []).map((each) => each.replace(/^0+/, ''))

/** Returns the complete last page of a range that omits the common digits: `436-44` ends at 444. */
export const completeLastPage = (first: string, last: string): string =>
  (last.length < first.length ? first.slice(0, first.length - last.length) + last : last).toLowerCase()
