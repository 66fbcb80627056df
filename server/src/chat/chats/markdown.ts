import { lightMarkdown, lightPlugin, withDoubleDollars } from '@scinav/contract'
import type { List, ListItem, Nodes, PhrasingContent, RootContent, Table } from 'mdast'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

type Face = 'bold' | 'italic' | 'code' | 'struck'

/** A run of text and the faces it is set in, the outermost first. */
export interface Span {
  text: string
  faces: Face[]
}

/** A piece of an answer, as far as files need to tell pieces apart. */
export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph' | 'quote'; spans: Span[] }
  | { kind: 'item'; depth: number; mark: string; spans: Span[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; rows: Span[][][] }
  | { kind: 'rule' }

/** The same parser as on the screen, with the same additions. */
const reader = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkCjkFriendly)
  .use(remarkMath, { singleDollarTextMath: false })
  .use(lightPlugin)

/** Reads an answer as the screen reads it. Formulas stay TeX between dollars, notes and links by reference as written. */
export function blocksOf(markdown: string): Block[] {
  const text = lightMarkdown(withDoubleDollars(markdown))
  const written = (node: Nodes) => text.slice(node.position?.start.offset, node.position?.end.offset)
  const tree = reader.parse(text)
  reader.runSync(tree)
  return tree.children.flatMap((node) => blocksIn(node, { written, depth: -1 }))
}

interface Where {
  /** The Markdown of a node. */
  written: (node: Nodes) => string
  /** Of the list around; -1 outside. */
  depth: number
}

function blocksIn(node: RootContent, where: Where): Block[] {
  switch (node.type) {
    case 'heading':
      return [{ kind: 'heading', level: node.depth, spans: spansOf(node.children, where) }]
    case 'paragraph':
      return [{ kind: 'paragraph', spans: spansOf(node.children, where) }]
    case 'code':
      return [{ kind: 'code', text: node.value }]
    case 'list':
      return itemsOf(node, { ...where, depth: where.depth + 1 })
    case 'table':
      return [tableOf(node, where)]
    case 'math':
      return [{ kind: 'paragraph', spans: [{ text: `$$\n${node.value}\n$$`, faces: [] }] }]
    case 'thematicBreak':
      return [{ kind: 'rule' }]
    case 'blockquote':
      return node.children
        .flatMap((child) => blocksIn(child, where))
        .map((block) => (block.kind === 'paragraph' ? { ...block, kind: 'quote' } : block))
    default:
      return [{ kind: 'paragraph', spans: [{ text: where.written(node), faces: [] }] }]
  }
}

const tableOf = ({ children }: Table, where: Where): Block => ({
  kind: 'table',
  rows: children.map((row) => row.children.map((cell) => spansOf(cell.children, where))),
})

function itemsOf({ children, ordered, start }: List, where: Where): Block[] {
  const markAt = (at: number) => (ordered ? `${(start ?? 1) + at}.` : '•')
  return children.flatMap((item, at) => itemOf(item, markAt(at), where))
}

/** Its first paragraph carries the mark, others stand below it. */
function itemOf({ children, checked }: ListItem, mark: string, where: Where): Block[] {
  const box = typeof checked === 'boolean' ? ` [${checked ? 'x' : ' '}]` : ''
  const first = `${mark}${box}`
  const inside = children.flatMap((child) => blocksIn(child, where))
  const empty: Block = { kind: 'paragraph', spans: [] }
  const blocks = inside[0]?.kind === 'paragraph' ? inside : [empty, ...inside]
  const depth = Math.min(5, where.depth)
  return blocks.map((block, at) =>
    block.kind === 'paragraph' ? { ...block, kind: 'item', depth, mark: at === 0 ? first : '' } : block,
  )
}

function spansOf(nodes: PhrasingContent[], where: Where, faces: Face[] = []): Span[] {
  return nodes.flatMap((node) => spansIn(node, where, faces)).filter(({ text }) => text !== '')
}

const FACES = { strong: 'bold', emphasis: 'italic', delete: 'struck' } as const

function spansIn(node: PhrasingContent, where: Where, faces: Face[]): Span[] {
  switch (node.type) {
    case 'text':
      return [{ text: node.value, faces }]
    case 'inlineCode':
      return [{ text: node.value, faces: [...faces, 'code'] }]
    case 'inlineMath':
      return [{ text: `$${node.value}$`, faces }]
    case 'break':
      return [{ text: '\n', faces }]
    case 'strong':
    case 'emphasis':
    case 'delete':
      return spansOf(node.children, where, [...faces, FACES[node.type]])
    case 'link':
      return addressed(spansOf(node.children, where, faces), node.url, faces)
    case 'image':
      return addressed([{ text: node.alt ?? '', faces }], node.url, faces)
    default:
      return [{ text: where.written(node), faces }]
  }
}

/** A link is its text and its address, once where they are the same. */
function addressed(label: Span[], url: string, faces: Face[]): Span[] {
  const text = label.map((span) => span.text).join('')
  const isSame = [url, url.replace(/^(?:mailto:|http:\/\/)/, '')].includes(text)
  return isSame ? label : [...label, { text: text ? ` (${url})` : url, faces }]
}
