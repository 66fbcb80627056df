// Reads Zotero's RDF, in which items, journals, notes and attachments are siblings that refer to each other by address.
import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { toCslDate } from '../fields/dates.ts'
import { normalizeArxiv, normalizeDoi, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { bodyName, type CreatorRole, nameFromParts } from '../fields/names.ts'
import { type NoteFields, readNoteFields } from '../fields/note-fields.ts'
import { isNumberedKind, isWholeBook, parseDegree, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork, type WorkDraft } from '../finish.ts'
import { failedRead, MAX_RECORD_BYTES, type RawRecord, type ReadResult, readRecord } from '../format.ts'
import type { Utf8Chunks } from '../input/bytes.ts'
import { child, childrenOf, descendants, innerText, parseXml, type XmlElement } from '../input/xml-tree.ts'

/**
 * Largest file in bytes. A file is parsed as a whole, because its parts refer to each other; 64 MB exceed any real
 * collection.
 */
const MAX_BYTES = MAX_RECORD_BYTES * 4
/** Number of results that are yielded at once. */
const BATCH_RECORDS = 500

/**
 * Reads Zotero's RDF; the items are known only when the whole file has been read. Yields the results in batches, in the
 * order of the file; items that end at or before the offset `from` are left out. A file of more than 64 MB gives one
 * failed result, a truncated one a failed result at the end.
 */
export async function* readZoteroRdf(chunks: Utf8Chunks, from = 0): AsyncGenerator<ReadResult[]> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > MAX_BYTES) {
      yield [failedRead({ text: '', line: 1, offset: size }, '文件超过 64 MB，请在 Zotero 中分几次导出')]
      return
    }
    pieces.push(chunk)
  }
  const { elements, isWhole } = readTopLevel(Buffer.concat(pieces).toString('utf8'))
  const { trees, faults } = parseElements(elements)
  // Elements refer to each other by the address in `rdf:about`.
  const resources = new Map([...trees.values()].map((tree) => [tree.attributes.about ?? '', tree]))
  const results = [...trees].flatMap(([record, tree]) => {
    const type = readItemType(tree)
    if (type === null || record.offset <= from) return []
    return readRecord(record, (): Work => finishWork(zoteroDraft(tree, type, resources))) ?? []
  })
  const truncated = isWhole ? [] : [truncatedRead(elements.at(-1))]
  const all = [...faults, ...results, ...truncated].sort((one, other) => one.offset - other.offset)
  for (let at = 0; at < all.length; at += BATCH_RECORDS) yield all.slice(at, at + BATCH_RECORDS)
}

/** The elements directly inside the root of a file, in its order; offsets are those of their ends, in characters. */
interface TopLevelElements {
  elements: RawRecord[]
  /** Whether the root element is closed. */
  isWhole: boolean
}

/** Returns the elements below the root of a text, each with its line. */
function readTopLevel(text: string): TopLevelElements {
  const elements: RawRecord[] = []
  let depth = 0
  /** Start of the current element, and its line. */
  let start = 0
  let line = 1
  /** Position up to which lines have been counted. */
  let countedTo = 0
  for (const { tag, at } of findTags(text)) {
    const step = depthChange(tag)
    if (step >= 0 && depth === 1) start = at
    depth += step
    if (depth < 1) break
    // Inside an element, or the start of the root.
    if (depth > 1 || step > 0) continue
    line += text.slice(countedTo, start).split('\n').length - 1
    countedTo = start
    elements.push({ text: text.slice(start, at + tag.length), line, offset: at + tag.length })
  }
  return { elements, isWhole: depth < 1 }
}

/** Matches a tag, or the start of what hides tags: a comment, a CDATA section or a processing instruction. */
const MARKUP = /<!--|<!\[CDATA\[|<\?|<\/?[A-Za-z][^<>]*>/g
/** The ends of what hides tags, by its start. */
const MARKUP_ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }

/** Yields the tags of a text, except those in comments, CDATA sections and processing instructions. */
function* findTags(text: string): Generator<{ tag: string; at: number }> {
  MARKUP.lastIndex = 0
  for (let match = MARKUP.exec(text); match; match = MARKUP.exec(text)) {
    const end = MARKUP_ENDS[match[0]]
    if (end === undefined) yield { tag: match[0], at: match.index }
    else {
      const at = text.indexOf(end, match.index)
      if (at < 0) return
      MARKUP.lastIndex = at
    }
  }
}

/** Returns the change of depth by a tag: 1 for a start tag, -1 for an end tag, 0 for an empty element. */
function depthChange(tag: string): number {
  if (tag.startsWith('</')) return -1
  return tag.endsWith('/>') ? 0 : 1
}

/** Parses the elements of a file; those that cannot be parsed become failed results. */
function parseElements(elements: readonly RawRecord[]): {
  trees: Map<RawRecord, XmlElement>
  faults: ReadResult[]
} {
  const trees = new Map<RawRecord, XmlElement>()
  const faults: ReadResult[] = []
  for (const record of elements) {
    const fault = readRecord(record, (text) => {
      trees.set(record, parseXml(text))
      return null
    })
    if (fault) faults.push(fault)
  }
  return { trees, faults }
}

/** Item types by element name, where `itemType` is missing. */
const ITEM_TYPE_BY_ELEMENT: Readonly<Record<string, string>> = {
  Article: 'journalArticle',
  Book: 'book',
  BookSection: 'bookSection',
  Thesis: 'thesis',
  Report: 'report',
  Patent: 'patent',
  Manuscript: 'manuscript',
  ConferenceProceedings: 'conferencePaper',
  Document: 'document',
}

/** Item types that are not works of their own. */
const NON_ITEM_TYPES = new Set(['attachment', 'note', 'annotation'])

/** Returns the item type of an element; null for elements that are no items. */
function readItemType(element: XmlElement): string | null {
  const type = innerText(child(element, 'itemType'))?.trim()
  if (type) return NON_ITEM_TYPES.has(type) ? null : type
  return ITEM_TYPE_BY_ELEMENT[element.name] ?? null
}

/** Kinds by Zotero's item type. */
const KIND_BY_ITEM_TYPE: Readonly<Record<string, WorkKind>> = {
  journalArticle: { type: RESOURCE_TYPE.journalArticle },
  magazineArticle: { type: RESOURCE_TYPE.journalArticle, csl: 'article-magazine' },
  newspaperArticle: { type: RESOURCE_TYPE.newspaperArticle },
  book: { type: RESOURCE_TYPE.book },
  bookSection: { type: RESOURCE_TYPE.book, csl: 'chapter' },
  dictionaryEntry: { type: RESOURCE_TYPE.book, csl: 'entry-dictionary' },
  encyclopediaArticle: { type: RESOURCE_TYPE.book, csl: 'entry-encyclopedia' },
  thesis: { type: RESOURCE_TYPE.thesis },
  conferencePaper: { type: RESOURCE_TYPE.conferencePaper },
  standard: { type: RESOURCE_TYPE.standard },
  patent: { type: RESOURCE_TYPE.patent },
  report: { type: RESOURCE_TYPE.report },
  preprint: { type: RESOURCE_TYPE.preprint },
  manuscript: { type: RESOURCE_TYPE.preprint },
  dataset: { type: RESOURCE_TYPE.other, csl: 'dataset' },
  computerProgram: { type: RESOURCE_TYPE.other, csl: 'software' },
  webpage: { type: RESOURCE_TYPE.other, csl: 'webpage' },
  blogPost: { type: RESOURCE_TYPE.other, csl: 'post-weblog' },
  map: { type: RESOURCE_TYPE.other, csl: 'map' },
  statute: { type: RESOURCE_TYPE.other, csl: 'legislation' },
  bill: { type: RESOURCE_TYPE.other, csl: 'legislation' },
}

/** Reads an item of a type; `resources` are the elements of the file by their addresses. */
function zoteroDraft(
  element: XmlElement,
  type: string,
  resources: ReadonlyMap<string, XmlElement>,
): WorkDraft {
  const kind = KIND_BY_ITEM_TYPE[type] ?? { type: RESOURCE_TYPE.other }
  const context = readContext(element, resources)
  const { container, series, extra } = context
  const publisher = child(element, 'publisher', 'Organization')
  return {
    kind,
    title: readValue(element, 'title'),
    abstract: readValue(element, 'abstract'),
    keywords: childrenOf(element, 'subject').map((each) => innerText(each) ?? ''),
    creators: [
      ...readCreators(element, 'authors', 'author'),
      ...readCreators(element, 'inventors', 'author'),
      ...readCreators(element, 'editors', 'editor'),
      ...readCreators(element, 'translators', 'translator'),
    ],
    source: isWholeBook(kind) ? null : readValue(container, 'title'),
    ...readNumbers(element, kind, container),
    ...identifierFields(element, context),
    date: readValue(element, 'date'),
    language: readValue(element, 'language'),
    publisher: readValue(publisher, 'name'),
    place: readValue(publisher, 'adr', 'Address', 'locality'),
    degree: kind.type === RESOURCE_TYPE.thesis ? parseDegree(readValue(element, 'type')) : null,
    csl: {
      ...extra.csl,
      note: extra.note,
      edition: readValue(element, 'edition'),
      genre: readValue(element, 'type'),
      'collection-title': readValue(series, 'title'),
      'title-short': readValue(element, 'shortTitle'),
      'container-title-short': readValue(container, 'alternative'),
      'event-title': readValue(element, 'presentedAt', 'Conference', 'title'),
      accessed: toCslDate(readValue(element, 'dateSubmitted')),
    },
  }
}

/** The journal or book that contains an item, its series, its identifiers, and the fields of its note. */
interface ItemContext {
  container: XmlElement | null
  series: XmlElement | null
  ids: string[]
  extra: NoteFields
}

/** Returns what the work of an item is in, and the identifiers and fields that item and container share. */
function readContext(element: XmlElement, resources: ReadonlyMap<string, XmlElement>): ItemContext {
  const related = relatedElements(element, resources)
  const container = related.find(({ name }) => name !== 'Series') ?? null
  return {
    container,
    series: related.find(({ name }) => name === 'Series') ?? null,
    ids: readIdentifiers([element, ...(container ? [container] : [])]),
    extra: readNoteFields(readValue(element, 'description')),
  }
}

/** Returns the elements that `isPartOf` refers to or contains: the journal, the book, the series. */
function relatedElements(element: XmlElement, resources: ReadonlyMap<string, XmlElement>): XmlElement[] {
  return childrenOf(element, 'isPartOf').flatMap((part) => {
    const referred = resources.get(part.attributes.resource ?? '')
    const inside = part.children.filter((each) => typeof each !== 'string')
    return referred ? [referred, ...inside] : inside
  })
}

/** Returns the identifiers of elements: `ISBN 978…`, `DOI 10.…`, `ISSN …` and addresses. */
function readIdentifiers(elements: readonly XmlElement[]): string[] {
  return elements.flatMap((element) => [
    ...childrenOf(element, 'identifier').map((each) => (innerText(each) ?? '').replace(/\s+/g, ' ').trim()),
    ...(element.attributes.about ? [element.attributes.about] : []),
  ])
}

/** Returns the text of the element at a path below another one; null where it is missing or empty. */
const readValue = (element: XmlElement | null, ...path: string[]): string | null =>
  innerText(child(element, ...path))?.trim() || null

/** Returns the persons of a list: `authors`, `editors`. */
function readCreators(element: XmlElement, list: string, role: CreatorRole): Creator[] {
  return descendants(child(element, list), 'Person').map((person) => {
    const family = readValue(person, 'surname') ?? ''
    const given = readValue(person, 'givenName') ?? readValue(person, 'givenname') ?? ''
    // A family name of several words without a given name is a body.
    const name = given === '' && /\s/.test(family) ? bodyName(family) : nameFromParts(family, given)
    return { ...name, role, affiliations: [] }
  })
}

/** Returns volume, issue, pages and number; a journal has its own element with the first two. */
function readNumbers(element: XmlElement, kind: WorkKind, container: XmlElement | null): Partial<WorkDraft> {
  const isNumbered = isNumberedKind(kind)
  const number = readValue(element, 'number')
  return {
    volume: readValue(container, 'volume') ?? readValue(element, 'volume'),
    issue: readValue(container, 'number') ?? (isNumbered ? null : number),
    number: isNumbered ? number : null,
    pages: readValue(element, 'pages'),
  }
}

/** Returns identifiers and address, which also stand in the container and the note. */
function identifierFields(element: XmlElement, { ids, extra }: ItemContext): Partial<WorkDraft> {
  const address =
    readValue(element, 'identifier', 'URI', 'value') ?? ids.find((each) => /^https?:/.test(each))
  const resolver = address?.includes('doi.org/') ? address : null
  return {
    isbn: findMarked(ids, /^(?:ISBN\s+|urn:isbn:)/i),
    issn: findMarked(ids, /^(?:ISSN\s+|urn:issn:)/i),
    doi: normalizeDoi(findMarked(ids, /^DOI\s+/i) ?? extra.fields.get('DOI') ?? resolver),
    url: address,
    external_ids: {
      pmid: normalizePmid(extra.fields.get('PMID')),
      pmcid: extra.fields.has('PMCID') ? normalizePmcid(extra.fields.get('PMCID')) : null,
      arxiv: normalizeArxiv(extra.fields.get('arXiv')),
    },
  }
}

/** Returns the first identifier with a mark, without the mark; null where there is none. */
const findMarked = (identifiers: readonly string[], mark: RegExp): string | null =>
  identifiers.find((each) => mark.test(each))?.replace(mark, '') ?? null

/** Returns the failed result for a file that ends within its root element, at the place of its last element. */
function truncatedRead(last: RawRecord | undefined): ReadResult {
  const place = { text: '', line: last?.line ?? 1, offset: last?.offset ?? 0 }
  return failedRead(place, '文件不完整，其后的内容未能读取')
}
