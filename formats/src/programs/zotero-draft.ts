// Converts an item of Zotero RDF to a draft of a work.
import { type Creator, RESOURCE_TYPE } from '@scinav/contract'
import { toCslDate } from '../fields/dates.ts'
import { normalizeArxiv, normalizeDoi, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { bodyName, type CreatorRole, nameFromParts } from '../fields/names.ts'
import { type NoteFields, readNoteFields } from '../fields/note-fields.ts'
import { isNumberedKind, isWholeBook, parseDegree, type WorkKind } from '../fields/work-kinds.ts'
import { child, childrenOf, descendants, innerText, type XmlElement } from '../input/xml-tree.ts'
import type { WorkDraft } from '../work-draft.ts'

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
export function readItemType(element: XmlElement): string | null {
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
export function zoteroDraft(
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
