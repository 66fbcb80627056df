// The facts of an item that several western styles print.
import type { CslItem, CslName } from '../csl.ts'
import { protectedWords } from '../csl.ts'
import { printedTitle, stripMarkup } from '../markup.ts'
import { displayName } from '../names.ts'
import { headlineCase, isEnglishTitle } from '../title-case.ts'

/** The kinds of sources that styles print differently. */
export type SourceKind =
  | 'article'
  | 'newspaper'
  | 'book'
  | 'chapter'
  | 'conference'
  | 'thesis'
  | 'report'
  | 'webpage'
  | 'preprint'
  | 'dataset'
  | 'software'
  | 'patent'
  | 'standard'
  | 'other'

const KIND_BY_CSL_TYPE: Partial<Record<CslItem['type'], SourceKind>> = {
  article: 'preprint',
  'article-journal': 'article',
  'article-magazine': 'article',
  'article-newspaper': 'newspaper',
  book: 'book',
  chapter: 'chapter',
  dataset: 'dataset',
  'entry-dictionary': 'chapter',
  'entry-encyclopedia': 'chapter',
  'paper-conference': 'conference',
  patent: 'patent',
  post: 'webpage',
  'post-weblog': 'webpage',
  report: 'report',
  software: 'software',
  standard: 'standard',
  thesis: 'thesis',
  webpage: 'webpage',
}

/** Returns the kind of an item; a chapter without a container is treated as a book. */
export function sourceKind(item: CslItem): SourceKind {
  const kind = KIND_BY_CSL_TYPE[item.type] ?? 'other'
  return kind === 'chapter' && item['container-title'] === undefined ? 'book' : kind
}

/** Returns the title of an item as styles print it, without markup; '' where it has none. */
export function itemTitle(item: CslItem): string {
  return printedTitle(item.title)
}

/**
 * Returns a title in headline style where it is English, else as stored; a title of one word keeps its own spelling.
 */
export function headlineTitle(item: CslItem, title: string): string {
  const keptPhrases = [...protectedWords(item), ...foreignPhrases(item)]
  return isEnglishTitle(item, title) && title.includes(' ') ? headlineCase(title, keptPhrases) : title
}

/**
 * Returns the phrases in italics of a title, which are names of species or from other languages: `<i>Homo sapiens</i>`.
 * Phrases of one word are not included.
 */
const foreignPhrases = ({ title = '' }: CslItem): string[] =>
  Array.from(title.matchAll(/<i>([^<>]{1,80} [^<>]{1,80})<\/i>/gi), ([, phrase = '']) => phrase)

/**
 * Returns the title of the container of an item (its book, journal, proceedings or site), without markup; '' for
 * none.
 */
export function containerTitle(item: CslItem): string {
  return stripMarkup(item['container-title'] ?? '')
}

/** Returns the address of the DOI, else the address of the item; '' where it has neither. */
export function itemLink(item: CslItem): string {
  return item.DOI === undefined ? (item.URL ?? '') : `https://doi.org/${item.DOI}`
}

/** Returns the degree that the genre of a thesis states in Chinese or English; undefined where it states none. */
export function thesisDegree(item: CslItem): 'doctor' | 'master' | 'bachelor' | undefined {
  const genre = item.genre ?? ''
  if (/博士|doctor|ph\.?\s*d/i.test(genre)) return 'doctor'
  if (/硕士|master|m\.?\s*(?:sc|s|a)\b/i.test(genre)) return 'master'
  return /学士|bachelor|undergraduate/i.test(genre) ? 'bachelor' : undefined
}

/** Returns whether a body is the only author of a work, so that it is not printed again as publisher or site. */
export function isSoleAuthor(item: CslItem, body: string): boolean {
  return item.author?.length === 1 && item.author.some((name) => displayName(name) === body)
}

/** Returns the authors; of a work without authors and container its editors, and then `areEditors` is true. */
export function primaryCreators(item: CslItem): { names: CslName[]; areEditors: boolean } {
  const isContained = item['container-title'] !== undefined
  if (item.author === undefined && item.editor !== undefined && !isContained)
    return { names: item.editor, areEditors: true }
  return { names: item.author ?? [], areEditors: false }
}
