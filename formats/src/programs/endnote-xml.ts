import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { parseMonth, toCslDate } from '../fields/dates.ts'
import { normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { splitList, toCreators } from '../fields/name-lists.ts'
import type { CreatorRole } from '../fields/names.ts'
import { findKind, kindOrOther, parseDegree, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import { child, childrenOf, descendants, innerText, parseXml, type XmlElement } from '../input/xml-tree.ts'
import type { CslFields } from '../work-draft.ts'

/**
 * Reads a `<record>` of EndNote's XML.
 *
 * @throws RecordFault when the XML is malformed or has no title.
 */
export function endnoteXmlWork(text: string): Work {
  const record = parseXml(text)
  const type = child(record, 'ref-type')
  const kind = readKind(type)
  const addresses = readAddresses(record, 'related-urls')
  const pdfs = readAddresses(record, 'pdf-urls')
  const isNumbered = kind.type === RESOURCE_TYPE.standard || kind.type === RESOURCE_TYPE.patent
  // ISBN, ISSN, or the number of a standard or a patent.
  const serialNumber = styledValue(record, 'isbn')
  return finishWork({
    kind,
    title: styledValue(record, 'titles', 'title'),
    title_zh: styledValue(record, 'titles', 'translated-title'),
    abstract: styledValue(record, 'abstract'),
    keywords: readKeywords(record),
    creators: readCreators(record, kind),
    source:
      styledValue(record, 'titles', 'secondary-title') ?? styledValue(record, 'periodical', 'full-title'),
    volume: styledValue(record, 'volume'),
    issue: isNumbered ? null : styledValue(record, 'number'),
    number: isNumbered ? (styledValue(record, 'number') ?? serialNumber) : null,
    pages: styledValue(record, 'pages') ?? styledValue(record, 'electronic-pages'),
    date: readDate(record),
    isbn: serialNumber,
    doi: styledValue(record, 'electronic-resource-num'),
    url: addresses[0] ?? styledValue(record, 'urls', 'web-urls', 'url'),
    pdf_url: pdfs[0],
    language: styledValue(record, 'language'),
    publisher: styledValue(record, 'publisher'),
    place: styledValue(record, 'pub-location'),
    degree: kind.type === RESOURCE_TYPE.thesis ? parseDegree(styledValue(record, 'work-type')) : null,
    external_ids: readIdentifiers(record, addresses),
    csl: readCslFields(record),
  })
}

/** Returns entries of a table that give one kind to several of EndNote's numbers. */
const kindOfNumbers = (numbers: readonly number[], kind: WorkKind): Record<string, WorkKind> =>
  Object.fromEntries(numbers.map((number) => [number, kind]))

/** Kinds by EndNote's reference type numbers (`<ref-type>17</ref-type>`), for files without names of kinds. */
const KIND_BY_REF_TYPE: Readonly<Record<string, WorkKind>> = {
  ...kindOfNumbers([0, 17, 43], { type: RESOURCE_TYPE.journalArticle }),
  ...kindOfNumbers([6, 28, 44, 49, 51, 57], { type: RESOURCE_TYPE.book }),
  ...kindOfNumbers([5, 60], { type: RESOURCE_TYPE.book, csl: 'chapter' }),
  ...kindOfNumbers([27, 46, 54], { type: RESOURCE_TYPE.report }),
  ...kindOfNumbers([4, 7, 14, 31, 50], { type: RESOURCE_TYPE.other, csl: 'legislation' }),
  ...kindOfNumbers([12, 16, 48, 56], { type: RESOURCE_TYPE.other, csl: 'webpage' }),
  ...kindOfNumbers([45, 55, 59], { type: RESOURCE_TYPE.other, csl: 'dataset' }),
  9: { type: RESOURCE_TYPE.other, csl: 'software' },
  10: { type: RESOURCE_TYPE.conferencePaper },
  19: { type: RESOURCE_TYPE.journalArticle, csl: 'article-magazine' },
  20: { type: RESOURCE_TYPE.other, csl: 'map' },
  23: { type: RESOURCE_TYPE.newspaperArticle },
  25: { type: RESOURCE_TYPE.patent },
  32: { type: RESOURCE_TYPE.thesis },
  34: { type: RESOURCE_TYPE.preprint },
  36: { type: RESOURCE_TYPE.preprint },
  47: { type: RESOURCE_TYPE.conferencePaper },
  52: { type: RESOURCE_TYPE.book, csl: 'entry-dictionary' },
  53: { type: RESOURCE_TYPE.book, csl: 'entry-encyclopedia' },
  58: { type: RESOURCE_TYPE.standard },
}

/** Returns the kind by its name, else by its number. */
function readKind(type: XmlElement | null): WorkKind {
  const content = innerText(type)?.trim() ?? ''
  const named = findKind('named', type?.attributes.name) ?? findKind('named', content)
  return named ?? KIND_BY_REF_TYPE[content] ?? kindOrOther('named', null)
}

/** Returns the addresses of one list: `related-urls`, `pdf-urls`. */
function readAddresses(record: XmlElement, list: string): string[] {
  return descendants(child(record, 'urls', list), 'url').map((url) => (innerText(url) ?? '').trim())
}

/** Returns the text of the element at a path, trimmed; null where it is empty or missing. */
function styledValue(record: XmlElement, ...path: string[]): string | null {
  return styledText(child(record, ...path))?.trim() || null
}

/** Light tags by the face of a `<style face="italic">` element, in which EndNote's XML holds text. */
const TAG_BY_FACE: readonly (readonly [string, string])[] = [
  ['italic', 'i'],
  ['subscript', 'sub'],
  ['superscript', 'sup'],
]

/**
 * Returns the text of an element with light markup; white space between its styles comes from pretty-printing and is
 * dropped.
 */
function styledText(element: XmlElement | null): string | null {
  if (!element) return null
  const pieces = element.children.map((each) => {
    if (typeof each === 'string') return each.trim() === '' ? '' : each
    const inner = (innerText(each) ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const face = each.attributes.face ?? ''
    const tag = TAG_BY_FACE.find(([name]) => face.includes(name))?.[1]
    return tag ? `<${tag}>${inner}</${tag}>` : inner
  })
  return pieces.join('')
}

/** Returns the keywords; an element may hold several, separated as `splitList` divides them. */
function readKeywords(record: XmlElement): string[] {
  return childrenOf(child(record, 'keywords'), 'keyword').flatMap((keyword) =>
    splitList(innerText(keyword) ?? ''),
  )
}

/** Returns the contributors of a record with their roles. */
function readCreators(record: XmlElement, kind: WorkKind): Creator[] {
  return [
    ...readCreatorList(record, 'authors', 'author'),
    ...readCreatorList(record, 'secondary-authors', 'editor'),
    ...readCreatorList(record, 'tertiary-authors', kind.type === RESOURCE_TYPE.thesis ? 'advisor' : 'editor'),
    ...readCreatorList(record, 'subsidiary-authors', 'translator'),
  ]
}

/** Reads a list of creators; `toCreators` takes names that end in a comma for corporate authors. */
function readCreatorList(record: XmlElement, list: string, role: CreatorRole): Creator[] {
  const names = childrenOf(child(record, 'contributors', list), 'author').map(
    (author) => innerText(author) ?? '',
  )
  return toCreators(names, role)
}

/** Returns the full date, or month and day (`Jun 8`) combined with the year, or the year alone. */
function readDate(record: XmlElement): string | null {
  const year = innerText(child(record, 'dates', 'year'))?.trim() ?? ''
  const day = innerText(child(record, 'dates', 'pub-dates', 'date'))?.trim() ?? ''
  if (/\d{4}/.test(day)) return day
  const isMonthOrDay = parseMonth(day) !== null || /\d/.test(day)
  return year !== '' && isMonthOrDay ? `${day} ${year}` : year || null
}

/** Returns the identifiers, which EndNote keeps in the fields for accession numbers and in free ones. */
function readIdentifiers(record: XmlElement, addresses: readonly string[]): Record<string, string | null> {
  const accession = styledValue(record, 'accession-num') ?? ''
  const pubmed = addresses.find((address) => /pubmed/i.test(address))
  const pmc = styledValue(record, 'custom2') ?? styledValue(record, 'user16') ?? ''
  // With an address of PubMed, the accession number or the end of the address is the PMID.
  const pmid = pubmed && /^\d{5,9}$/.test(accession) ? accession : pubmed?.replace(/^.*\//, '')
  return {
    pmid: normalizePmid(pmid),
    pmcid: /^PMC\d+$/i.test(pmc) ? normalizePmcid(pmc) : null,
    wos: /^(?:WOS|ISI):/i.test(accession) ? accession.replace(/^ISI:/i, 'WOS:') : null,
  }
}

/** Returns the fields that only CSL has. */
function readCslFields(record: XmlElement): CslFields {
  return {
    'container-title-short':
      styledValue(record, 'titles', 'short-title') ?? styledValue(record, 'periodical', 'abbr-1'),
    'collection-title': styledValue(record, 'titles', 'tertiary-title'),
    edition: styledValue(record, 'edition'),
    'number-of-volumes': styledValue(record, 'num-vols'),
    section: styledValue(record, 'section'),
    genre: styledValue(record, 'work-type'),
    note: styledValue(record, 'notes'),
    'call-number': styledValue(record, 'call-num'),
    source: styledValue(record, 'remote-database-name'),
    accessed: toCslDate(styledValue(record, 'access-date')),
  }
}
