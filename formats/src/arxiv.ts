import type { Creator, Work } from '@scinav/contract'
import { type Draft, finishWork } from './finish.ts'
import { RecordFault } from './format.ts'
import { normaliseArxiv, normaliseDoi } from './identifiers.ts'
import { fromParts, person, withSuffix } from './names.ts'
import { kindOf, knownKind } from './resource-types.ts'
import {
  child,
  childrenOf,
  descendants,
  type Element,
  markupIn,
  parseXml,
  textIn,
  textsIn,
} from './xml-tree.ts'

/** arXiv in its two forms, Atom (the query service) and OAI-PMH (harvests), and Dublin Core from any OAI source. */

const preprint = { type: 9 }

function arxivDraft(id: string, record: Element): Draft {
  const journal = textIn(child(record, 'journal_ref')) ?? textIn(child(record, 'journal-ref'))
  return {
    kind: preprint,
    title: markupIn(child(record, 'title')),
    source: 'arXiv',
    publisher: 'arXiv',
    doi: textIn(child(record, 'doi'))?.split(/\s/)[0] ?? null,
    url: `https://arxiv.org/abs/${id}`,
    pdf_url: `https://arxiv.org/pdf/${id}`,
    is_oa: true,
    external_ids: { arxiv: id },
    csl: {
      note: textIn(child(record, 'comment')) ?? textIn(child(record, 'comments')),
      'container-title': journal,
      number: textIn(child(record, 'report-no')),
      license: textIn(child(record, 'license')),
    },
  }
}

/** `<entry>` of the query service. A refused query is an entry too: it is no paper. */
export function arxivAtomWork(text: string): Work {
  const entry = parseXml(text)
  const address = textIn(child(entry, 'id')) ?? ''
  const id = normaliseArxiv(address)
  if (!id) throw new RecordFault(`不是 arXiv 论文：${address || '没有编号'}`)
  const draft = arxivDraft(id, entry)
  const version = /v(\d+)$/.exec(address)?.[1]
  const creators = childrenOf(entry, 'author').map((author): Creator => {
    return person(textIn(child(author, 'name')) ?? '', 'author', textsIn(author, 'affiliation'))
  })
  return finishWork({
    ...draft,
    abstract: markupIn(child(entry, 'summary')),
    creators,
    date: textIn(child(entry, 'published')),
    csl: {
      ...draft.csl,
      version,
      categories: childrenOf(entry, 'category').map((each) => each.attributes.term ?? ''),
    },
  })
}

function oaiCreators(record: Element): Creator[] {
  const authors = child(record, 'authors')
  const listed = childrenOf(authors, 'author')
  if (listed.length === 0) {
    const text = (textIn(authors) ?? '').replace(/\([^()]*\)/g, '')
    return text
      .split(/,\s*(?:and\s+)?|(?<!\s)\s+and\s+/)
      .filter((name) => name.trim() !== '')
      .map((name) => person(name))
  }
  return listed.map((author) => {
    const parts = fromParts(textIn(child(author, 'keyname')) ?? '', textIn(child(author, 'forenames')) ?? '')
    const suffix = textIn(child(author, 'suffix'))
    return {
      ...withSuffix(parts, suffix),
      role: 'author',
      affiliations: textsIn(author, 'affiliation'),
    }
  })
}

/** `arXiv` and `arXivRaw` metadata of a harvest. */
function harvested(record: Element): Draft {
  const id = normaliseArxiv(textIn(child(record, 'id')))
  if (!id) throw new RecordFault('没有 arXiv 编号')
  const draft = arxivDraft(id, record)
  return {
    ...draft,
    abstract: markupIn(child(record, 'abstract')),
    creators: oaiCreators(record),
    date: textIn(child(record, 'created')) ?? textIn(child(record, 'version', 'date')),
    csl: {
      ...draft.csl,
      categories: (textIn(child(record, 'categories')) ?? '').split(/\s+/).filter((each) => each !== ''),
    },
  }
}

function identifiedIn(
  identifiers: readonly string[],
): Pick<Draft, 'doi' | 'url' | 'isbn' | 'issn' | 'external_ids'> {
  return {
    doi: identifiers.find((each) => normaliseDoi(each)),
    url: identifiers.find((each) => /^https?:/.test(each)),
    isbn: identifiers.filter((each) => /isbn/i.test(each)).join(' '),
    issn: identifiers.filter((each) => /issn/i.test(each)).join(' '),
    external_ids: {
      arxiv:
        identifiers.map((each) => (/arxiv/i.test(each) ? normaliseArxiv(each) : null)).find((id) => id) ??
        null,
    },
  }
}

/** Dublin Core 1.1; names are inverted, the first description is the abstract. */
function dublinCore(record: Element): Draft {
  const types = textsIn(record, 'type').map((type) => type.replace(/^.*[/:]/, ''))
  const found = identifiedIn([...textsIn(record, 'identifier'), ...textsIn(record, 'relation')])
  return {
    ...found,
    kind: types.map((type) => knownKind('dc', type)).find((kind) => kind !== null) ?? kindOf('dc', null),
    title: textIn(child(record, 'title')),
    abstract: textIn(child(record, 'description')),
    keywords: textsIn(record, 'subject'),
    creators: [
      ...textsIn(record, 'creator').map((name) => person(name)),
      ...textsIn(record, 'contributor').map((name) => person(name, 'editor')),
    ],
    source: found.external_ids?.arxiv ? 'arXiv' : textIn(child(record, 'source')),
    date: textIn(child(record, 'date')),
    language: textIn(child(record, 'language')),
    publisher: textIn(child(record, 'publisher')) ?? (found.external_ids?.arxiv ? 'arXiv' : null),
  }
}

/** `<record>` of an OAI-PMH answer, null for one that says that a work was deleted. */
export function oaiWork(text: string): Work | null {
  const record = parseXml(text)
  if (child(record, 'header')?.attributes.status === 'deleted') return null
  const metadata = child(record, 'metadata')
  const own = child(metadata, 'arXiv') ?? child(metadata, 'arXivRaw')
  if (own) return finishWork(harvested(own))
  const dc = child(metadata, 'dc') ?? descendants(record, 'dc')[0]
  if (!dc) throw new RecordFault('不认识的 OAI 元数据格式')
  return finishWork(dublinCore(dc))
}
