import type { Creator, Work } from '@scinav/contract'
import { finishWork } from './finish.ts'
import { normaliseArxiv } from './identifiers.ts'
import { person } from './names.ts'
import { degreeOf, type Kind, kindOf } from './resource-types.ts'
import { child, childrenOf, type Element, markupIn, parseXml, textIn, textsIn } from './xml-tree.ts'

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

/** People of one name are told apart by a number after it. */
function creatorsIn(record: Element): Creator[] {
  return [...childrenOf(record, 'author'), ...childrenOf(record, 'editor')].map((element) => {
    const printed = (textIn(element) ?? '').replace(/(?<!\s)\s+\d{4}$/, '')
    const orcid = element.attributes.orcid
    return {
      ...person(printed, element.name === 'editor' ? 'editor' : 'author'),
      ...(orcid ? { orcid } : {}),
    }
  })
}

/** DBLP files arXiv's papers as articles of the journal CoRR. */
function kindIn(record: Element): Kind {
  const informal =
    record.attributes.publtype?.startsWith('informal') || record.attributes.key?.startsWith('journals/corr/')
  return informal ? { type: 9 } : kindOf('dblp', record.name)
}

function arxivIn(addresses: readonly string[], volume: string | null): string | null {
  const found = addresses.find((address) => /arxiv\.org|10\.48550/i.test(address))
  return normaliseArxiv(found) ?? (volume?.startsWith('abs/') ? normaliseArxiv(volume) : null)
}

/** One record of dblp.xml; null for the home pages of persons. */
export function dblpWork(text: string): Work | null {
  const record = parseXml(text)
  const key = record.attributes.key ?? ''
  if (record.name === 'www' || key.startsWith('homepages/')) return null
  const kind = kindIn(record)
  const addresses = textsIn(record, 'ee')
  const volume = textIn(child(record, 'volume'))
  const school = textIn(child(record, 'school'))
  return finishWork({
    kind,
    title: markupIn(child(record, 'title'))?.replace(/(?<!\.)\.\s*$/, ''),
    creators: creatorsIn(record),
    source: textIn(child(record, 'journal')) ?? textIn(child(record, 'booktitle')),
    volume,
    issue: textIn(child(record, 'number')),
    pages: textIn(child(record, 'pages')),
    date: [textIn(child(record, 'year')), textIn(child(record, 'month'))].filter((part) => part).join(' '),
    isbn: textsIn(record, 'isbn').join(' '),
    doi: addresses.find((address) => /doi\.org\/10\./i.test(address)),
    url: addresses[0] ?? (key === '' ? null : `https://dblp.org/rec/${key}`),
    is_oa: childrenOf(record, 'ee').some((each) => each.attributes.type === 'oa'),
    publisher: school ?? textIn(child(record, 'publisher')),
    place: textIn(child(record, 'address')),
    degree: kind.type === 4 ? degreeOf(record.name.replace('thesis', '')) : null,
    external_ids: { dblp: key, arxiv: arxivIn(addresses, volume) },
    csl: { 'collection-title': textIn(child(record, 'series')), note: textIn(child(record, 'note')) },
  })
}
