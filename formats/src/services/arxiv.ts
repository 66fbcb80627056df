// Reads arXiv as Atom (query service) and OAI-PMH (harvests), and Dublin Core from any OAI source.
import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { normalizeArxiv, normalizeDoi } from '../fields/identifiers.ts'
import { nameFromParts, toCreator, withSuffix } from '../fields/names.ts'
import { findKind, kindOrOther } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import { RecordFault } from '../format.ts'
import {
  child,
  childrenOf,
  childTexts,
  descendants,
  innerMarkup,
  innerText,
  parseXml,
  type XmlElement,
} from '../input/xml-tree.ts'
import type { WorkDraft } from '../work-draft.ts'

/**
 * Reads an `<entry>` of the query service.
 *
 * @throws RecordFault when the entry is not a paper; the service reports a refused query as an entry too.
 */
export function arxivAtomWork(text: string): Work {
  const entry = parseXml(text)
  const address = innerText(child(entry, 'id')) ?? ''
  const id = normalizeArxiv(address)
  if (!id) throw new RecordFault(`不是 arXiv 论文：${address || '没有编号'}`)
  const draft = arxivDraft(id, entry)
  const version = /v(\d+)$/.exec(address)?.[1]
  const creators = childrenOf(entry, 'author').map((author): Creator => {
    return toCreator(innerText(child(author, 'name')) ?? '', 'author', childTexts(author, 'affiliation'))
  })
  return finishWork({
    ...draft,
    abstract: innerMarkup(child(entry, 'summary')),
    creators,
    date: innerText(child(entry, 'published')),
    csl: {
      ...draft.csl,
      version,
      categories: childrenOf(entry, 'category').map((each) => each.attributes.term ?? ''),
    },
  })
}

const PREPRINT = { type: RESOURCE_TYPE.preprint }

/** Returns the fields that the query service and harvests have in common; `id` is the arXiv identifier of the paper. */
function arxivDraft(id: string, record: XmlElement): WorkDraft {
  const journal = innerText(child(record, 'journal_ref')) ?? innerText(child(record, 'journal-ref'))
  return {
    kind: PREPRINT,
    title: innerMarkup(child(record, 'title')),
    source: 'arXiv',
    publisher: 'arXiv',
    doi: innerText(child(record, 'doi'))?.split(/\s/)[0] ?? null,
    url: `https://arxiv.org/abs/${id}`,
    pdf_url: `https://arxiv.org/pdf/${id}`,
    is_oa: true,
    external_ids: { arxiv: id },
    csl: {
      note: innerText(child(record, 'comment')) ?? innerText(child(record, 'comments')),
      'container-title': journal,
      number: innerText(child(record, 'report-no')),
      license: innerText(child(record, 'license')),
    },
  }
}

/**
 * Reads a `<record>` of an OAI-PMH response; returns null for a record that reports a deletion.
 *
 * @throws RecordFault when the XML is malformed, the metadata format is unknown, or there is no title or arXiv number.
 */
export function oaiWork(text: string): Work | null {
  const record = parseXml(text)
  if (child(record, 'header')?.attributes.status === 'deleted') return null
  const metadata = child(record, 'metadata')
  const arxiv = child(metadata, 'arXiv') ?? child(metadata, 'arXivRaw')
  if (arxiv) return finishWork(harvestDraft(arxiv))
  const dc = child(metadata, 'dc') ?? descendants(record, 'dc')[0]
  if (!dc) throw new RecordFault('不认识的 OAI 元数据格式')
  return finishWork(dublinCoreDraft(dc))
}

/** Converts `arXiv` or `arXivRaw` metadata of a harvest. */
function harvestDraft(record: XmlElement): WorkDraft {
  const id = normalizeArxiv(innerText(child(record, 'id')))
  if (!id) throw new RecordFault('没有 arXiv 编号')
  const draft = arxivDraft(id, record)
  return {
    ...draft,
    abstract: innerMarkup(child(record, 'abstract')),
    creators: readOaiCreators(record),
    date: innerText(child(record, 'created')) ?? innerText(child(record, 'version', 'date')),
    csl: {
      ...draft.csl,
      categories: (innerText(child(record, 'categories')) ?? '').split(/\s+/).filter((each) => each !== ''),
    },
  }
}

/** Reads the authors of `arXiv` metadata, which divides names, or of `arXivRaw`, which has them in one text. */
function readOaiCreators(record: XmlElement): Creator[] {
  const authors = child(record, 'authors')
  const listed = childrenOf(authors, 'author')
  if (listed.length === 0) {
    const text = (innerText(authors) ?? '').replace(/\([^()]*\)/g, '')
    return text
      .split(/,\s*(?:and\s+)?|(?<!\s)\s+and\s+/)
      .filter((name) => name.trim() !== '')
      .map((name) => toCreator(name))
  }
  return listed.map((author) => {
    const parts = nameFromParts(
      innerText(child(author, 'keyname')) ?? '',
      innerText(child(author, 'forenames')) ?? '',
    )
    const suffix = innerText(child(author, 'suffix'))
    return {
      ...withSuffix(parts, suffix),
      role: 'author',
      affiliations: childTexts(author, 'affiliation'),
    }
  })
}

/** Converts Dublin Core 1.1; the first description is the abstract. */
function dublinCoreDraft(record: XmlElement): WorkDraft {
  const types = childTexts(record, 'type').map((type) => type.replace(/^.*[/:]/, ''))
  const found = readIdentifiers([...childTexts(record, 'identifier'), ...childTexts(record, 'relation')])
  return {
    ...found,
    kind: types.map((type) => findKind('dc', type)).find((kind) => kind !== null) ?? kindOrOther('dc', null),
    title: innerText(child(record, 'title')),
    abstract: innerText(child(record, 'description')),
    keywords: childTexts(record, 'subject'),
    creators: [
      ...childTexts(record, 'creator').map((name) => toCreator(name)),
      ...childTexts(record, 'contributor').map((name) => toCreator(name, 'editor')),
    ],
    source: found.external_ids?.arxiv ? 'arXiv' : innerText(child(record, 'source')),
    date: innerText(child(record, 'date')),
    language: innerText(child(record, 'language')),
    publisher: innerText(child(record, 'publisher')) ?? (found.external_ids?.arxiv ? 'arXiv' : null),
  }
}

/** Finds the identifiers of a work among those of a Dublin Core record, which do not say of what kind they are. */
function readIdentifiers(
  identifiers: readonly string[],
): Pick<WorkDraft, 'doi' | 'url' | 'isbn' | 'issn' | 'external_ids'> {
  return {
    doi: identifiers.find((each) => normalizeDoi(each)),
    url: identifiers.find((each) => /^https?:/.test(each)),
    isbn: identifiers.filter((each) => /isbn/i.test(each)).join(' '),
    issn: identifiers.filter((each) => /issn/i.test(each)).join(' '),
    external_ids: {
      arxiv:
        identifiers.map((each) => (/arxiv/i.test(each) ? normalizeArxiv(each) : null)).find((id) => id) ??
        null,
    },
  }
}
