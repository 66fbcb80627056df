import type { Creator, Work } from '@scinav/contract'
import type { Utf8 } from './bytes.ts'
import { cslDate } from './dates.ts'
import { type Draft, finishWork } from './finish.ts'
import { failed, maximumRecordBytes, type RawRecord, type Read, readRecord } from './format.ts'
import { normaliseArxiv, normaliseDoi, normalisePmcid, normalisePmid } from './identifiers.ts'
import { bodyNamed, fromParts, type Role } from './names.ts'
import { type NoteFields, noteFields } from './note-fields.ts'
import { degreeOf, type Kind } from './resource-types.ts'
import { child, childrenOf, descendants, type Element, parseXml, textIn } from './xml-tree.ts'

/** Zotero's RDF: items, journals, notes and attachments stand side by side and refer to each other by address. */

const kinds: Readonly<Record<string, Kind>> = {
  journalArticle: { type: 1 },
  magazineArticle: { type: 1, csl: 'article-magazine' },
  newspaperArticle: { type: 3 },
  book: { type: 2 },
  bookSection: { type: 2, csl: 'chapter' },
  dictionaryEntry: { type: 2, csl: 'entry-dictionary' },
  encyclopediaArticle: { type: 2, csl: 'entry-encyclopedia' },
  thesis: { type: 4 },
  conferencePaper: { type: 5 },
  standard: { type: 6 },
  patent: { type: 7 },
  report: { type: 8 },
  preprint: { type: 9 },
  manuscript: { type: 9 },
  dataset: { type: 10, csl: 'dataset' },
  computerProgram: { type: 10, csl: 'software' },
  webpage: { type: 10, csl: 'webpage' },
  blogPost: { type: 10, csl: 'post-weblog' },
  map: { type: 10, csl: 'map' },
  statute: { type: 10, csl: 'legislation' },
  bill: { type: 10, csl: 'legislation' },
}

/** Items by the name of their element, where `itemType` is missing. */
const elementKinds: Readonly<Record<string, string>> = {
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
const notItems = new Set(['attachment', 'note', 'annotation'])

function itemTypeOf(element: Element): string | null {
  const type = textIn(child(element, 'itemType'))?.trim()
  if (type) return notItems.has(type) ? null : type
  return elementKinds[element.name] ?? null
}

const value = (element: Element | null, ...path: string[]): string | null =>
  textIn(child(element, ...path))?.trim() || null

/** What an element refers to, or holds itself: `isPartOf` the journal, the book, the series. */
function parts(element: Element, resources: ReadonlyMap<string, Element>): Element[] {
  return childrenOf(element, 'isPartOf').flatMap((part) => {
    const referred = resources.get(part.attributes.resource ?? '')
    const inside = part.children.filter((each) => typeof each !== 'string')
    return referred ? [referred, ...inside] : inside
  })
}

function creatorsIn(element: Element, list: string, role: Role): Creator[] {
  return descendants(child(element, list), 'Person').map((person) => {
    const family = value(person, 'surname') ?? ''
    const given = value(person, 'givenName') ?? value(person, 'givenname') ?? ''
    const name = given === '' && /\s/.test(family) ? bodyNamed(family) : fromParts(family, given)
    return { ...name, role, affiliations: [] }
  })
}

/** `ISBN 978…`, `DOI 10.…`, `ISSN …` and addresses stand among the identifiers. */
function identifiersIn(elements: readonly Element[]): string[] {
  return elements.flatMap((element) => [
    ...childrenOf(element, 'identifier').map((each) => (textIn(each) ?? '').replace(/\s+/g, ' ').trim()),
    ...(element.attributes.about ? [element.attributes.about] : []),
  ])
}

const marked = (all: readonly string[], mark: RegExp): string | null =>
  all.flatMap((each) => (mark.test(each) ? [each.replace(mark, '')] : []))[0] ?? null

/** The journal or book that holds an item, its series, and what identifies it. */
interface Around {
  container: Element | null
  series: Element | null
  ids: string[]
  extra: NoteFields
}

function aroundOf(element: Element, resources: ReadonlyMap<string, Element>): Around {
  const within = parts(element, resources)
  const container = within.find(({ name }) => name !== 'Series') ?? null
  return {
    container,
    series: within.find(({ name }) => name === 'Series') ?? null,
    ids: identifiersIn([element, ...(container ? [container] : [])]),
    extra: noteFields(value(element, 'description')),
  }
}

function identification(element: Element, { ids, extra }: Around): Partial<Draft> {
  const address = value(element, 'identifier', 'URI', 'value') ?? ids.find((each) => /^https?:/.test(each))
  const resolver = address?.includes('doi.org/') ? address : null
  return {
    isbn: marked(ids, /^(?:ISBN\s+|urn:isbn:)/i),
    issn: marked(ids, /^(?:ISSN\s+|urn:issn:)/i),
    doi: normaliseDoi(marked(ids, /^DOI\s+/i) ?? extra.fields.get('DOI') ?? resolver),
    url: address,
    external_ids: {
      pmid: normalisePmid(extra.fields.get('PMID')),
      pmcid: extra.fields.has('PMCID') ? normalisePmcid(extra.fields.get('PMCID')) : null,
      arxiv: normaliseArxiv(extra.fields.get('arXiv')),
    },
  }
}

function numbersOf(element: Element, kind: Kind, container: Element | null): Partial<Draft> {
  const isNumbered = kind.type >= 6 && kind.type <= 8
  const number = value(element, 'number')
  return {
    volume: value(container, 'volume') ?? value(element, 'volume'),
    issue: value(container, 'number') ?? (isNumbered ? null : number),
    number: isNumbered ? number : null,
    pages: value(element, 'pages'),
  }
}

function draftOf(element: Element, type: string, resources: ReadonlyMap<string, Element>): Draft {
  const kind = kinds[type] ?? { type: 10 }
  const around = aroundOf(element, resources)
  const { container, series, extra } = around
  const house = child(element, 'publisher', 'Organization')
  return {
    kind,
    title: value(element, 'title'),
    abstract: value(element, 'abstract'),
    keywords: childrenOf(element, 'subject').map((each) => textIn(each) ?? ''),
    creators: [
      ...creatorsIn(element, 'authors', 'author'),
      ...creatorsIn(element, 'inventors', 'author'),
      ...creatorsIn(element, 'editors', 'editor'),
      ...creatorsIn(element, 'translators', 'translator'),
    ],
    source: kind.type === 2 && !kind.csl ? null : value(container, 'title'),
    ...numbersOf(element, kind, container),
    ...identification(element, around),
    date: value(element, 'date'),
    language: value(element, 'language'),
    publisher: value(house, 'name'),
    place: value(house, 'adr', 'Address', 'locality'),
    degree: kind.type === 4 ? degreeOf(value(element, 'type')) : null,
    csl: {
      ...extra.csl,
      note: extra.note,
      edition: value(element, 'edition'),
      genre: value(element, 'type'),
      'collection-title': value(series, 'title'),
      'title-short': value(element, 'shortTitle'),
      'container-title-short': value(container, 'alternative'),
      'event-title': value(element, 'presentedAt', 'Conference', 'title'),
      accessed: cslDate(value(element, 'dateSubmitted')),
    },
  }
}

const markUp = /<!--|<!\[CDATA\[|<\?|<\/?[A-Za-z][^<>]*>/g
const ends: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }

interface TopLevel {
  elements: RawRecord[]
  /** Namespaces and the like around them are closed. */
  isWhole: boolean
}

/** The tags of a text, without those in comments and the like. */
function* tagsOf(text: string): Generator<{ tag: string; at: number }> {
  markUp.lastIndex = 0
  for (let found = markUp.exec(text); found; found = markUp.exec(text)) {
    const end = ends[found[0]]
    if (end === undefined) yield { tag: found[0], at: found.index }
    else {
      const at = text.indexOf(end, found.index)
      if (at < 0) return
      markUp.lastIndex = at
    }
  }
}

/** How a tag changes the depth: it opens, closes, or does neither. */
const stepOf = (tag: string): number => (tag.startsWith('</') ? -1 : tag.endsWith('/>') ? 0 : 1)

/** The elements below the root of a text, each with its line. */
function topLevel(text: string): TopLevel {
  const elements: RawRecord[] = []
  let [depth, begin, line, counted] = [0, 0, 1, 0]
  for (const { tag, at } of tagsOf(text)) {
    const step = stepOf(tag)
    if (step >= 0 && depth === 1) begin = at
    depth += step
    if (depth < 1) break
    if (depth > 1 || step > 0) continue
    line += text.slice(counted, begin).split('\n').length - 1
    counted = begin
    elements.push({ text: text.slice(begin, at + tag.length), line, offset: at + tag.length })
  }
  return { elements, isWhole: depth < 1 }
}

/** More than anybody keeps in one file of this form: it is understood whole, because its parts refer to each other. */
const MAX_BYTES = maximumRecordBytes * 4

/** Reads Zotero's RDF; the items of a file are known only when all of it is. */
export async function* readZoteroRdf(chunks: Utf8, from = 0): AsyncGenerator<Read[]> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > MAX_BYTES) {
      yield [failed({ text: '', line: 1, offset: size }, '文件超过 64 MB，请在 Zotero 中分几次导出')]
      return
    }
    pieces.push(chunk)
  }
  const { elements, isWhole } = topLevel(Buffer.concat(pieces).toString('utf8'))
  const trees = new Map<RawRecord, Element>()
  const faults: Read[] = []
  for (const record of elements) {
    const fault = readRecord(record, (text) => {
      trees.set(record, parseXml(text))
      return null
    })
    if (fault) faults.push(fault)
  }
  const resources = new Map([...trees.values()].map((tree) => [tree.attributes.about ?? '', tree]))
  const reads = [...trees].flatMap(([record, tree]) => {
    const type = itemTypeOf(tree)
    if (type === null || record.offset <= from) return []
    return readRecord(record, (): Work => finishWork(draftOf(tree, type, resources))) ?? []
  })
  const last = elements.at(-1)
  const cut = isWhole
    ? []
    : [
        failed(
          { text: '', line: last?.line ?? 1, offset: last?.offset ?? 0 },
          '文件不完整，其后的内容未能读取',
        ),
      ]
  const all = [...faults, ...reads, ...cut].sort((one, other) => one.offset - other.offset)
  for (let at = 0; at < all.length; at += 500) yield all.slice(at, at + 500)
}
