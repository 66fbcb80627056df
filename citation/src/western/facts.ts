import type { CslItem, CslName } from '../csl.ts'
import { protectedWords } from '../csl.ts'
import { printedTitle, stripMarkup } from '../markup.ts'
import { displayName } from '../names.ts'
import { headlineCase, isEnglishTitle } from '../title-case.ts'

/** The kinds of source that styles print differently. */
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

/** The kind of an item; a chapter of no book prints as a book. */
export function sourceKind(item: CslItem): SourceKind {
  const kind = KIND_BY_CSL_TYPE[item.type] ?? 'other'
  return kind === 'chapter' && item['container-title'] === undefined ? 'book' : kind
}

export function itemTitle(item: CslItem): string {
  return printedTitle(item.title)
}

/** A title in headline style where it is English, else as stored; a name of one word is spelled as its owner spells it. */
export function headlineTitle(item: CslItem, title: string): string {
  const kept = [...protectedWords(item), ...foreignPhrases(item)]
  return isEnglishTitle(item, title) && title.includes(' ') ? headlineCase(title, kept) : title
}

/** Species and phrases of other languages stand in italics: `<i>Homo sapiens</i>`, `<i>in vitro</i>`. */
const foreignPhrases = ({ title = '' }: CslItem): string[] =>
  Array.from(title.matchAll(/<i>([^<>]{1,80} [^<>]{1,80})<\/i>/gi), ([, phrase = '']) => phrase)

/** The whole an item stands in: its book, journal, proceedings, site. */
export function containerTitle(item: CslItem): string {
  return stripMarkup(item['container-title'] ?? '')
}

/** The address of the DOI, else the address of the item. */
export function itemLink(item: CslItem): string {
  return item.DOI === undefined ? (item.URL ?? '') : `https://doi.org/${item.DOI}`
}

/** `doctor` or `master` as the genre of a thesis says, in Chinese or English. */
export function thesisDegree(item: CslItem): 'doctor' | 'master' | 'bachelor' | undefined {
  const genre = item.genre ?? ''
  if (/博士|doctor|ph\.?\s*d/i.test(genre)) return 'doctor'
  if (/硕士|master|m\.?\s*(?:sc|s|a)\b/i.test(genre)) return 'master'
  return /学士|bachelor|undergraduate/i.test(genre) ? 'bachelor' : undefined
}

/** Whether a body is the only one a work names, so that it is not printed a second time as publisher or site. */
export function isSoleAuthor(item: CslItem, body: string): boolean {
  return item.author?.length === 1 && item.author.some((name) => displayName(name) === body)
}

/** Authors, or the editors of a work that names no author. */
export function primaryCreators(item: CslItem): { names: CslName[]; edited: boolean } {
  const contained = item['container-title'] !== undefined
  if (item.author === undefined && item.editor !== undefined && !contained)
    return { names: item.editor, edited: true }
  return { names: item.author ?? [], edited: false }
}
