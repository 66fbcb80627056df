// Reads the records of DBLP's XML dump.
import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { normalizeArxiv } from '../fields/identifiers.ts'
import { toCreator } from '../fields/names.ts'
import { kindOrOther, parseDegree, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import {
  child,
  childrenOf,
  childTexts,
  innerMarkup,
  innerText,
  parseXml,
  type XmlElement,
} from '../input/xml-tree.ts'

/** Names of the elements of dblp.xml that are records. */
export const dblpElements = [
  'article',
  'inproceedings',
  'proceedings',
  'book',
  'incollection',
  'phdthesis',
  'mastersthesis',
  'www',
  'data',
]

/**
 * Reads a record of dblp.xml; returns null for the home pages of persons.
 *
 * @throws RecordFault when the XML is malformed or has no title.
 */
export function dblpWork(text: string): Work | null {
  const record = parseXml(text)
  const key = record.attributes.key ?? ''
  if (record.name === 'www' || key.startsWith('homepages/')) return null
  const kind = readKind(record)
  const addresses = childTexts(record, 'ee')
  const volume = innerText(child(record, 'volume'))
  const school = innerText(child(record, 'school'))
  return finishWork({
    kind,
    title: innerMarkup(child(record, 'title'))?.replace(/(?<!\.)\.\s*$/, ''),
    creators: readCreators(record),
    source: innerText(child(record, 'journal')) ?? innerText(child(record, 'booktitle')),
    volume,
    issue: innerText(child(record, 'number')),
    pages: innerText(child(record, 'pages')),
    date: [innerText(child(record, 'year')), innerText(child(record, 'month'))]
      .filter((part) => part)
      .join(' '),
    isbn: childTexts(record, 'isbn').join(' '),
    doi: addresses.find((address) => /doi\.org\/10\./i.test(address)),
    url: addresses[0] ?? (key === '' ? null : `https://dblp.org/rec/${key}`),
    is_oa: childrenOf(record, 'ee').some((each) => each.attributes.type === 'oa'),
    publisher: school ?? innerText(child(record, 'publisher')),
    place: innerText(child(record, 'address')),
    degree: kind.type === RESOURCE_TYPE.thesis ? parseDegree(record.name.replace('thesis', '')) : null,
    external_ids: { dblp: key, arxiv: readArxivId(addresses, volume) },
    csl: { 'collection-title': innerText(child(record, 'series')), note: innerText(child(record, 'note')) },
  })
}

/** Returns the kind of a record; DBLP lists arXiv papers as articles of the journal CoRR. */
function readKind(record: XmlElement): WorkKind {
  const isPreprint =
    record.attributes.publtype?.startsWith('informal') || record.attributes.key?.startsWith('journals/corr/')
  return isPreprint ? { type: RESOURCE_TYPE.preprint } : kindOrOther('dblp', record.name)
}

/** Reads the creators; DBLP distinguishes persons of the same name by a number after it, which is removed. */
function readCreators(record: XmlElement): Creator[] {
  return [...childrenOf(record, 'author'), ...childrenOf(record, 'editor')].map((element) => {
    const printed = (innerText(element) ?? '').replace(/(?<!\s)\s+\d{4}$/, '')
    const orcid = element.attributes.orcid
    return {
      ...toCreator(printed, element.name === 'editor' ? 'editor' : 'author'),
      ...(orcid ? { orcid } : {}),
    }
  })
}

/** Returns the arXiv identifier from an address of the paper, or from the volume of a CoRR paper: `abs/1706.03762`. */
function readArxivId(addresses: readonly string[], volume: string | null): string | null {
  const found = addresses.find((address) => /arxiv\.org|10\.48550/i.test(address))
  return normalizeArxiv(found) ?? (volume?.startsWith('abs/') ? normalizeArxiv(volume) : null)
}
