import { decodeEntities } from '@scinav/contract/entities'
import { RecordFault } from './format.ts'

/** An element of XML; names without their prefix. Text nodes are decoded and stand among the children in order. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
}

const MAX_DEPTH = 200
const ATTRIBUTE_PATTERN = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function parseAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE_PATTERN)) {
    attributes[localName(name)] = decodeEntities(double ?? single ?? '')
  }
  return attributes
}

/** Comments, processing instructions and declarations mean nothing; a CDATA section is text. Returns where it ends. */
function skipMarkup(text: string, at: number, parent: XmlElement): number {
  if (text.startsWith('<![CDATA[', at)) {
    const end = text.indexOf(']]>', at)
    if (end < 0) throw new RecordFault('XML 中的 CDATA 没有结束')
    parent.children.push(text.slice(at + 9, end))
    return end + 3
  }
  const close = text.startsWith('<!--', at) ? '-->' : '>'
  const end = text.indexOf(close, at)
  if (end < 0) throw new RecordFault('XML 中的注释没有结束')
  return end + close.length
}

const TAG_PATTERN =
  /<(\/?)([\w:.\u00b7-\uffff-]+)(?![\w:.\u00b7-\uffff-])((?:[^<>"'/]|\/(?!>)|"[^"]*"|'[^']*')*)(\/?)>/y

interface TreeBuilder {
  open: XmlElement[]
}

function closeElement(builder: TreeBuilder, name: string): void {
  const current = builder.open.pop()
  if (builder.open.length === 0 || current?.name !== name) throw new RecordFault(`XML 标签不成对：</${name}>`)
}

/** Takes in the tag at `at`; returns where the text goes on. */
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

/**
 * One record of XML as a tree. There are no document types here: references are the five of XML, numbers and
 * the names of HTML, nothing declared is ever expanded or fetched.
 *
 * @throws RecordFault where tags do not match.
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

export function childrenOf(element: XmlElement | null | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = []
  for (const child of element?.children ?? [])
    if (typeof child !== 'string' && child.name === name) found.push(child)
  return found
}

/** The first element down the path: `child(record, 'metadata', 'dc')`. */
export function child(element: XmlElement | null | undefined, ...path: string[]): XmlElement | null {
  let current = element ?? null
  for (const name of path) current = childrenOf(current, name)[0] ?? null
  return current
}

/** All elements of that name below, in document order. */
export function descendants(element: XmlElement | null | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = []
  for (const each of element?.children ?? []) {
    if (typeof each === 'string') continue
    if (each.name === name) found.push(each)
    found.push(...descendants(each, name))
  }
  return found
}

function joinContent(element: XmlElement, whole: (child: XmlElement, inner: string) => string): string {
  let text = ''
  for (const each of element.children)
    text += typeof each === 'string' ? each : whole(each, joinContent(each, whole))
  return text
}

/** Everything written inside, without tags. */
export function innerText(element: XmlElement | null | undefined): string | null {
  return element ? joinContent(element, (_, inner) => inner) : null
}

/** Everything written inside with its mark-up, as cleanMarkup understands it. */
export function innerMarkup(element: XmlElement | null | undefined): string | null {
  return element ? joinContent(element, (each, inner) => `<${each.name}>${inner}</${each.name}>`) : null
}

/** The texts of all children of that name. */
export function childTexts(element: XmlElement | null | undefined, name: string): string[] {
  return childrenOf(element, name).map((each) => innerText(each) ?? '')
}
