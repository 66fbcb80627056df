import { type CslItem, type CslName, type CslType, protectedWords } from '../csl.ts'
import { firstDay, isoText, yearText } from '../dates.ts'
import { displayName, familyName, isWhole } from '../names.ts'
import { isEastAsian } from '../scripts.ts'
import { degreeOf } from '../western/facts.ts'
import { bibtexKeys, type Romanize } from './bibtex-keys.ts'
import { bibtexTitle, escapeTex, verbatim } from './bibtex-text.ts'
import { arxivOf, type ExportWriter, keywordsOf, nothing, oneLine } from './export-format.ts'

const TYPES: Partial<Record<CslType, string>> = {
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

/** What biblatex's `entrysubtype` says where no type of BibTeX's says it. */
const SUBTYPES: Partial<Record<CslType, string>> = {
  article: 'preprint',
  'article-magazine': 'magazine',
  'article-newspaper': 'newspaper',
  'entry-dictionary': 'dictionary',
  map: 'map',
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

function entryType(item: CslItem): string {
  if (item.type === 'thesis') return degreeOf(item) === 'master' ? 'mastersthesis' : 'phdthesis'
  return TYPES[item.type] ?? 'misc'
}

/** `Dunbar, Kyle L.`, `Davis, Jr., Sammy`, `{World Health Organization}`, `王利平`. */
function nameText(name: CslName): string {
  if (isWhole(name)) {
    if (name.literal === 'others') return name.literal
    const whole = escapeTex(oneLine(displayName(name)))
    return isEastAsian(whole) && !/\s|,/.test(whole) ? whole : `{${whole}}`
  }
  const parts = [familyName(name), name.suffix, name.given].filter((part) => part !== undefined)
  return parts.map((part) => escapeTex(oneLine(part))).join(', ')
}

const nameList = (names: CslName[] | undefined): string => (names ?? []).map(nameText).join(' and ')

/** A preprint of arXiv is found by `eprint`. */
function eprint(item: CslItem): [string, string][] {
  const arxiv = arxivOf(item).slice('arXiv:'.length)
  return arxiv === ''
    ? []
    : [
        ['eprint', verbatim(arxiv)],
        ['archiveprefix', 'arXiv'],
      ]
}

/** The field that holds the container, the publisher, and the number of a type. */
function namedFields(item: CslItem, type: string): [string, string][] {
  const container = escapeTex(oneLine(item['container-title']))
  const publisher = escapeTex(oneLine(item.publisher))
  const house = type.endsWith('thesis') ? 'school' : type === 'techreport' ? 'institution' : 'publisher'
  const whole = type === 'article' ? 'journal' : type.startsWith('in') ? 'booktitle' : 'organization'
  return [
    [whole, container],
    [house, publisher],
    ['number', escapeTex(oneLine(item.issue ?? (eprint(item).length > 0 ? '' : item.number)))],
    ['eventtitle', escapeTex(oneLine(item['event-title']))],
  ]
}

function fieldsOf(item: CslItem, type: string): [string, string][] {
  const text = (value: string | undefined): string => escapeTex(oneLine(value))
  return [
    ['author', nameList(item.author)],
    ['editor', nameList(item.editor)],
    ['translator', nameList(item.translator)],
    ['advisor', nameList(item.contributor)],
    ['title', bibtexTitle(oneLine(item.title), protectedWords(item))],
    ['title_zh', text(item.custom?.title_zh)],
    ['entrysubtype', SUBTYPES[item.type] ?? ''],
    ...namedFields(item, type),
    ...eprint(item),
    ['year', escapeTex(yearText(item.issued, '--'))],
    ['volume', text(item.volume)],
    ['pages', text(item.page).replace(/(?:(?<!\s)\s+)?(?:-+|[–—])\s*/g, '--')],
    ['edition', text(item.edition)],
    ['version', text(item.version)],
    ['series', text(item['collection-title'])],
    ['address', text(item['publisher-place'] ?? item['event-place'])],
    ['type', type.endsWith('thesis') || type === 'techreport' ? text(item.genre) : ''],
    ['isbn', text(item.ISBN)],
    ['issn', text(item.ISSN)],
    ['doi', verbatim(item.DOI ?? '')],
    ['pmid', text(item.PMID)],
    ['pmcid', text(item.PMCID)],
    ['url', verbatim(item.URL ?? '')],
    ['urldate', item.accessed === undefined ? '' : isoText(item.accessed)],
    ['keywords', text(keywordsOf(item).join(', '))],
    ['abstract', text(item.abstract)],
    ['language', text(item.language)],
  ]
}

/** A value that a spreadsheet would run as a formula, or a reader take for an entry, begins with a brace instead. */
const tame = (value: string): string => value.replace(/^[=+\-@]/, '{$&}')

/** Writes BibTeX in UTF-8, with keys as `bibtexKeys` makes them for the list. */
export function bibtexWriter(items: readonly CslItem[], romanize?: Romanize): ExportWriter {
  const keyOf = bibtexKeys(items, romanize)
  return {
    header: nothing,
    entry: (item) => {
      const type = entryType(item)
      const { month: at = 0, day } = firstDay(item.issued) ?? {}
      const month = MONTHS[at - 1]
      const fields = fieldsOf(item, type)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `  ${name} = {${tame(value)}}`)
      if (month !== undefined) fields.push(`  month = ${month}`)
      if (day !== undefined) fields.push(`  day = {${day}}`)
      return `@${type}{${[keyOf(item), ...fields].join(',\n')}\n}\n\n`
    },
    footer: nothing,
  }
}
