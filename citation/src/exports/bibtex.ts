import { type CslItem, type CslName, type CslType, protectedWords } from '../csl.ts'
import { firstDay, isoText, yearText } from '../dates.ts'
import { displayName, familyName, isOthersName, isUndividedName, OTHERS_NAME } from '../names.ts'
import { isEastAsian } from '../scripts.ts'
import { thesisDegree } from '../western/facts.ts'
import { bibtexKeys, type Romanize } from './bibtex-keys.ts'
import { arxivNumberOf, type ExportWriter, emptyText, keywordsOf, plainLine } from './export-format.ts'
import { bibtexTitle, escapeFormula, escapeTex, escapeVerbatim } from './tex-text.ts'

/** The macros of BibTeX for months, which stand without braces. */
const MONTH_MACROS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/**
 * Returns a writer of BibTeX in UTF-8. Each entry ends in a blank line and has its key of `bibtexKeys`, which is unique
 * in the list.
 *
 * @param items all items of the export; `entry` takes only these.
 * @param romanize writes Chinese names in Latin letters for the keys.
 */
export function bibtexWriter(items: readonly CslItem[], romanize?: Romanize): ExportWriter {
  const keyOf = bibtexKeys(items, romanize)
  return {
    header: emptyText,
    entry: (item) => {
      const type = entryType(item)
      const { month: monthNumber = 0, day } = firstDay(item.issued) ?? {}
      const month = MONTH_MACROS[monthNumber - 1]
      const fields = entryFields(item, type)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `  ${name} = {${escapeFormula(value)}}`)
      if (month !== undefined) fields.push(`  month = ${month}`)
      if (day !== undefined) fields.push(`  day = {${day}}`)
      return `@${type}{${[keyOf(item), ...fields].join(',\n')}\n}\n\n`
    },
    footer: emptyText,
  }
}

const ENTRY_TYPES: Partial<Record<CslType, string>> = {
  'article-journal': 'article',
  'article-magazine': 'article',
  'article-newspaper': 'article',
  book: 'book',
  chapter: 'incollection',
  dataset: 'dataset',
  'entry-dictionary': 'inreference',
  'entry-encyclopedia': 'inreference',
  'paper-conference': 'inproceedings',
  patent: 'patent',
  post: 'online',
  'post-weblog': 'online',
  report: 'techreport',
  software: 'software',
  standard: 'standard',
  webpage: 'online',
}

/** Returns the entry type of BibTeX or biblatex. */
function entryType(item: CslItem): string {
  if (item.type === 'thesis') return thesisDegree(item) === 'master' ? 'mastersthesis' : 'phdthesis'
  return ENTRY_TYPES[item.type] ?? 'misc'
}

/** Values of biblatex's `entrysubtype` for CSL types without an entry type of their own. */
const ENTRY_SUBTYPES: Partial<Record<CslType, string>> = {
  article: 'preprint',
  'article-magazine': 'magazine',
  'article-newspaper': 'newspaper',
  'entry-dictionary': 'dictionary',
  map: 'map',
}

/** Returns the fields of an entry in the order in which they are written; empty ones are left out later. */
function entryFields(item: CslItem, type: string): [string, string][] {
  const text = (value: string | undefined): string => escapeTex(plainLine(value))
  return [
    ['author', nameList(item.author)],
    ['editor', nameList(item.editor)],
    ['translator', nameList(item.translator)],
    ['advisor', nameList(item.contributor)],
    ['title', bibtexTitle(plainLine(item.title), protectedWords(item))],
    ['title_zh', text(item.custom?.title_zh)],
    ['entrysubtype', ENTRY_SUBTYPES[item.type] ?? ''],
    ...typeSpecificFields(item, type),
    ...eprintFields(item),
    ['year', escapeTex(yearText(item.issued, '--'))],
    ['volume', text(item.volume)],
    // Spaces are matched from their beginning only, to stay linear.
    ['pages', text(item.page).replace(/(?:(?<!\s)\s+)?(?:-+|[–—])\s*/g, '--')],
    ['edition', text(item.edition)],
    ['version', text(item.version)],
    ['series', text(item['collection-title'])],
    ['address', text(item['publisher-place'] ?? item['event-place'])],
    ['type', type.endsWith('thesis') || type === 'techreport' ? text(item.genre) : ''],
    ['isbn', text(item.ISBN)],
    ['issn', text(item.ISSN)],
    ['doi', escapeVerbatim(item.DOI ?? '')],
    ['pmid', text(item.PMID)],
    ['pmcid', text(item.PMCID)],
    ['url', escapeVerbatim(item.URL ?? '')],
    ['urldate', item.accessed === undefined ? '' : isoText(item.accessed)],
    ['keywords', text(keywordsOf(item).join(', '))],
    ['abstract', text(item.abstract)],
    ['language', text(item.language)],
    ['note', text(item.custom?.standing)],
  ]
}

const nameList = (names: CslName[] | undefined): string => (names ?? []).map(nameText).join(' and ')

/** Returns a name as BibTeX writes it: `Dunbar, Kyle L.`, `Davis, Jr., Sammy`, `{World Health Organization}`, `王利平`. */
function nameText(name: CslName): string {
  if (isUndividedName(name)) {
    if (isOthersName(name)) return OTHERS_NAME
    const whole = escapeTex(plainLine(displayName(name)))
    return isEastAsian(whole) && !/\s|,/.test(whole) ? whole : `{${whole}}`
  }
  const parts = [familyName(name), name.suffix, name.given].filter((part) => part !== undefined)
  return parts.map((part) => escapeTex(plainLine(part))).join(', ')
}

/** Returns container, publisher and number, under the field names of the entry type. */
function typeSpecificFields(item: CslItem, type: string): [string, string][] {
  const container = escapeTex(plainLine(item['container-title']))
  const publisher = escapeTex(plainLine(item.publisher))
  return [
    [containerField(type), container],
    [publisherField(type), publisher],
    ['number', escapeTex(plainLine(item.issue ?? (eprintFields(item).length > 0 ? '' : item.number)))],
    ['eventtitle', escapeTex(plainLine(item['event-title']))],
  ]
}

/** Returns the name of the field with the container in an entry type: `incollection` and its like have a book. */
function containerField(type: string): string {
  if (type === 'article') return 'journal'
  return type.startsWith('in') ? 'booktitle' : 'organization'
}

/** Returns the name of the field with the publisher in an entry type. */
function publisherField(type: string): string {
  if (type.endsWith('thesis')) return 'school'
  return type === 'techreport' ? 'institution' : 'publisher'
}

/** Returns the fields that identify a preprint of arXiv. */
function eprintFields(item: CslItem): [string, string][] {
  const arxiv = arxivNumberOf(item).slice('arXiv:'.length)
  return arxiv === ''
    ? []
    : [
        ['eprint', escapeVerbatim(arxiv)],
        ['archiveprefix', 'arXiv'],
      ]
}
