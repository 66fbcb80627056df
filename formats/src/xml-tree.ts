import { decodeEntities } from '@scinav/contract/entities'
import { RecordFault } from './format.ts'

/** An element of XML; names without their prefix. Text nodes are decoded and stand among the children in order. */
export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (Element | string)[]
}

const deepest = 200
const attributePattern = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single] of text.matchAll(attributePattern)) {
    attributes[localName(name)] = decodeEntities(double ?? single ?? '')
  }
  return attributes
}

/** Comments, processing instructions and declarations mean nothing; a CDATA section is text. Returns where it ends. */
function passOver(text: string, at: number, parent: Element): number {
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

const tagPattern =
  /<(\/?)([\w:.\u00b7-\uffff-]+)(?![\w:.\u00b7-\uffff-])((?:[^<>"'/]|\/(?!>)|"[^"]*"|'[^']*')*)(\/?)>/y

interface Builder {
  open: Element[]
}

function close(builder: Builder, name: string): void {
  const current = builder.open.pop()
  if (builder.open.length === 0 || current?.name !== name) throw new RecordFault(`XML 标签不成对：</${name}>`)
}

/** Takes in the tag at `at`; returns where the text goes on. */
function goThroughTag(builder: Builder, text: string, at: number): number {
  tagPattern.lastIndex = at
  const tag = tagPattern.exec(text)
  if (!tag) throw new RecordFault('XML 标签不完整')
  const name = localName(tag[2] ?? '')
  if (tag[1] === '/') {
    close(builder, name)
    return at + tag[0].length
  }
  const element: Element = { name, attributes: attributesOf(tag[3] ?? ''), children: [] }
  builder.open.at(-1)?.children.push(element)
  if (tag[4] === '/') return at + tag[0].length
  if (builder.open.length > deepest) throw new RecordFault('XML 嵌套太深')
  builder.open.push(element)
  return at + tag[0].length
}

/**
 * One record of XML as a tree. There are no document types here: references are the five of XML, numbers and
 * the names of HTML, nothing declared is ever expanded or fetched.
 *
 * @throws RecordFault where tags do not match.
 */
export function parseXml(text: string): Element {
  const top: Element = { name: '', attributes: {}, children: [] }
  const builder: Builder = { open: [top] }
  let at = 0
  for (let next = text.indexOf('<'); next >= 0; next = text.indexOf('<', at)) {
    const current = builder.open.at(-1) ?? top
    if (next > at) current.children.push(decodeEntities(text.slice(at, next)))
    const marked = text[next + 1] === '!' || text[next + 1] === '?'
    at = marked ? passOver(text, next, current) : goThroughTag(builder, text, next)
  }
  const root = top.children.find((child) => typeof child !== 'string')
  if (!root || builder.open.length > 1) throw new RecordFault('XML 不完整')
  return root
}

export function childrenOf(element: Element | null | undefined, name: string): Element[] {
  const found: Element[] = []
  for (const child of element?.children ?? [])
    if (typeof child !== 'string' && child.name === name) found.push(child)
  return found
}

/** The first element down the path: `child(record, 'metadata', 'dc')`. */
export function child(element: Element | null | undefined, ...path: string[]): Element | null {
  let current = element ?? null
  for (const name of path) current = childrenOf(current, name)[0] ?? null
  return current
}

/** All elements of that name below, in document order. */
export function descendants(element: Element | null | undefined, name: string): Element[] {
  const found: Element[] = []
  for (const each of element?.children ?? []) {
    if (typeof each === 'string') continue
    if (each.name === name) found.push(each)
    found.push(...descendants(each, name))
  }
  return found
}

function join(element: Element, whole: (child: Element, inner: string) => string): string {
  let text = ''
  for (const each of element.children)
    text += typeof each === 'string' ? each : whole(each, join(each, whole))
  return text
}

/** Everything written inside, without tags. */
export function textIn(element: Element | null | undefined): string | null {
  return element ? join(element, (_, inner) => inner) : null
}

/** Everything written inside with its mark-up, as cleanMarkup understands it. */
export function markupIn(element: Element | null | undefined): string | null {
  return element ? join(element, (each, inner) => `<${each.name}>${inner}</${each.name}>`) : null
}

/** The texts of all children of that name. */
export function textsIn(element: Element | null | undefined, name: string): string[] {
  return childrenOf(element, name).map((each) => textIn(each) ?? '')
}
