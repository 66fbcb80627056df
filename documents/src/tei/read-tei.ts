import { documentFault } from '../faults.ts'
import {
  childrenOf,
  descendants,
  elementAt,
  elementsOf,
  elementText,
  parseXmlTree,
  type XmlElement,
} from '../xml.ts'

/**
 * The structure of a paper as GROBID reports it. It is only used where the extracted text of the paper confirms it.
 */
export interface TeiStructure {
  title: string
  authors: string[]
  /** Headings in reading order; `number` is as printed, or '' without one. */
  headings: { text: string; number: string; level: number }[]
  /** Entries as printed. */
  references: string[]
}

/** Bounds the headings, authors and references that are read; no paper has more of any of them. */
const MAX_ITEMS = 5_000
/** Length of the end of a document in which its last tag is sought. */
const MAX_TAIL_BYTES = 200

/**
 * Reads the TEI document that GROBID writes.
 *
 * @throws UnreadableDocument for input that is not TEI, is truncated, or defines entities.
 */
export function readTei(bytes: Uint8Array): TeiStructure {
  const root = parseXmlTree(bytes)
  // A truncated document is well-formed up to its end, because the reader closes open elements.
  const isComplete = /<\/TEI>\s*$/.test(new TextDecoder().decode(bytes.subarray(-MAX_TAIL_BYTES)))
  if (root.name !== 'TEI' || !isComplete) throw documentFault('damaged')
  const header = elementAt(root, 'teiHeader', 'fileDesc')
  const analytic = elementAt(header, 'sourceDesc', 'biblStruct', 'analytic')
  const text = elementAt(root, 'text')
  const lists = text ? descendants(text, 'listBibl') : []
  return {
    title: elementPlainText(elementAt(header, 'titleStmt', 'title')),
    authors: childrenOf(analytic, 'author').slice(0, MAX_ITEMS).map(authorName).filter(Boolean),
    headings: readHeadings(text && withoutFiguresAndTables(text)),
    references: lists.flatMap(elementsOf).slice(0, MAX_ITEMS).map(rawReference).filter(Boolean),
  }
}

/** Lengths at which texts and numbers of headings are cut, in UTF-16 units. */
const MAX_TEXT_CHARS = 4_000
const MAX_NUMBER_CHARS = 20

/** Returns the text of an element on one line, in NFKC and cut to `MAX_TEXT_CHARS`; '' without an element. */
const elementPlainText = (element: XmlElement | undefined): string =>
  element ? elementText(element).replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_CHARS).normalize('NFKC') : ''

/** Returns the given names and the family name of an author with spaces between them; '' when GROBID reports none. */
function authorName(author: XmlElement): string {
  const name = descendants(author, 'persName')[0]
  const parts = [...childrenOf(name, 'forename'), ...childrenOf(name, 'surname')]
  return parts.map(elementPlainText).filter(Boolean).join(' ')
}

/** Reads the headings of all sections. */
function readHeadings(text: XmlElement | undefined): TeiStructure['headings'] {
  return (text ? descendants(text, 'head') : []).slice(0, MAX_ITEMS).flatMap((head) => {
    const number = (head.attributes.n ?? '').normalize('NFKC').slice(0, MAX_NUMBER_CHARS)
    const title = elementPlainText(head)
    return title === '' ? [] : [{ text: title, number, level: headingLevel(number) }]
  })
}

/** Bounds the level of a heading. */
const MAX_LEVEL = 6

/** Returns the level of a heading by its number: 2 for `3.1`, 1 without a number. */
const headingLevel = (number: string): number =>
  /^\d/.test(number) ? Math.min(MAX_LEVEL, number.split('.').filter(Boolean).length) : 1

/** Removes figures and tables, which are `figure` elements too: their `head` elements are no section headings. */
function withoutFiguresAndTables(element: XmlElement): XmlElement {
  const kept = element.children.filter((child) => typeof child === 'string' || child.name !== 'figure')
  return {
    ...element,
    children: kept.map((child) => (typeof child === 'string' ? child : withoutFiguresAndTables(child))),
  }
}

/** Returns an entry as printed, '' when GROBID does not report that. */
const rawReference = (entry: XmlElement): string =>
  elementPlainText(childrenOf(entry, 'note').find(({ attributes }) => attributes.type === 'raw_reference'))
