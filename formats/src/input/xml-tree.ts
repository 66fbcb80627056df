import { decodeEntities } from '@scinav/contract/entities'
import { RecordFault } from '../format.ts'

/** An XML element; names have no prefix. Decoded texts are among the children, in order. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
}

/** The state of parsing one record. */
interface TreeBuilder {
  /** The elements that are not closed yet, outermost first. The first is an artificial one around the root. */
  open: XmlElement[]
}

/**
 * Parses one record of XML into a tree. Document types are not supported: only the references of XML and HTML and
 * numeric ones are decoded, and nothing declared is ever expanded or fetched.
 *
 * @throws RecordFault when tags do not match or are incomplete.
 */
export function parseXml(text: string): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [] }
  const builder: TreeBuilder = { open: [top] }
  let at = 0
  for (let next = text.indexOf('<'); next >= 0; next = text.indexOf('<', at)) {
    const current = builder.open.at(-1) ?? top
    if (next > at) current.children.push(decodeEntities(text.slice(at, next)))
    const marked = text[next + 1] === '!' || text[next + 1] === '?'
    at = marked ? skipMarkup(text, next, current) : readTag(builder, text, next)
  }
  const root = top.children.find((child) => typeof child !== 'string')
  if (!root || builder.open.length > 1) throw new RecordFault('XML 不完整')
  return root
}

/**
 * Skips comments, processing instructions and declarations, and adds a CDATA section as text; returns the position
 * after it.
 *
 * @throws RecordFault when the construct is not closed.
 */
function skipMarkup(text: string, at: number, parent: XmlElement): number {
  if (text.startsWith('<![CDATA[', at)) {
    const end = text.indexOf(']]>', at)
    if (end < 0) throw new RecordFault('XML 中的 CDATA 没有结束')
    parent.children.push(text.slice(at + '<![CDATA['.length, end))
    return end + ']]>'.length
  }
  const close = text.startsWith('<!--', at) ? '-->' : '>'
  const end = text.indexOf(close, at)
  if (end < 0) throw new RecordFault('XML 中的注释没有结束')
  return end + close.length
}

/** Largest number of nested elements. */
const MAX_DEPTH = 200
/**
 * Matches a tag; captures the slash of an end tag, the name with prefix, the attributes, the slash of an empty
 * element.
 */
const TAG_PATTERN =
  /<(\/?)([\w:.\u00b7-\uffff-]+)(?![\w:.\u00b7-\uffff-])((?:[^<>"'/]|\/(?!>)|"[^"]*"|'[^']*')*)(\/?)>/y

/**
 * Processes the tag at `at`; returns the position after it.
 *
 * @throws RecordFault when the tag is malformed, does not match, or is nested too deeply.
 */
function readTag(builder: TreeBuilder, text: string, at: number): number {
  TAG_PATTERN.lastIndex = at
  const tag = TAG_PATTERN.exec(text)
  if (!tag) throw new RecordFault('XML 标签不完整')
  const name = localName(tag[2] ?? '')
  if (tag[1] === '/') {
    closeElement(builder, name)
    return at + tag[0].length
  }
  const element: XmlElement = { name, attributes: parseAttributes(tag[3] ?? ''), children: [] }
  builder.open.at(-1)?.children.push(element)
  if (tag[4] === '/') return at + tag[0].length
  if (builder.open.length > MAX_DEPTH) throw new RecordFault('XML 嵌套太深')
  builder.open.push(element)
  return at + tag[0].length
}

/** Returns a name without its prefix: `lang` of `xml:lang`. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Closes the innermost open element. @throws RecordFault when it has another name. */
function closeElement(builder: TreeBuilder, name: string): void {
  const current = builder.open.pop()
  if (builder.open.length === 0 || current?.name !== name) throw new RecordFault(`XML 标签不成对：</${name}>`)
}

/** Matches an attribute, `xml:lang="en"`, and captures its name and its value in either kind of quotation marks. */
const ATTRIBUTE_PATTERN = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Returns the attributes in a tag by their local names, with entities decoded. */
function parseAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE_PATTERN)) {
    attributes[localName(name)] = decodeEntities(double ?? single ?? '')
  }
  return attributes
}

/** Returns the first element along a path, `child(record, 'metadata', 'dc')`; null where there is none. */
export function child(element: XmlElement | null | undefined, ...path: string[]): XmlElement | null {
  let current = element ?? null
  for (const name of path) current = childrenOf(current, name)[0] ?? null
  return current
}

/** Returns the direct children with a name. */
export function childrenOf(element: XmlElement | null | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = []
  for (const child of element?.children ?? [])
    if (typeof child !== 'string' && child.name === name) found.push(child)
  return found
}

/** Returns all elements with a name below an element, in document order. */
export function descendants(element: XmlElement | null | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = []
  for (const each of element?.children ?? []) {
    if (typeof each === 'string') continue
    if (each.name === name) found.push(each)
    found.push(...descendants(each, name))
  }
  return found
}

/** Returns the text of an element without tags; null without an element. */
export function innerText(element: XmlElement | null | undefined): string | null {
  return element ? joinContent(element, (_, inner) => inner) : null
}

/** Joins the texts in an element; `render` returns the text of a child from the joined text in it. */
function joinContent(element: XmlElement, render: (child: XmlElement, inner: string) => string): string {
  let text = ''
  for (const each of element.children)
    text += typeof each === 'string' ? each : render(each, joinContent(each, render))
  return text
}

/** Returns the text of an element with its markup, as `cleanMarkup` reads it; null without an element. */
export function innerMarkup(element: XmlElement | null | undefined): string | null {
  return element ? joinContent(element, (each, inner) => `<${each.name}>${inner}</${each.name}>`) : null
}

/** Returns the texts of the direct children with a name. */
export function childTexts(element: XmlElement | null | undefined, name: string): string[] {
  return childrenOf(element, name).map((each) => innerText(each) ?? '')
}
