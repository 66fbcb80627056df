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

/** EndNote's reference types; other types become `Generic`. */
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

/** Returns pairs of tag and value in the order in which they are written. `printFields` leaves out empty values. */
function endnoteTags(item: CslItem): [string, string | undefined][] {
  const isArticle = item.type.startsWith('article')
  return [
    ...(item.author ?? []).map((name): [string, string] => ['%A', taggedName(name)]),
    ...(item.editor ?? []).map((name): [string, string] => ['%E', taggedName(name)]),
    ...(item.translator ?? []).map((name): [string, string] => ['%?', taggedName(name)]), // subsidiary author
    ...(item.contributor ?? []).map((name): [string, string] => ['%Y', taggedName(name)]), // tertiary author
    ['%T', item.title],
    ['%Q', item.custom?.title_zh], // translated title
    [isArticle ? '%J' : '%B', item['container-title'] ?? item['event-title']],
    ['%S', item['collection-title']], // series
    ['%D', yearText(item.issued, '-')],
    // Only a date that is more exact than the year of `%D`.
    ['%8', isoText(item.issued).length > 'YYYY'.length ? isoText(item.issued) : ''],
    ['%V', item.volume],
    ['%N', item.issue],
    ['%P', item.page],
    ['%7', item.edition],
    ['%I', item.publisher],
    ['%C', item['publisher-place'] ?? item['event-place']], // place published
    ['%9', item.genre], // type of work
    ...serialNumbersOf(item).map((serial): [string, string] => ['%@', serial]), // ISSN or ISBN
    ['%1', arxivNumberOf(item)], // custom 1
    ['%M', item.PMID], // accession number
    ['%~', item.PMID === undefined ? '' : 'PubMed'], // name of database
    ['%2', item.PMCID], // custom 2
    ['%R', item.DOI],
    ['%U', item.URL],
    ['%[', item.accessed === undefined ? '' : isoText(item.accessed)], // access date
    ['%G', item.language],
    ['%+', item.custom?.affiliations], // author address
    ['%K', keywordsOf(item).join(';')],
    ['%X', item.abstract],
    ['%Z', item.custom?.standing], // notes: whether the paper is retracted or corrected
  ]
}

/**
 * Returns a writer of EndNote's tagged format (.enw), which Chinese databases export too. Each record begins with its
 * type, `%0`, and ends with an empty line.
 */
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
