import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { StyleFault } from './style-fault.ts'

/** An element of a style or locale file; names and attributes are without namespace prefix. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** The text directly inside the element, without that of its children. */
  text: string
}

/** Largest length of a style file in UTF-16 units. */
const MAX_STYLE_CHARS = 1024 * 1024
/** Keys under which the parser keeps the attributes and the text of an element. */
const ATTRIBUTES = ':@'
const TEXT = '#text'

/**
 * Reads an XML file as a tree of elements. Document type definitions are refused, so no entity can expand.
 *
 * @throws StyleFault with a reason in Chinese.
 */
export function readXml(xml: string): XmlElement {
  if (xml.length > MAX_STYLE_CHARS) throw new StyleFault('文件超过 1 MB')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new StyleFault('文件含有 DOCTYPE 或实体定义，不能接受')
  const nodes = parseNodes(xml.replace(/^\uFEFF/, '').trimStart())
  const roots = nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ATTRIBUTES)
    return name === undefined || name === TEXT || name.startsWith('?') ? [] : [[node, name] as const]
  })
  const [root] = roots
  if (!root || roots.length > 1) throw new StyleFault('文件不是有效的 XML：应当恰好有一个根元素')
  return new TreeBuilder().element(root[0], root[1], 0)
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
})

/** A node as the parser returns it: one key that is the name, and the attributes. */
type ParsedNode = Record<string, unknown>

/** Parses a file to the nodes of the parser. @throws StyleFault when it is not well-formed. */
function parseNodes(xml: string): ParsedNode[] {
  const validity = XMLValidator.validate(xml)
  if (validity !== true) throw new StyleFault(`文件不是有效的 XML（第 ${validity.err.line} 行附近）`)
  try {
    return parser.parse(xml)
  } catch {
    throw new StyleFault('文件不是有效的 XML')
  }
}

// Bounds of a file; the depth also bounds the recursion over its elements.
const MAX_ELEMENTS = 50_000
const MAX_DEPTH = 60

/** Turns the nodes of one file into elements. @throws StyleFault when the file has too many or too deep elements. */
class TreeBuilder {
  private count = 0

  element(node: ParsedNode, name: string, depth: number): XmlElement {
    this.count++
    if (this.count > MAX_ELEMENTS) throw new StyleFault(`文件过大：元素超过 ${MAX_ELEMENTS} 个`)
    if (depth > MAX_DEPTH) throw new StyleFault(`文件的元素嵌套超过 ${MAX_DEPTH} 层`)
    const parsed = (node[name] ?? []) as ParsedNode[]
    const attributes: Record<string, string> = {}
    for (const [key, value] of Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, unknown>))
      attributes[withoutPrefix(key)] = decodeEntities(String(value))
    const children: XmlElement[] = []
    let text = ''
    for (const child of parsed) {
      const childName = Object.keys(child).find((key) => key !== ATTRIBUTES)
      if (childName === TEXT) text += decodeEntities(String(child[TEXT]))
      else if (childName !== undefined) children.push(this.element(child, childName, depth + 1))
    }
    return { name: withoutPrefix(name), attributes, children, text }
  }
}

/** Returns a name without its namespace prefix: `name` of `cs:name`. */
const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&([^;&\s]{1,40});/g, decodeEntity) : text

const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Returns the character of an entity: `&amp;`, `&#233;`, `&#xE9;`. @throws StyleFault for any other. */
function decodeEntity(_: string, name: string): string {
  const named = NAMED_ENTITIES.get(name)
  if (named !== undefined) return named
  const hex = /^#[xX]([0-9a-fA-F]{1,6})$/.exec(name)?.[1]
  const decimal = /^#(\d{1,7})$/.exec(name)?.[1]
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (!Number.isInteger(code) || code === 0 || code > 0x10ffff)
    throw new StyleFault(`文件里有无法识别的实体“&${name};”`)
  return String.fromCodePoint(code)
}

/** Returns the children with a name. */
export const childrenNamed = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name)

/** Returns the first child with a name. */
export const childNamed = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name)
