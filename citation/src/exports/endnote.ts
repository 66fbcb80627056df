import type { CslItem, CslType } from '../csl.ts'
import { isoText, yearText } from '../dates.ts'
import {
  arxivNumberOf,
  type ExportWriter,
  emptyText,
  keywordsOf,
  printFields,
  serialNumbersOf,
  taggedName,
} from './export-format.ts'

const REFERENCE_TYPES: Partial<Record<CslType, string>> = {
  article: 'Unpublished Work',
  'article-journal': 'Journal Article',
  'article-magazine': 'Magazine Article',
  'article-newspaper': 'Newspaper Article',
  book: 'Book',
  chapter: 'Book Section',
  dataset: 'Dataset',
  'entry-dictionary': 'Dictionary',
  'entry-encyclopedia': 'Encyclopedia',
  manuscript: 'Manuscript',
  map: 'Map',
  'paper-conference': 'Conference Paper',
  patent: 'Patent',
  post: 'Web Page',
  'post-weblog': 'Blog',
  report: 'Report',
  software: 'Computer Program',
  standard: 'Standard',
  thesis: 'Thesis',
  webpage: 'Web Page',
}

/** Returns the values by tag, in the order in which they are written; empty ones are left out later. */
function endnoteTags(item: CslItem): [string, string | undefined][] {
  const isArticle = item.type.startsWith('article')
  return [
    ...(item.author ?? []).map((name): [string, string] => ['%A', taggedName(name)]),
    ...(item.editor ?? []).map((name): [string, string] => ['%E', taggedName(name)]),
    ...(item.translator ?? []).map((name): [string, string] => ['%?', taggedName(name)]),
    ...(item.contributor ?? []).map((name): [string, string] => ['%Y', taggedName(name)]),
    ['%T', item.title],
    ['%Q', item.custom?.title_zh],
    [isArticle ? '%J' : '%B', item['container-title'] ?? item['event-title']],
    ['%S', item['collection-title']],
    ['%D', yearText(item.issued, '-')],
    ['%8', isoText(item.issued).length > 'YYYY'.length ? isoText(item.issued) : ''],
    ['%V', item.volume],
    ['%N', item.issue],
    ['%P', item.page],
    ['%7', item.edition],
    ['%I', item.publisher],
    ['%C', item['publisher-place'] ?? item['event-place']],
    ['%9', item.genre],
    ...serialNumbersOf(item).map((serial): [string, string] => ['%@', serial]),
    ['%1', arxivNumberOf(item)],
    ['%M', item.PMID],
    ['%~', item.PMID === undefined ? '' : 'PubMed'],
    ['%2', item.PMCID],
    ['%R', item.DOI],
    ['%U', item.URL],
    ['%[', item.accessed === undefined ? '' : isoText(item.accessed)],
    ['%G', item.language],
    ['%+', item.custom?.affiliations],
    ['%K', keywordsOf(item).join(';')],
    ['%X', item.abstract],
    ['%Z', item.custom?.standing],
  ]
}

/** Returns a writer of EndNote's tagged format (.enw), which Chinese databases export too. */
export function endnoteWriter(): ExportWriter {
  return {
    header: emptyText,
    entry: (item) => {
      const lines = printFields(endnoteTags(item), (tag, text) => `${tag} ${text}`)
      return `${[`%0 ${REFERENCE_TYPES[item.type] ?? 'Generic'}`, ...lines].join('\n')}\n\n`
    },
    footer: emptyText,
  }
}
