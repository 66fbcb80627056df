import type { Creator, Work } from '@scinav/contract'
import { cslDate, monthOf } from './dates.ts'
import { type CslFields, finishWork } from './finish.ts'
import { normalisePmcid, normalisePmid } from './identifiers.ts'
import { people, type Role, splitList } from './names.ts'
import { degreeOf, type Kind, kindOf, knownKind } from './resource-types.ts'
import { child, childrenOf, descendants, type Element, parseXml, textIn } from './xml-tree.ts'

/** `<record>` of EndNote's XML. Text stands in `<style face="italic">` pieces, which become light mark-up. */

const faces: readonly (readonly [string, string])[] = [
  ['italic', 'i'],
  ['subscript', 'sub'],
  ['superscript', 'sup'],
]

/** White space at the ends of a style comes from pretty-printing, unless the next piece follows at once. */
function styled(element: Element | null): string | null {
  if (!element) return null
  const pieces = element.children.map((each) => {
    if (typeof each === 'string') return each.trim() === '' ? '' : each
    const inner = (textIn(each) ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const face = each.attributes.face ?? ''
    const tag = faces.find(([name]) => face.includes(name))?.[1]
    return tag ? `<${tag}>${inner}</${tag}>` : inner
  })
  return pieces.join('')
}

function value(record: Element, ...path: string[]): string | null {
  return styled(child(record, ...path))?.trim() || null
}

/** Corporate authors end in a comma. */
function creatorsIn(record: Element, list: string, role: Role): Creator[] {
  const names = childrenOf(child(record, 'contributors', list), 'author').map(
    (author) => textIn(author) ?? '',
  )
  return people(names, role)
}

function keywordsIn(record: Element): string[] {
  return childrenOf(child(record, 'keywords'), 'keyword').flatMap((keyword) =>
    splitList(textIn(keyword) ?? ''),
  )
}

function dateIn(record: Element): string | null {
  const year = textIn(child(record, 'dates', 'year'))?.trim() ?? ''
  const day = textIn(child(record, 'dates', 'pub-dates', 'date'))?.trim() ?? ''
  if (/\d{4}/.test(day)) return day
  return year === '' || !(monthOf(day) ?? /\d/.test(day)) ? year || null : `${day} ${year}`
}

function addressesIn(record: Element, list: string): string[] {
  return descendants(child(record, 'urls', list), 'url').map((url) => (textIn(url) ?? '').trim())
}

function creators(record: Element, kind: Kind): Creator[] {
  return [
    ...creatorsIn(record, 'authors', 'author'),
    ...creatorsIn(record, 'secondary-authors', 'editor'),
    ...creatorsIn(record, 'tertiary-authors', kind.type === 4 ? 'advisor' : 'editor'),
    ...creatorsIn(record, 'subsidiary-authors', 'translator'),
  ]
}

function identifiersIn(record: Element, addresses: readonly string[]): Record<string, string | null> {
  const accession = value(record, 'accession-num') ?? ''
  const pubmed = addresses.find((address) => /pubmed/i.test(address))
  const pmc = value(record, 'custom2') ?? value(record, 'user16') ?? ''
  const bare = pubmed && /^\d{5,9}$/.test(accession) ? accession : pubmed?.replace(/^.*\//, '')
  return {
    pmid: normalisePmid(bare),
    pmcid: /^PMC\d+$/i.test(pmc) ? normalisePmcid(pmc) : null,
    wos: /^(?:WOS|ISI):/i.test(accession) ? accession.replace(/^ISI:/i, 'WOS:') : null,
  }
}

function cslOf(record: Element): CslFields {
  return {
    'container-title-short': value(record, 'titles', 'short-title') ?? value(record, 'periodical', 'abbr-1'),
    'collection-title': value(record, 'titles', 'tertiary-title'),
    edition: value(record, 'edition'),
    'number-of-volumes': value(record, 'num-vols'),
    section: value(record, 'section'),
    genre: value(record, 'work-type'),
    note: value(record, 'notes'),
    'call-number': value(record, 'call-num'),
    source: value(record, 'remote-database-name'),
    accessed: cslDate(value(record, 'access-date')),
  }
}

/** EndNote's numbers of its kinds, for files that give no names. */
const refTypes: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries([0, 17, 43].map((number) => [number, { type: 1 }])),
  ...Object.fromEntries([6, 28, 44, 49, 51, 57].map((number) => [number, { type: 2 }])),
  ...Object.fromEntries([5, 60].map((number) => [number, { type: 2, csl: 'chapter' }])),
  ...Object.fromEntries([27, 46, 54].map((number) => [number, { type: 8 }])),
  ...Object.fromEntries([4, 7, 14, 31, 50].map((number) => [number, { type: 10, csl: 'legislation' }])),
  ...Object.fromEntries([12, 16, 48, 56].map((number) => [number, { type: 10, csl: 'webpage' }])),
  ...Object.fromEntries([45, 55, 59].map((number) => [number, { type: 10, csl: 'dataset' }])),
  9: { type: 10, csl: 'software' },
  10: { type: 5 },
  19: { type: 1, csl: 'article-magazine' },
  20: { type: 10, csl: 'map' },
  23: { type: 3 },
  25: { type: 7 },
  32: { type: 4 },
  34: { type: 9 },
  36: { type: 9 },
  47: { type: 5 },
  52: { type: 2, csl: 'entry-dictionary' },
  53: { type: 2, csl: 'entry-encyclopedia' },
  58: { type: 6 },
}

/** The kind by its name, else by its number. */
function kindIn(type: Element | null): Kind {
  const written = textIn(type)?.trim() ?? ''
  const named = knownKind('named', type?.attributes.name) ?? knownKind('named', written)
  return named ?? refTypes[written] ?? kindOf('named', null)
}

export function endnoteXmlWork(text: string): Work {
  const record = parseXml(text)
  const type = child(record, 'ref-type')
  const kind = kindIn(type)
  const addresses = addressesIn(record, 'related-urls')
  const pdfs = addressesIn(record, 'pdf-urls')
  const number = value(record, 'isbn')
  return finishWork({
    kind,
    title: value(record, 'titles', 'title'),
    title_zh: value(record, 'titles', 'translated-title'),
    abstract: value(record, 'abstract'),
    keywords: keywordsIn(record),
    creators: creators(record, kind),
    source: value(record, 'titles', 'secondary-title') ?? value(record, 'periodical', 'full-title'),
    volume: value(record, 'volume'),
    issue: kind.type === 6 || kind.type === 7 ? null : value(record, 'number'),
    number: kind.type === 6 || kind.type === 7 ? (value(record, 'number') ?? number) : null,
    pages: value(record, 'pages') ?? value(record, 'electronic-pages'),
    date: dateIn(record),
    isbn: number,
    doi: value(record, 'electronic-resource-num'),
    url: addresses[0] ?? value(record, 'urls', 'web-urls', 'url'),
    pdf_url: pdfs[0],
    language: value(record, 'language'),
    publisher: value(record, 'publisher'),
    place: value(record, 'pub-location'),
    degree: kind.type === 4 ? degreeOf(value(record, 'work-type')) : null,
    external_ids: identifiersIn(record, addresses),
    csl: cslOf(record),
  })
}
