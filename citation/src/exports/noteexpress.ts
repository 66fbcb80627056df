import type { CslItem, CslType } from '../csl.ts'
import { isoText, yearText } from '../dates.ts'
import { type ExportWriter, emptyText, keywordsOf, printFields, taggedName } from './export-format.ts'

/** NoteExpress's reference types; other types become `Generic`. */
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
  map: 'Map',
  'paper-conference': 'Conference Proceedings',
  patent: 'Patent',
  post: 'Web Page',
  'post-weblog': 'Web Page',
  report: 'Report',
  software: 'Computer Program',
  standard: 'Standard',
  thesis: 'Thesis',
  webpage: 'Web Page',
}

/**
 * Returns a writer of NoteExpress (.net): `{Field}: value` per line, one record per paragraph, as Chinese databases
 * export it.
 */
export function noteExpressWriter(): ExportWriter {
  return {
    header: emptyText,
    entry: (item) => {
      const lines = printFields(noteExpressFields(item), (field, text) => `{${field}}: ${text}`)
      return `${[`{Reference Type}: ${REFERENCE_TYPES[item.type] ?? 'Generic'}`, ...lines].join('\n')}\n\n`
    },
    footer: emptyText,
  }
}

/** Returns pairs of field and value in the order in which they are written. `printFields` leaves out empty values. */
function noteExpressFields(item: CslItem): [string, string | undefined][] {
  return [
    ['Type of Work', item.genre],
    ['Title', item.title],
    ['Translated Title', item.custom?.title_zh],
    ['Author', nameList(item.author)],
    ['Secondary Author', nameList(item.editor)],
    ['Subsidiary Author', nameList(item.translator)],
    ['Tertiary Author', nameList(item.contributor)],
    ['Author Address', item.custom?.affiliations],
    [containerField(item.type), item['container-title'] ?? item['event-title']],
    ['Year', yearText(item.issued, '-')],
    // A year alone is in `Year`.
    ['Date', isoText(item.issued).length > 'YYYY'.length ? isoText(item.issued) : ''],
    ['Volume', item.volume],
    ['Issue', item.issue],
    ['Pages', item.page],
    ['Edition', item.edition],
    ['Series Title', item['collection-title']],
    ['Publisher', item.publisher],
    ['Place Published', item['publisher-place'] ?? item['event-place']],
    ['Number', item.number],
    ['Keywords', keywordsOf(item).join(';')],
    ['Abstract', item.abstract],
    ['ISBN/ISSN', [item.ISBN, item.ISSN].filter(Boolean).join(' ')],
    ['PMID', item.PMID],
    ['PMCID', item.PMCID],
    ['DOI', item.DOI],
    ['URL', item.URL],
    ['Language', item.language],
    // Whether the paper is retracted or corrected.
    ['Notes', item.custom?.standing],
  ]
}

const nameList = (names: CslItem['author']): string => (names ?? []).map(taggedName).join(';')

/** Returns the name of the field that holds the container of an item. */
function containerField(type: CslType): string {
  if (type === 'article-newspaper') return 'Newspaper'
  // NoteExpress has the title of the proceedings in this field.
  if (type === 'paper-conference') return 'Tertiary Title'
  return type.startsWith('article') ? 'Journal' : 'Secondary Title'
}
