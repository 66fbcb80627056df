import { decodeText } from './charset.ts'
import { documentFault } from './faults.ts'
import { createXmlReader, type TagSpan } from './xml-reader.ts'

/** An XML element. Its name has the canonical prefix of its namespace, whatever prefix the file uses. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
}

/** Offsets of an element in the text of its file, in UTF-16 units; ends are exclusive. */
export interface XmlSpan {
  start: number
  /** For `<a/>`, both offsets of the content are the end of the element. */
  contentStart: number
  contentEnd: number
  end: number
}

/** A parsed XML file with its text and the position of each element in it. */
export interface XmlSource {
  text: string
  root: XmlElement
  spans: ReadonlyMap<XmlElement, XmlSpan>
}

/**
 * Parses an XML file into a tree.
 *
 * @throws UnreadableDocument `damaged` when it cannot be decoded or contains no element; also as `createXmlReader`
 * does.
 */
export const parseXmlTree = (bytes: Uint8Array): XmlElement => buildTree(decodeXml(bytes))

/** Builds the tree of a text; calls `onElement` for each element when it ends, with the spans of its tags. */
function buildTree(
  text: string,
  onElement?: (element: XmlElement, open: TagSpan, close: TagSpan) => void,
): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] }
  const stack = [root]
  const openTags: TagSpan[] = []
  const reader = createXmlReader({
    open(name, attributes, tag) {
      const element: XmlElement = { name, attributes, children: [] }
      stack.at(-1)?.children.push(element)
      stack.push(element)
      openTags.push(tag)
    },
    text: (text) => stack.at(-1)?.children.push(text),
    close(_name, tag) {
      const [element, open] = [stack.pop(), openTags.pop()]
      if (element && open) onElement?.(element, open, tag)
    },
  })
  reader.write(text)
  reader.end()
  const first = root.children.find((child) => typeof child !== 'string')
  if (!first) throw documentFault('damaged')
  return first
}

/** Returns the first child element with a name. */
export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element && elementsOf(element).find((inner) => inner.name === name)

/** Returns the child elements, without text. */
export const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child): child is XmlElement => typeof child !== 'string')

/** Decodes a file by its byte order mark, declaration or content. @throws UnreadableDocument `damaged` if none fits. */
function decodeXml(bytes: Uint8Array): string {
  const text = decodeText(bytes)?.text
  if (text === undefined) throw documentFault('damaged')
  return text
}

/** Parses an XML file into a tree and records the positions of its elements; throws as `parseXmlTree` does. */
export function parseXmlSource(bytes: Uint8Array): XmlSource {
  const text = decodeXml(bytes)
  const spans = new Map<XmlElement, XmlSpan>()
  const root = buildTree(text, (element, open, close) => {
    const isEmpty = close.start <= open.start
    const [contentStart, contentEnd] = [open.end, isEmpty ? open.end : close.start]
    spans.set(element, { start: open.start, contentStart, contentEnd, end: isEmpty ? open.end : close.end })
  })
  return { text, root, spans }
}

/** Returns the child elements with a name; [] for undefined. */
export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element ? elementsOf(element).filter((inner) => inner.name === name) : []

/** Returns the element at the end of a path of names, following the first element of each; undefined without one. */
export const elementAt = (element: XmlElement | undefined, ...path: string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>(child, element)

/** Returns all descendants with a name in document order, without those nested inside another match. */
export function descendants(element: XmlElement, name: string): XmlElement[] {
  return elementsOf(element).flatMap((inner) => (inner.name === name ? [inner] : descendants(inner, name)))
}

/** Returns all text below an element. */
export const elementText = (element: XmlElement): string =>
  element.children.map((inner) => (typeof inner === 'string' ? inner : elementText(inner))).join('')
